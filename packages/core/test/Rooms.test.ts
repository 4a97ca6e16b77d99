import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { RoomNotFound, Unauthorized } from "../src/DomainError.ts"
import { RoomId } from "../src/Identifier.ts"
import { evidenceFor } from "../src/operations/evidence.ts"
import { CreatedRoom, RoomDetails, RoomMetadata, RoomsPage } from "../src/Room.ts"
import { inTurn, sends, serve, walk } from "./fixtures/backend.ts"
import { roomsList } from "./fixtures/lists.ts"
import { decode } from "./fixtures/schema.ts"
import { wireRoom, wireRoomDetails, wireRoomsPage } from "./fixtures/wire.ts"

const roomId = RoomId.make("room-1")
const created = sends(CreatedRoom, { message: "Room created", data: { roomId: "room-1" } })
const notFound = new RoomNotFound({ roomId, evidence: evidenceFor("roomDetails", 404) })

describe("Rooms.create", () => {
  it.effect("creates an unlocked room by default", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve({ createRoom: () => created })
      assert.deepStrictEqual(yield* rooms.create({}), { roomId, message: "Room created" })
      assert.deepStrictEqual(calls, [{ operation: "createRoom", request: { roomLocked: false } }])
    })
  )

  it.effect("sends the lock and the metadata of the caller", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve({ createRoom: () => created })
      const input = { roomLocked: true, metadata: { title: "Standup", hostWallets: ["0x1"] } }
      yield* rooms.create(input)
      assert.deepStrictEqual(calls, [{ operation: "createRoom", request: input }])
    })
  )

  it.effect("fails as the backend fails, and isn't sent again", () =>
    Effect.gen(function* () {
      const refused = new Unauthorized({ evidence: evidenceFor("createRoom", 401) })
      const { calls, rooms } = yield* serve({ createRoom: () => Effect.fail(refused) })
      assert.strictEqual(yield* Effect.flip(rooms.create({})), refused)
      assert.strictEqual(calls.length, 1)
    })
  )
})

describe("Rooms.get", () => {
  it.effect("returns the room", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve({ roomDetails: () => sends(RoomDetails, wireRoomDetails()) })
      assert.deepStrictEqual(yield* rooms.get(roomId), decode(RoomDetails, wireRoomDetails()))
      assert.deepStrictEqual(calls, [{ operation: "roomDetails", request: { roomId } }])
    })
  )

  it.effect("fails with RoomNotFound if the room doesn't exist", () =>
    Effect.gen(function* () {
      const { rooms } = yield* serve({ roomDetails: () => Effect.fail(notFound) })
      assert.strictEqual(yield* Effect.flip(rooms.get(roomId)), notFound)
    })
  )
})

describe("Rooms.metadata", () => {
  it.effect.each([
    { wire: { title: "Standup" }, metadata: Option.some({ title: "Standup" }) },
    { wire: '{"title":"Standup"}', metadata: Option.some({ title: "Standup" }) },
    { wire: null, metadata: Option.none() }
  ])("gives what was sent as $wire", ({ metadata, wire }) =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve({ roomMetadata: () => sends(RoomMetadata, { metadata: wire }) })
      assert.deepStrictEqual(yield* rooms.metadata(roomId), metadata)
      assert.deepStrictEqual(calls, [{ operation: "roomMetadata", request: { roomId } }])
    })
  )

  it.effect("fails with RoomNotFound if the room doesn't exist", () =>
    Effect.gen(function* () {
      const { rooms } = yield* serve({ roomMetadata: () => Effect.fail(notFound) })
      assert.strictEqual(yield* Effect.flip(rooms.metadata(roomId)), notFound)
    })
  )
})

describe("Rooms.page", () => {
  it.effect("returns the response to one request, with all its fields", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve({ listRooms: () => sends(RoomsPage, wireRoomsPage()) })
      assert.deepStrictEqual(yield* rooms.page(), decode(RoomsPage, wireRoomsPage()))
      yield* rooms.page({})
      yield* rooms.page({ cursor: 7 })
      assert.deepStrictEqual(calls, [
        { operation: "listRooms", request: {} },
        { operation: "listRooms", request: {} },
        { operation: "listRooms", request: { cursor: 7 } }
      ])
    })
  )
})

describe("Rooms.findByTitle", () => {
  const titled = (roomId: string, metadata: unknown) => wireRoom({ roomId, metadata })

  const page = (current: number, nextCursor: number | null, rooms: ReadonlyArray<unknown>) =>
    sends(RoomsPage, { rooms, pageSize: rooms.length, current, nextCursor, prevCursor: null })

  it.effect("emits every room with exactly this title", () =>
    Effect.gen(function* () {
      const { rooms } = yield* serve({
        listRooms: inTurn(
          page(1, 2, [
            titled("exact", { title: "Standup" }),
            titled("longer", { title: "Standup 2" }),
            titled("other-case", { title: "standup" }),
            titled("none", null)
          ]),
          page(2, null, [
            titled("no-title", { hosts: [] }),
            titled("not-text", { title: ["Standup"] }),
            titled("from-text", '{"title":"Standup"}')
          ])
        )
      })
      const { emitted, failure } = yield* walk(rooms.findByTitle("Standup"))
      assert.isUndefined(failure)
      assert.deepStrictEqual<ReadonlyArray<string>>(
        emitted.map((room) => room.roomId),
        ["exact", "from-text"]
      )
    })
  )

  it.effect("stops reading at the first match", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve({ listRooms: roomsList({ count: 30 }) })
      const first = yield* Stream.runHead(rooms.findByTitle("Standup"))
      assert.isTrue(Option.isSome(first))
      assert.strictEqual(calls.length, 1)
    })
  )
})
