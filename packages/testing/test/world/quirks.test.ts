import { assert, describe, it } from "@effect/vitest"
import { RoomId } from "@effect-rooms/core/Identifier"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Quirks from "../../src/Quirks.ts"
import { World } from "../../src/World.ts"
import { wire } from "../fixtures/wire.ts"
import { createRoom, createRooms, hold, operations, start } from "../fixtures/worlds.ts"

type Readings = Partial<Quirks.Quirks>

/** The pages of a list of 12 rooms, by cursor. Rooms are numbered, oldest first. */
const roomsPages = (quirks: Readings, cursors: ReadonlyArray<number | undefined>) =>
  Effect.gen(function* () {
    yield* createRooms(12)
    const { listRooms } = yield* operations()
    return yield* Effect.forEach(cursors, (cursor) =>
      Effect.map(listRooms(cursor === undefined ? {} : { cursor }), (page) => {
        const { count, current, nextCursor, pageSize, prevCursor } = wire.rooms(page)
        const numbers = page.rooms.map(({ createdAt }) => DateTime.toEpochMillis(createdAt) - start)
        return { numbers, pageSize, current, nextCursor, prevCursor, count }
      })
    )
  }).pipe(Effect.provide(World.layer({ quirks })))

describe("the list of rooms", () => {
  const first = {
    numbers: [11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
    pageSize: 10,
    current: 1,
    nextCursor: 2,
    prevCursor: 0,
    count: 12
  }
  const last = { numbers: [1, 0], pageSize: 2, current: 2, nextCursor: null, prevCursor: 1, count: 12 }
  const behind = { numbers: [], pageSize: 0, current: 3, nextCursor: null, prevCursor: 2, count: 12 }

  it.effect.each<{ readonly quirks: Readings; readonly pages: ReadonlyArray<unknown> }>([
    { quirks: {}, pages: [first, last, behind] },
    {
      quirks: { firstPage: 0 },
      pages: [
        { ...first, current: 0, nextCursor: 1 },
        { ...last, current: 1, prevCursor: 0 },
        { ...behind, current: 2, prevCursor: 1 }
      ]
    },
    {
      quirks: { roomsOrder: "oldestFirst" },
      pages: [{ ...first, numbers: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] }, { ...last, numbers: [10, 11] }, behind]
    },
    { quirks: { roomsEnd: "absent" }, pages: [first, last, behind] },
    { quirks: { roomsEnd: "zero" }, pages: [first, { ...last, nextCursor: 0 }, { ...behind, nextCursor: 0 }] },
    { quirks: { roomsEnd: "current" }, pages: [first, { ...last, nextCursor: 2 }, { ...behind, nextCursor: 3 }] },
    { quirks: { roomsEnd: "next" }, pages: [first, { ...last, nextCursor: 3 }, { ...behind, nextCursor: 4 }] },
    { quirks: { roomsBeginning: "null" }, pages: [{ ...first, prevCursor: null }, last, behind] },
    { quirks: { roomsBeginning: "absent" }, pages: [{ ...first, prevCursor: null }, last, behind] },
    {
      quirks: { roomsCount: "absent" },
      pages: [first, last, behind].map((page) => ({ ...page, count: undefined }))
    },
    { quirks: { pageSize: "capacity" }, pages: [first, last, behind].map((page) => ({ ...page, pageSize: 10 })) }
  ])("has these pages with $quirks", ({ pages, quirks }) =>
    Effect.gen(function* () {
      const numbers = quirks.firstPage === 0 ? [undefined, 1, 2] : [undefined, 2, 3]
      assert.deepStrictEqual<ReadonlyArray<unknown>>(yield* roomsPages(quirks, numbers), pages)
    })
  )

  it.effect("returns its first page if the cursor is before it", () =>
    Effect.gen(function* () {
      for (const cursor of [0, 1]) assert.deepStrictEqual<unknown>(yield* roomsPages({}, [cursor]), [first])
      const [page] = yield* roomsPages({ firstPage: 0 }, [0])
      assert.deepStrictEqual(page?.numbers, first.numbers)
    })
  )
})

