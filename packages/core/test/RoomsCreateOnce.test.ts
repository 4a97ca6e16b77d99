import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as TestClock from "effect/testing/TestClock"
import type { CreateRoomError, Operations } from "../src/Backend.ts"
import { InvalidRequest, MetadataTooLarge, Unauthorized } from "../src/DomainError.ts"
import { RoomId } from "../src/Identifier.ts"
import { evidenceFor, makeEvidence } from "../src/operations/evidence.ts"
import { CreatedRoom, RoomsPage } from "../src/Room.ts"
import type { Rooms } from "../src/Rooms.ts"
import { type Call, inTurn, sends, serve } from "./fixtures/backend.ts"
import { creatingService } from "./fixtures/creatingService.ts"
import { plain, unexpectedStatus } from "./fixtures/errors.ts"
import { roomsList, roomsPage } from "./fixtures/lists.ts"
import { wireRoom } from "./fixtures/wire.ts"

const key = "order-7"
const created = sends(CreatedRoom, { message: "Room created", data: { roomId: "new-room" } })

const sent: Call = { operation: "createRoom", request: { roomLocked: false, metadata: { idempotencyKey: key } } }

/** The first page of rooms, and the given number of pages after it. */
const pages = (count: number): ReadonlyArray<Call> =>
  Array.from({ length: count }, (_, index) => ({
    operation: "listRooms",
    request: index === 0 ? {} : { cursor: index + 1 }
  }))

/** A list that has a room with some metadata besides an older one, on its only page. */
const listWith = (metadata: unknown) =>
  sends(RoomsPage, {
    rooms: [wireRoom({ roomId: "other-room" }), wireRoom({ roomId: "found-room", metadata })],
    pageSize: 2,
    current: 1,
    nextCursor: null,
    prevCursor: null,
    count: 2
  })

/** A long list, with the key in the only room of one page. */
const withKeyOn = (page: number): Operations["listRooms"] => {
  const listed = roomsList({ count: 200 })
  return (request) =>
    (request.cursor ?? 1) === page
      ? sends(RoomsPage, {
          rooms: [wireRoom({ roomId: "found-room", metadata: { idempotencyKey: key } })],
          pageSize: 1,
          current: page,
          nextCursor: page + 1,
          count: 200
        })
      : listed(request)
}

/** A call from a program without types, which can pass anything. */
const ask = (rooms: Rooms["Service"], input: unknown, options?: unknown): Effect.Effect<unknown, unknown> =>
  Reflect.apply(rooms.createOnce, undefined, [input, options])

describe("a key of the caller's", () => {
  it.effect("is looked for, then sent along with the lock and the metadata", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve({ listRooms: roomsList({ count: 3 }), createRoom: () => created })
      const room = yield* rooms.createOnce({ roomLocked: true, metadata: { title: "Standup" } }, { key })
      assert.deepStrictEqual(room, { roomId: RoomId.make("new-room"), message: "Room created" })
      const request = { roomLocked: true, metadata: { title: "Standup", idempotencyKey: key } }
      assert.deepStrictEqual(calls, [...pages(1), { operation: "createRoom", request }])
    })
  )

  it.effect.each([
    { how: "an object", metadata: { idempotencyKey: key, title: "Other" } },
    { how: "JSON text", metadata: JSON.stringify({ idempotencyKey: key }) }
  ])("that a room has already, in metadata sent as $how, gives that room, and nothing is sent", ({ metadata }) =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve({ listRooms: () => listWith(metadata) })
      const room = yield* rooms.createOnce({}, { key })
      assert.deepStrictEqual(room, { roomId: RoomId.make("found-room"), message: "the room exists already" })
      assert.deepStrictEqual(calls, pages(1))
    })
  )

  it.effect.each([
    { how: "another key", metadata: { idempotencyKey: "order-8" } },
    { how: "a key that begins alike", metadata: { idempotencyKey: `${key}0` } },
    { how: "the key as a title", metadata: { title: key } },
    { how: "no metadata", metadata: null }
  ])("is not in a room with $how", ({ metadata }) =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve({ listRooms: () => listWith(metadata), createRoom: () => created })
      const room = yield* rooms.createOnce({}, { key })
      assert.strictEqual<string>(room.roomId, "new-room")
      assert.deepStrictEqual(calls, [...pages(1), sent])
    })
  )

  it.effect.each([1, 3, 5])("is found on page %d, behind which nothing is read", (page) =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve({ listRooms: withKeyOn(page) })
      assert.strictEqual<string>((yield* rooms.createOnce({}, { key })).roomId, "found-room")
      assert.deepStrictEqual(calls, pages(page))
    })
  )

  it.effect("is not looked for behind the fifth page", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve({ listRooms: withKeyOn(6), createRoom: () => created })
      assert.strictEqual<string>((yield* rooms.createOnce({}, { key })).roomId, "new-room")
      assert.deepStrictEqual(calls, [...pages(5), sent])
    })
  )

  it.effect("is one room, also when createOnce is called again", () =>
    Effect.gen(function* () {
      const service = creatingService(["answered"])
      const { calls, rooms } = yield* serve(service)
      const once = yield* rooms.createOnce({}, { key })
      yield* TestClock.adjust("10 seconds")
      const again = yield* rooms.createOnce({}, { key })
      assert.deepStrictEqual(again, { roomId: once.roomId, message: "the room exists already" })
      assert.deepStrictEqual(calls, [...pages(1), sent, ...pages(1)])
    })
  )

  it.effect("is remembered for ten seconds, in which the list may not show the room yet", () =>
    Effect.gen(function* () {
      const service = creatingService(["answered", "answered"])
      const { calls, rooms } = yield* serve({ ...service, listRooms: roomsList({ count: 3 }) })
      const once = yield* rooms.createOnce({}, { key })
      yield* TestClock.adjust("9 seconds")
      yield* rooms.createOnce({}, { key: "order-8" })
      yield* TestClock.adjust("999 millis")
      calls.length = 0
      const again = yield* rooms.createOnce({}, { key })
      assert.deepStrictEqual(again, { roomId: once.roomId, message: "the room exists already" })
      assert.deepStrictEqual(calls, [])
    })
  )
})

