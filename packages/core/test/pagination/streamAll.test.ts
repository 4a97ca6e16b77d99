/**
 * The sessions of all rooms: what is in flight, in which order rows come, what is asked for, and rooms that fail.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import { InvalidRequest } from "../../src/DomainError.ts"
import { RoomId } from "../../src/Identifier.ts"
import { PaginationError } from "../../src/PaginationError.ts"
import type { AllSessionsOptions } from "../../src/Sessions.ts"
import { serve, walk } from "../fixtures/backend.ts"
import { sessionsBy } from "../fixtures/cursorFailures.ts"
import { plain, unexpectedStatus } from "../fixtures/errors.ts"
import { roomsList } from "../fixtures/lists.ts"
import { seededRandom } from "../fixtures/movingService.ts"
import { allNamed, named, sessionsOf } from "../fixtures/roomsWithSessions.ts"
import { afterAll, heldUp, type ListOperations } from "../fixtures/timed.ts"

/** Some rooms with many sessions, many with few or none, on seven pages of rooms. */
const counts = [3, 0, 41, 1, 0, 5, 0, 0, 1, 4, 2, 0, 7, 23, 0, 1, 1, 12, 0, 2, 6, 0, 3, 1, 30, 2]

const lists = (sessions: ReadonlyArray<number>, most?: number): Partial<ListOperations> => ({
  listRooms: roomsList({ count: sessions.length, pageSize: 4 }),
  listSessions: sessionsOf(sessions, most)
})

/** Delays that a seed decides, up to two seconds. */
const randomly = (seed: number) => {
  const random = seededRandom(seed)
  return () => Effect.sleep(Math.ceil(2_000 * random()))
}

/** All sessions of all rooms, by name. */
const all = Effect.fnUntraced(function* (lists: Partial<ListOperations>, options?: AllSessionsOptions) {
  const { calls, sessions } = yield* serve(lists)
  const { onRoomError, ...rest } = { limit: 5, ...options }
  const { emitted, failure } = yield* onRoomError === "report"
    ? walk(sessions.streamAll({ ...rest, onRoomError }))
    : walk(sessions.streamAll(rest))
  return { calls, emitted: named(emitted), failure }
})