describe("the sessions of a room", () => {
  const numbersOf = (quirks: Readings, request: { readonly limit?: number; readonly cursor?: number }) =>
    Effect.gen(function* () {
      const roomId = yield* createRoom()
      for (let minutes = 0; minutes < 45; minutes++) yield* hold(roomId, minutes, minutes)
      const { sessions } = yield* (yield* operations()).listSessions({ roomId, ...request })
      return sessions.map(({ startTime }) => (DateTime.toEpochMillis(startTime) - start) / 60_000)
    }).pipe(Effect.provide(World.layer({ quirks })))

  /** The expected sessions, newest first. */
  const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index)

  it.effect.each<{
    readonly quirks: Readings
    readonly first: ReadonlyArray<number>
    readonly second: ReadonlyArray<number>
  }>([
    { quirks: {}, first: down(44, 20), second: down(19, 0) },
    { quirks: { mostSessions: 20 }, first: down(44, 25), second: down(19, 0) },
    { quirks: { mostSessions: 7 }, first: down(44, 38), second: down(19, 13) },
    { quirks: { sessionsSkip: "given" }, first: down(44, 20), second: down(19, 0) },
    { quirks: { mostSessions: 7, sessionsSkip: "given" }, first: down(44, 38), second: down(37, 31) },
    { quirks: { sessionsPages: "short" }, first: down(44, 20), second: down(19, 7) },
    { quirks: { sessionsPages: "short", mostSessions: 7 }, first: down(44, 38), second: down(19, 16) },
    {
      quirks: { sessionsPages: "short", mostSessions: 7, sessionsSkip: "given" },
      first: down(44, 38),
      second: down(37, 34)
    }
  ])("have these pages of 25 with $quirks", ({ first, quirks, second }) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* numbersOf(quirks, { limit: 25 }), first)
      assert.deepStrictEqual(yield* numbersOf(quirks, { limit: 25, cursor: 1 }), second)
    })
  )

  it.effect("come in pages of limit up to a maximum, 20 by default", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* numbersOf({ mostSessions: 7 }, { limit: 3, cursor: 1 }), down(41, 39))
      assert.deepStrictEqual(yield* numbersOf({}, {}), down(44, 25))
      assert.deepStrictEqual(yield* numbersOf({ mostSessions: 7 }, {}), down(44, 38))
    })
  )

  it.effect("respect limit and the end of the list on short pages", () =>
    Effect.gen(function* () {
      const quirks = { sessionsPages: "short" } as const
      assert.deepStrictEqual(yield* numbersOf(quirks, { limit: 1, cursor: 1 }), [43])
      assert.deepStrictEqual(yield* numbersOf(quirks, { limit: 40, cursor: 1 }), down(4, 0))
    })
  )

  it.effect("are empty or RoomNotFound for a room without sessions, and RoomNotFound for an unknown room", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom()
      const { listSessions } = yield* operations()
      assert.deepStrictEqual(yield* listSessions({ roomId }), { sessions: [] })
      yield* world.setQuirks({ neverMet: "notFound" })
      const error = yield* Effect.flip(listSessions({ roomId }))
      assert.strictEqual(error._tag, "RoomNotFound")
      yield* hold(roomId, 0, 1)
      assert.strictEqual((yield* listSessions({ roomId })).sessions.length, 1)
      assert.deepStrictEqual(yield* listSessions({ roomId, cursor: 1 }), { sessions: [] })
      const nope = yield* Effect.flip(listSessions({ roomId: RoomId.make("nope") }))
      assert.strictEqual(nope._tag, "RoomNotFound")
    }).pipe(Effect.provide(World.layer()))
  )
})