describe("a key of the client's own", () => {
  /** Creates a room of a long list with a key that is made from a seed. */
  const withSeed = Effect.fnUntraced(function* (seed: string) {
    let key: unknown
    const { calls, rooms } = yield* serve({
      listRooms: roomsList({ count: 35 }),
      createRoom: ({ metadata }) => {
        key = metadata?.idempotencyKey
        return created
      }
    })
    yield* rooms.createOnce({ metadata: { title: "Standup" } }).pipe(Random.withSeed(seed))
    return { calls, key }
  })

  it.effect("is sent in the metadata, behind one page of rooms that is read", () =>
    Effect.gen(function* () {
      const { calls, key } = yield* withSeed("seed")
      const request = { roomLocked: false, metadata: { title: "Standup", idempotencyKey: key } }
      assert.deepStrictEqual(calls, [...pages(1), { operation: "createRoom", request }])
    })
  )

  it.effect("has 32 hex digits, decided by Random", () =>
    Effect.gen(function* () {
      const seeds = Array.from({ length: 64 }, (_, index) => `seed-${index}`)
      const keys = yield* Effect.forEach(seeds, (seed) => Effect.map(withSeed(seed), ({ key }) => key))
      for (const key of keys) assert.match(String(key), /^[0-9a-f]{32}$/)
      assert.strictEqual(new Set(keys).size, keys.length)
      const again = yield* Effect.forEach(seeds, (seed) => Effect.map(withSeed(seed), ({ key }) => key))
      assert.deepStrictEqual(again, keys)
    })
  )

  it.effect("is another one for each room", () =>
    Effect.gen(function* () {
      const service = creatingService(["answered", "answered"])
      const { rooms } = yield* serve(service)
      const once = yield* rooms.createOnce({})
      const again = yield* rooms.createOnce({}, {})
      assert.notStrictEqual(again.roomId, once.roomId)
    })
  )
})

