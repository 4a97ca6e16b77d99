import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { CreateRoomError, Operations, RequestError } from "../src/Backend.ts"
import { CreateOutcomeUnknown, InvalidRequest, MetadataTooLarge, Unauthorized } from "../src/DomainError.ts"
import { answered, makeEvidence } from "../src/Evidence.ts"
import { RoomId } from "../src/Identifier.ts"
import type { OperationName } from "../src/Operation.ts"
import { CreatedRoom, type CreateRoomRequest, RoomsPage } from "../src/Room.ts"
import { type Call, inTurn, sends, serve } from "./fixtures/backend.ts"
import { plain, reset, timedOut, unexpectedStatus } from "./fixtures/errors.ts"
import { roomsList, roomsPage } from "./fixtures/lists.ts"
import { wireRoom } from "./fixtures/wire.ts"

const key = "order-7"
const created = sends(CreatedRoom, { message: "Room created", data: { roomId: "new-room" } })
const lost = new CreateOutcomeUnknown({ reason: reset, evidence: makeEvidence("createRoom", { elapsedMillis: 15 }) })

/** Where `createOnce` gives up: what the last create met, and the key to go on with. */
const unknownWithKey = plain(
  new CreateOutcomeUnknown({ reason: lost.reason, evidence: lost.evidence, idempotencyKey: key })
)

const sent: Call = { operation: "createRoom", request: { roomLocked: false, metadata: { idempotencyKey: key } } }
const look: Call = { operation: "listRooms", request: {} }

const names = (calls: ReadonlyArray<Call>): ReadonlyArray<OperationName> => calls.map(({ operation }) => operation)

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

/** A list that gets the room as soon as a create was sent, whatever is answered. */
const storing = (answer: Effect.Effect<CreatedRoom, CreateRoomError>) => {
  const stored: Array<CreateRoomRequest> = []
  return {
    createRoom: (request: CreateRoomRequest) => {
      stored.push(request)
      return answer
    },
    listRooms: () =>
      sends(RoomsPage, {
        rooms: stored.map(({ metadata }, index) => wireRoom({ roomId: `stored-${index}`, metadata })),
        pageSize: stored.length,
        current: 1,
        count: stored.length
      })
  } satisfies Partial<Operations>
}