describe("live participants", () => {
  it.effect("are empty or NoLiveSession for an idle room, and NoLiveSession for an unknown room", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom()
      const { liveParticipants } = yield* operations()
      assert.strictEqual((yield* Effect.flip(liveParticipants({ roomId })))._tag, "NoLiveSession")
      yield* world.setQuirks({ idleRoom: "empty" })
      assert.deepStrictEqual(yield* liveParticipants({ roomId }), { count: 0, participants: [] })
      const { peerId } = yield* world.join(roomId)
      assert.strictEqual((yield* liveParticipants({ roomId })).count, 1)
      yield* world.leave(roomId, peerId)
      assert.deepStrictEqual(yield* liveParticipants({ roomId }), { count: 0, participants: [] })
      const error = yield* Effect.flip(liveParticipants({ roomId: RoomId.make("nope") }))
      assert.strictEqual(error._tag, "NoLiveSession")
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect.each(["known", "null", "absent"] as const)("have a join time: %s", (liveJoinTime) =>
    Effect.gen(function* () {
      const roomId = yield* createRoom()
      yield* (yield* World).join(roomId)
      const { participants } = yield* (yield* operations()).liveParticipants({ roomId })
      assert.deepStrictEqual(
        participants.map(({ joinTime }) => Option.isSome(joinTime)),
        [liveJoinTime === "known"]
      )
    }).pipe(Effect.provide(World.layer({ quirks: { liveJoinTime } })))
  )
})

describe("recordings", () => {
  /** The number of rows on each page, and the cursors between pages. */
  const walk = (quirks: Readings, limit: number) =>
    Effect.gen(function* () {
      const world = yield* World
      const sessionId = yield* hold(yield* createRoom(), 0, 1)
      for (let recordingSize = 0; recordingSize < 7; recordingSize++) yield* world.record(sessionId, { recordingSize })
      const { listRecordings } = yield* operations()
      const sizes: Array<number> = []
      const cursors: Array<number | null> = []
      let request: { readonly cursor?: number } = {}
      // At most as often as the list could have pages.
      for (let pages = 0; pages < 8; pages++) {
        const { nextCursor, recordings } = wire.recordings(yield* listRecordings({ limit, ...request }))
        sizes.push(...recordings.map(({ recordingSize }) => recordingSize))
        cursors.push(nextCursor ?? null)
        if (sizes.length === 7 || typeof nextCursor !== "number") break
        request = { cursor: nextCursor }
      }
      assert.deepStrictEqual(sizes, [6, 5, 4, 3, 2, 1, 0])
      return cursors
    }).pipe(Effect.provide(World.layer({ quirks })))

  it.effect.each<{ readonly quirks: Readings; readonly cursors: ReadonlyArray<number | null> }>([
    { quirks: {}, cursors: [4, null] },
    { quirks: { mostRecordings: 20 }, cursors: [4, null] },
    { quirks: { mostRecordings: 3 }, cursors: [3, 6, null] },
    { quirks: { recordingsCursor: "page" }, cursors: [2, null] },
    { quirks: { recordingsCursor: "page", mostRecordings: 3 }, cursors: [2, 3, null] },
    { quirks: { recordingsCursor: "opaque" }, cursors: [31, null] },
    { quirks: { recordingsCursor: "opaque", mostRecordings: 3 }, cursors: [24, 45, null] },
    { quirks: { recordingsEnd: "absent" }, cursors: [4, null] },
    { quirks: { recordingsEnd: "zero" }, cursors: [4, 0] },
    { quirks: { recordingsEnd: "next" }, cursors: [4, 8] },
    { quirks: { recordingsEnd: "next", recordingsCursor: "page" }, cursors: [2, 3] },
    { quirks: { recordingsEnd: "next", recordingsCursor: "opaque" }, cursors: [31, 59] },
    { quirks: { recordingsEnd: "current" }, cursors: [4, 4] },
    { quirks: { recordingsEnd: "current", recordingsCursor: "page" }, cursors: [2, 2] },
    { quirks: { recordingsEnd: "current", recordingsCursor: "opaque" }, cursors: [31, 31] }
  ])("appear exactly once over pages of 4, with $quirks", ({ cursors, quirks }) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* walk(quirks, 4), cursors)
    })
  )

  it.effect.each([
    { recordingsCursor: "offset", cursor: 0 },
    { recordingsCursor: "page", cursor: 1 },
    { recordingsCursor: "opaque", cursor: 0 }
  ] as const)(
    "have cursor $cursor on an only page if cursors are an $recordingsCursor",
    ({ cursor, recordingsCursor }) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* walk({ recordingsCursor, recordingsEnd: "current" }, 7), [cursor])
      })
  )

  it.effect("are empty beyond the end, even if each page names a next one", () =>
    Effect.gen(function* () {
      const { listRecordings } = yield* operations()
      assert.deepStrictEqual(yield* listRecordings({ limit: 4, cursor: 8 }), {
        recordings: [],
        nextCursor: Option.some(12)
      })
    }).pipe(Effect.provide(World.layer({ quirks: { recordingsEnd: "next" } })))
  )

  it.effect("come in pages of at most 20 if the service caps limit", () =>
    Effect.gen(function* () {
      const world = yield* World
      const sessionId = yield* hold(yield* createRoom(), 0, 1)
      for (let count = 0; count < 25; count++) yield* world.record(sessionId)
      const { listRecordings } = yield* operations()
      assert.strictEqual((yield* listRecordings({ limit: 25 })).recordings.length, 25)
      yield* world.setQuirks({ mostRecordings: 20 })
      const page = yield* listRecordings({ limit: 25 })
      assert.strictEqual(page.recordings.length, 20)
      assert.deepStrictEqual(page.nextCursor, Option.some(20))
    }).pipe(Effect.provide(World.layer()))
  )
})