describe("Sessions.streamAll", () => {
  describe.each([true, false])("ordered: %s", (ordered) => {
    it.effect.each([1, 2, 3, 8])("has at most %d requests in flight, for rooms and sessions together", (concurrency) =>
      Effect.gen(function* () {
        const { givenUp, script, stats } = heldUp(lists(counts), randomly(concurrency))
        const { result } = yield* afterAll(all(script, { concurrency, ordered }))
        assert.isUndefined(result.failure)
        assert.strictEqual(result.emitted.length, allNamed(counts).length)
        const { inFlight, mostInFlight } = stats()
        assert.deepStrictEqual({ inFlight, mostInFlight }, { inFlight: 0, mostInFlight: concurrency })
        // Pages behind the last session of their room, and looks at its head that came too early, and nothing else.
        for (const { cursor = 0, limit = 0, roomId = "" } of givenUp.filter(({ limit }) => limit !== 1)) {
          assert.isAtLeast(cursor * limit, counts[Number(roomId.slice(5))] ?? Number.POSITIVE_INFINITY)
        }
      })
    )

    it.effect("leaves nothing in flight when it is interrupted", () =>
      Effect.gen(function* () {
        const { script, stats } = heldUp(lists(counts), ({ roomId }) =>
          roomId === undefined || Number(roomId.slice(5)) < 5 ? Effect.sleep(50) : Effect.never
        )
        const fiber = yield* Effect.forkChild(all(script, { concurrency: 4, ordered }))
        yield* TestClock.adjust("1 hour")
        const { interrupted, ...waiting } = stats()
        assert.deepStrictEqual(waiting, { inFlight: 4, mostInFlight: 4 })
        yield* Fiber.interrupt(fiber)
        assert.deepStrictEqual(stats(), { inFlight: 0, mostInFlight: 4, interrupted: interrupted + 4 })
      })
    )
  })

  it.effect("emits sessions in the order of the rooms, however long each answer takes", () =>
    Effect.gen(function* () {
      for (let seed = 1; seed <= 20; seed++) {
        const { script } = heldUp(lists(counts), randomly(seed))
        const { result } = yield* afterAll(all(script, { concurrency: 8 }))
        assert.isUndefined(result.failure)
        assert.deepStrictEqual(result.emitted, allNamed(counts), `seed ${seed}`)
      }
    })
  )

  it.effect("emits the same sessions with `ordered: false`", () =>
    Effect.gen(function* () {
      for (let seed = 1; seed <= 20; seed++) {
        const { script } = heldUp(lists(counts), randomly(seed))
        const { result } = yield* afterAll(all(script, { concurrency: 8, ordered: false }))
        assert.isUndefined(result.failure)
        assert.notDeepEqual(result.emitted, allNamed(counts), `seed ${seed}`)
        assert.deepStrictEqual([...result.emitted].sort(), [...allNamed(counts)].sort(), `seed ${seed}`)
      }
    })
  )

  it.effect.each([
    // One more request shows that nothing follows, but for rooms without sessions.
    { sessions: [0, 3, 3, 2, 0, 1, 3], limit: 100, most: 1_000, requests: [1, 2, 2, 2, 1, 2, 2] },
    // However many sessions other rooms have, and whether the service gives no more than three at a time, or is asked for no more.
    { sessions: [7, 2, 3, 4, 0, 1, 9], limit: 100, most: 3, requests: [5, 2, 2, 3, 1, 2, 4] },
    { sessions: [7, 2, 3, 4, 0, 1, 9], limit: 3, most: 1_000, requests: [5, 2, 2, 3, 1, 2, 4] }
  ])("asks $requests times for rooms with $sessions sessions, at most $most of $limit a page", (example) =>
    Effect.gen(function* () {
      const { limit, most, requests, sessions } = example
      const { calls, emitted } = yield* all(lists(sessions, most), { limit })
      assert.deepStrictEqual(emitted, allNamed(sessions))
      const asked = calls.flatMap(({ operation, request }) =>
        operation === "listSessions" ? [JSON.parse(JSON.stringify(request)).roomId] : []
      )
      assert.deepStrictEqual(
        asked,
        requests.flatMap((times, room) => Array.from({ length: times }, () => `room-${room}`))
      )
      assert.strictEqual(calls.length - asked.length, Math.ceil(sessions.length / 4))
    })
  )

  it.effect("makes at most two requests for each room with few sessions, even with eight at a time", () =>
    Effect.gen(function* () {
      const few = [9, ...Array.from({ length: 199 }, (_, room) => room % 9)]
      const { calls, emitted } = yield* all(lists(few), { concurrency: 8, limit: 100 })
      assert.deepStrictEqual(emitted, allNamed(few))
      const ofRooms = calls.filter(({ operation }) => operation === "listRooms").length
      assert.strictEqual(ofRooms, 50)
      const withSessions = few.filter((sessions) => sessions > 0).length
      assert.strictEqual(calls.length - ofRooms, few.length + withSessions)
    })
  )
})

describe("a room that fails", () => {
  const broken = unexpectedStatus("listSessions")
  /** Room 13 fails at its second page, or at its first one. */
  const failing = (at: "second" | "first"): Partial<ListOperations> => ({
    ...lists(counts),
    listSessions: (request) =>
      request.roomId === "room-13" && (at === "first" || (request.cursor ?? 0) > 0)
        ? Effect.fail(broken)
        : sessionsOf(counts)(request)
  })
  const before = { first: allNamed(counts.slice(0, 13)), second: allNamed([...counts.slice(0, 13), 5]) }

  describe.each([1, 8])("with concurrency %d", (concurrency) => {
    it.effect.each(["first", "second"] as const)("ends the walk at its %s page, after every row in front of it", (at) =>
      Effect.gen(function* () {
        const { script } = heldUp(failing(at), randomly(7))
        const { result } = yield* afterAll(all(script, { concurrency }))
        assert.strictEqual(result.failure, broken)
        assert.deepStrictEqual(result.emitted, before[at])
      })
    )

    it.effect.each(["first", "second"] as const)("is reported in its place if it fails at its %s page", (at) =>
      Effect.gen(function* () {
        const { script } = heldUp(failing(at), randomly(7))
        const { result } = yield* afterAll(all(script, { concurrency, onRoomError: "report" }))
        assert.isUndefined(result.failure)
        assert.deepStrictEqual(result.emitted, [...before[at], "room-13 failed", ...allNamed(counts, 14)])
      })
    )
  })

  it.effect("is reported with its error, even if its pages lead nowhere", () =>
    Effect.gen(function* () {
      const { sessions } = yield* serve({
        ...lists(counts),
        listSessions: (request) =>
          request.roomId === "room-3" ? sessionsBy((offset) => offset % 5)(request) : sessionsOf(counts)(request)
      })
      const { emitted, failure } = yield* walk(sessions.streamAll({ limit: 5, onRoomError: "report" }))
      assert.isUndefined(failure)
      const failures = emitted.flatMap((row) => ("error" in row ? [row] : []))
      assert.deepStrictEqual<ReadonlyArray<string>>(
        failures.map(({ room }) => room.roomId),
        ["room-3"]
      )
      const error = failures[0]?.error
      assert.instanceOf(error, PaginationError)
      assert.deepStrictEqual(plain(error.reason), { _tag: "RepeatedPage", firstRow: "session-0" })
      assert.strictEqual(error.emitted, 5)
    })
  )

  it.effect("is reported, but a list of rooms that fails ends the walk", () =>
    Effect.gen(function* () {
      const failed = unexpectedStatus("listRooms")
      const { emitted, failure } = yield* all(
        {
          ...lists(counts),
          listRooms: (request) =>
            request.cursor === 3 ? Effect.fail(failed) : roomsList({ count: counts.length, pageSize: 4 })(request)
        },
        { onRoomError: "report" }
      )
      assert.strictEqual(failure, failed)
      assert.deepStrictEqual(emitted, allNamed(counts.slice(0, 8)))
    })
  )
})