describe("Rooms.createOnce", () => {
  it.effect("looks for the key, then sends it along with the lock and the metadata of the caller", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve({ listRooms: roomsList({ count: 3 }), createRoom: () => created })
      const room = yield* rooms.createOnce({ roomLocked: true, metadata: { title: "Standup" } }, { key })
      assert.deepStrictEqual(room, { roomId: RoomId.make("new-room"), message: "Room created" })
      assert.deepStrictEqual(calls, [
        look,
        {
          operation: "createRoom",
          request: { roomLocked: true, metadata: { title: "Standup", idempotencyKey: key } }
        }
      ])
    })
  )

  it.effect.each([
    { how: "an object", metadata: { idempotencyKey: key, title: "Other" } },
    { how: "JSON text", metadata: JSON.stringify({ idempotencyKey: key }) }
  ])("gives the room that has the key already, in metadata sent as $how, and sends none", ({ metadata }) =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve({ listRooms: () => listWith(metadata) })
      const room = yield* rooms.createOnce({}, { key })
      assert.strictEqual<string>(room.roomId, "found-room")
      assert.deepStrictEqual(calls, [look])
    })
  )

  it.effect.each([
    { how: "another key", metadata: { idempotencyKey: "order-8" } },
    { how: "a key that begins alike", metadata: { idempotencyKey: `${key}0` } },
    { how: "the key as a title", metadata: { title: key } },
    { how: "no metadata", metadata: null }
  ])("does not take a room with $how for its own", ({ metadata }) =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve({ listRooms: () => listWith(metadata), createRoom: () => created })
      const room = yield* rooms.createOnce({}, { key })
      assert.strictEqual<string>(room.roomId, "new-room")
      assert.deepStrictEqual(calls, [look, sent])
    })
  )

  it.effect("looks through the newest fifty rooms, and stops at the room", () =>
    Effect.gen(function* () {
      const listed = roomsList({ count: 200 })
      const withKeyOn =
        (page: number): Operations["listRooms"] =>
        (request) =>
          request.cursor === page
            ? sends(RoomsPage, {
                rooms: [wireRoom({ roomId: "found-room", metadata: { idempotencyKey: key } })],
                pageSize: 1,
                current: page,
                nextCursor: page + 1,
                count: 200
              })
            : listed(request)

      const third = yield* serve({ listRooms: withKeyOn(3) })
      assert.strictEqual<string>((yield* third.rooms.createOnce({}, { key })).roomId, "found-room")
      assert.deepStrictEqual(
        third.calls.map(({ request }) => request),
        [{}, { cursor: 2 }, { cursor: 3 }]
      )

      const sixth = yield* serve({ listRooms: withKeyOn(6), createRoom: () => created })
      assert.strictEqual<string>((yield* sixth.rooms.createOnce({}, { key })).roomId, "new-room")
      assert.deepStrictEqual(names(sixth.calls), [...Array<OperationName>(5).fill("listRooms"), "createRoom"])
    })
  )

  it.effect("finds the room that a lost answer left behind, and sends no second one", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve(storing(Effect.fail(lost)))
      const room = yield* rooms.createOnce({}, { key })
      assert.strictEqual<string>(room.roomId, "stored-0")
      assert.deepStrictEqual(calls, [look, sent, look])
    })
  )

  it.effect("is one room, also when it is called again", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve(storing(created))
      yield* rooms.createOnce({}, { key })
      const again = yield* rooms.createOnce({}, { key })
      assert.strictEqual<string>(again.roomId, "stored-0")
      assert.deepStrictEqual(calls, [look, sent, look])
    })
  )

  it.effect("sends the same room again after a lost answer that left none behind", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve({
        listRooms: roomsList({ count: 0 }),
        createRoom: inTurn<CreatedRoom, CreateRoomError>(Effect.fail(lost), created)
      })
      const room = yield* rooms.createOnce({}, { key })
      assert.strictEqual<string>(room.roomId, "new-room")
      assert.deepStrictEqual(calls, [look, sent, look, sent])
    })
  )

  it.effect("gives up after four lost answers, and says with which key to go on", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve({
        listRooms: roomsList({ count: 0 }),
        createRoom: () => Effect.fail(lost)
      })
      const error = yield* Effect.flip(rooms.createOnce({}, { key }))
      assert.deepStrictEqual(plain(error), unknownWithKey)
      assert.deepStrictEqual(calls, [look, sent, look, sent, look, sent, look, sent, look])
    })
  )

  it.effect.each([
    { how: "fails", list: Effect.fail(timedOut("listRooms")) },
    { how: "leads nowhere", list: roomsPage({ rooms: ["other-room"], current: 1, next: 1, count: 30 }) }
  ])("does not send again where the look-up after a lost answer $how", ({ list }) =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve({
        listRooms: inTurn<RoomsPage, RequestError>(roomsPage({ rooms: [], current: 1 }), list, list),
        createRoom: inTurn<CreatedRoom, CreateRoomError>(Effect.fail(lost))
      })
      const error = yield* Effect.flip(rooms.createOnce({}, { key }))
      assert.instanceOf(error, CreateOutcomeUnknown)
      assert.deepStrictEqual(plain(error), unknownWithKey)
      // A cursor that stands still is asked about once more.
      const probes = calls.length === 4 ? [{ operation: "listRooms", request: { cursor: 2 } }] : []
      assert.deepStrictEqual(calls, [look, sent, look, ...probes])
    })
  )

  it.effect("sends nothing where the first look-up fails", () =>
    Effect.gen(function* () {
      const unreadable = unexpectedStatus("listRooms")
      const { calls, rooms } = yield* serve({ listRooms: () => Effect.fail(unreadable) })
      assert.strictEqual(yield* Effect.flip(rooms.createOnce({}, { key })), unreadable)
      assert.deepStrictEqual(calls, [look])
    })
  )

  it.effect("sends nothing where the first look-up leads nowhere, and names the cursor", () =>
    Effect.gen(function* () {
      const stuck = roomsPage({ rooms: ["other-room"], current: 1, next: 1, count: 30 })
      const { calls, rooms } = yield* serve({ listRooms: inTurn(stuck, stuck) })
      const error = yield* Effect.flip(rooms.createOnce({}, { key }))
      assert.strictEqual(
        error.message,
        "listRooms: the answer breaks the contract at nextCursor: the page that comes first names 1 as the next one, which is not ahead of it, while rows are still missing"
      )
      assert.deepStrictEqual(calls, [look, { operation: "listRooms", request: { cursor: 2 } }])
    })
  )

  it.effect.each<CreateRoomError>([
    new Unauthorized({ evidence: answered("createRoom", 403) }),
    new InvalidRequest({ field: "", problem: "Bad Request", evidence: answered("createRoom", 400) }),
    new MetadataTooLarge({ bytes: 10_241, limit: 10_240, evidence: makeEvidence("createRoom") }),
    unexpectedStatus("createRoom")
  ])("fails at once where the create is refused: $_tag", (refused) =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve({
        listRooms: roomsList({ count: 0 }),
        createRoom: () => Effect.fail(refused)
      })
      assert.strictEqual(yield* Effect.flip(rooms.createOnce({}, { key })), refused)
      assert.deepStrictEqual(calls, [look, sent])
    })
  )

  it.effect("refuses an empty key before anything is sent", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve({})
      const error = yield* Effect.flip(rooms.createOnce({}, { key: "" }))
      assert.instanceOf(error, InvalidRequest)
      assert.strictEqual(error.message, "createRoom: key: must not be empty")
      assert.deepStrictEqual(calls, [])
    })
  )
})