describe("input that is rejected before anything is sent", () => {
  const noObject = "createRoom: metadata: expected an object"
  const taken = "createRoom: metadata.idempotencyKey: is where the key of createOnce goes"

  it.effect.each([
    { how: "an empty key", input: {}, options: { key: "" }, message: "createRoom: key: must not be empty" },
    { how: "metadata that is an array", input: { metadata: ["a"] }, message: noObject },
    { how: "metadata that is text", input: { metadata: "abc" }, message: noObject },
    { how: "metadata that is null", input: { metadata: null }, message: noObject },
    {
      how: "metadata that isn't JSON",
      input: { metadata: { at: undefined } },
      message: "createRoom: metadata.at: expected JSON value"
    },
    { how: "no boolean", input: { roomLocked: "yes" }, message: "createRoom: roomLocked: expected boolean" },
    { how: "another key in the metadata", input: { metadata: { idempotencyKey: "order-8" } }, message: taken },
    { how: "an empty key in the metadata", input: { metadata: { idempotencyKey: "" } }, message: taken },
    { how: "null for a key in the metadata", input: { metadata: { idempotencyKey: null } }, message: taken }
  ])("$how", ({ input, message, options }) =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve({})
      // Without a key, the one that is made goes where the caller's would.
      for (const each of options === undefined ? [{ key }, {}, undefined] : [options]) {
        const error = yield* Effect.flip(ask(rooms, input, each))
        assert.instanceOf(error, InvalidRequest)
        assert.strictEqual(error.message, message)
        assert.deepStrictEqual(error.evidence, makeEvidence("createRoom"))
      }
      assert.deepStrictEqual(calls, [])
    })
  )

  it.effect("but not metadata that has the key already", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve({ listRooms: roomsList({ count: 0 }), createRoom: () => created })
      yield* rooms.createOnce({ metadata: { idempotencyKey: key } }, { key })
      assert.deepStrictEqual(calls, [...pages(1), sent])
    })
  )

  // {"title":"","idempotencyKey":"order-7"} has 39 bytes, of which 27 come with the key.
  it.effect("metadata that is too large only together with the key", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve({})
      const error = yield* Effect.flip(rooms.createOnce({ metadata: { title: "a".repeat(10_202) } }, { key }))
      const evidence = makeEvidence("createRoom")
      assert.deepStrictEqual(plain(error), plain(new MetadataTooLarge({ bytes: 10_241, limit: 10_240, evidence })))
      assert.deepStrictEqual(calls, [])
    })
  )

  it.effect("but not metadata that is as large as it may be together with the key", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve({ listRooms: roomsList({ count: 0 }), createRoom: () => created })
      yield* rooms.createOnce({ metadata: { title: "a".repeat(10_201) } }, { key })
      assert.strictEqual(calls.length, 2)
    })
  )
})

describe("nothing is sent where the rooms cannot be read first", () => {
  it.effect("because a request fails", () =>
    Effect.gen(function* () {
      const unreadable = unexpectedStatus("listRooms")
      const { calls, rooms } = yield* serve({ listRooms: () => Effect.fail(unreadable) })
      assert.strictEqual(yield* Effect.flip(rooms.createOnce({}, { key })), unreadable)
      assert.strictEqual(yield* Effect.flip(rooms.createOnce({})), unreadable)
      assert.deepStrictEqual(calls, [...pages(1), ...pages(1)])
    })
  )

  it.effect("because the list leads nowhere: the error names the cursor", () =>
    Effect.gen(function* () {
      const stuck = roomsPage({ rooms: ["other-room"], current: 1, next: 1, count: 30 })
      const { calls, rooms } = yield* serve({ listRooms: inTurn(stuck, stuck) })
      const error = yield* Effect.flip(rooms.createOnce({}, { key }))
      assert.strictEqual(
        error.message,
        "listRooms: the response breaks the contract at nextCursor: the first page names 1 as the next cursor, which is not further down, while rows are still missing"
      )
      assert.deepStrictEqual(calls, pages(2))
    })
  )
})

describe("a create that is refused", () => {
  it.effect.each<CreateRoomError>([
    new Unauthorized({ evidence: evidenceFor("createRoom", 403) }),
    new InvalidRequest({ field: "", problem: "Bad Request", evidence: evidenceFor("createRoom", 400) }),
    new MetadataTooLarge({ bytes: 10_241, limit: 10_240, evidence: makeEvidence("createRoom") }),
    unexpectedStatus("createRoom")
  ])("fails at once: $_tag", (refused) =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve({
        listRooms: roomsList({ count: 0 }),
        createRoom: () => Effect.fail(refused)
      })
      assert.strictEqual(yield* Effect.flip(rooms.createOnce({}, { key })), refused)
      assert.deepStrictEqual(calls, [...pages(1), sent])
      // Nothing is in doubt: the next call begins again.
      assert.strictEqual(yield* Effect.flip(rooms.createOnce({}, { key })), refused)
      assert.deepStrictEqual(calls, [...pages(1), sent, ...pages(1), sent])
    })
  )
})