describe("a full first page of a room", () => {
  it.effect("is emitted before the page behind it is answered", () =>
    Effect.gen(function* () {
      const { script } = heldUp(lists([12, 1]), ({ cursor = 0, roomId }) =>
        roomId !== undefined && cursor > 0 ? Effect.never : Effect.sleep(1)
      )
      const { sessions } = yield* serve(script)
      const { result } = yield* afterAll(walk(Stream.take(sessions.streamAll({ limit: 5, concurrency: 2 }), 5)))
      assert.deepStrictEqual(named(result.emitted), allNamed([5]))
    })
  )
})

describe("invalid options", () => {
  const roomId = RoomId.make("room-1")
  const bad: ReadonlyArray<readonly [field: string, options: AllSessionsOptions]> = [
    ["concurrency", { concurrency: 0 }],
    ["concurrency", { concurrency: 1.5 }],
    ["concurrency", { concurrency: Number.NaN }],
    ["limit", { limit: 0 }],
    ["limit", { limit: -1 }],
    ["limit", { limit: 2.5 }],
    ["from.rooms", { from: { roomId, rooms: -1 } }],
    ["from.rooms", { from: { roomId, rooms: 0.5 } }],
    ["from.sessions.cursor", { from: { roomId, sessions: { cursor: -1, limit: 10 } } }],
    ["from.sessions.limit", { from: { roomId, sessions: { cursor: 1, limit: 0 } } }]
  ]

  it.effect.each(bad)("fail before anything is sent: %s in %j", ([field, options]) =>
    Effect.gen(function* () {
      const { calls, emitted, failure } = yield* all({}, options)
      assert.instanceOf(failure, InvalidRequest)
      assert.strictEqual(failure.field, field)
      assert.deepStrictEqual(emitted, [])
      assert.deepStrictEqual(calls, [])
    })
  )

  it.effect("fail on every list", () =>
    Effect.gen(function* () {
      const { calls, recordings, rooms, sessions } = yield* serve({})
      const refused = [
        ["concurrency", rooms.stream({ concurrency: 0 })],
        ["from", rooms.pages({ from: -1 })],
        ["from", rooms.stream({ from: 0.5 })],
        ["concurrency", rooms.findByTitle("Standup", { concurrency: 1.5 })],
        ["limit", sessions.stream(roomId, { limit: 0 })],
        ["concurrency", sessions.pages(roomId, { concurrency: 0 })],
        ["from.cursor", sessions.stream(roomId, { from: { cursor: -1, limit: 10 } })],
        ["from.limit", sessions.stream(roomId, { from: { cursor: 1, limit: 0 } })],
        ["limit", recordings.stream({ limit: 1.5 })],
        ["concurrency", recordings.pages({ concurrency: -4 })],
        ["from", recordings.stream({ from: -1 })]
      ] as const
      for (const [field, stream] of refused) {
        const { emitted, failure } = yield* walk<unknown, unknown>(stream)
        assert.instanceOf(failure, InvalidRequest)
        assert.strictEqual(failure.field, field)
        assert.deepStrictEqual(emitted, [])
      }
      assert.deepStrictEqual(calls, [])
    })
  )
})