describe("metadata of a room", () => {
  it.effect("is limited to 1 024 bytes if the service has that limit", () =>
    Effect.gen(function* () {
      const { createRoom, listRooms } = yield* operations()
      const create = (bytes: number) => createRoom({ roomLocked: false, metadata: { title: "x".repeat(bytes - 12) } })
      yield* create(1_024)
      const error = yield* Effect.flip(create(1_025))
      assert(error._tag === "InvalidRequest")
      assert.strictEqual(error.evidence.status, 413)
      assert.strictEqual((yield* listRooms({})).rooms.length, 1)
    }).pipe(Effect.provide(World.layer({ quirks: { metadataLimit: 1_024 } })))
  )
})

describe("the quirks of a world", () => {
  it.effect("are the defaults, overridden by its options and later changes", () =>
    Effect.gen(function* () {
      const world = yield* World
      assert.deepStrictEqual(yield* world.quirks, { ...Quirks.defaults, firstPage: 0 })
      yield* world.setQuirks({ roomsEnd: "zero" })
      assert.deepStrictEqual(yield* world.quirks, { ...Quirks.defaults, firstPage: 0, roomsEnd: "zero" })
      yield* world.setQuirks({ firstPage: 1 })
      assert.deepStrictEqual(yield* world.quirks, { ...Quirks.defaults, roomsEnd: "zero" })
      assert.deepStrictEqual(
        yield* Effect.provide(
          Effect.flatMap(World, ({ quirks }) => quirks),
          World.layer()
        ),
        Quirks.defaults
      )
    }).pipe(Effect.provide(World.layer({ quirks: { firstPage: 0 } })))
  )

  it.effect("change the responses, never the state", () =>
    Effect.gen(function* () {
      const world = yield* World
      yield* createRooms(12)
      const { sessionId } = yield* world.join(yield* createRoom())
      yield* world.record(sessionId)
      const text = JSON.stringify(yield* world.snapshot)
      for (const { quirks } of [...Quirks.all, ...(yield* Quirks.mixtures(20))]) {
        yield* world.setQuirks(quirks)
        const { listRecordings, listRooms, metrics } = yield* operations()
        yield* Effect.all([listRooms({}), listRecordings({}), metrics({})])
        assert.strictEqual(JSON.stringify(yield* world.snapshot), text)
      }
    }).pipe(Effect.provide(World.layer()))
  )
})
