import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { RoomId } from "../src/Identifier.ts"
import {
  CreatedRoom,
  CreateRoomRequest,
  ListRoomsRequest,
  Room,
  RoomDetails,
  RoomMetadata,
  RoomRequest,
  RoomsPage
} from "../src/Room.ts"
import { WireRoomDetails, WireRoomsPage } from "./fixtures/arbitraries.ts"
import { decode, describeFields, encode, refusal, whole, wrong, wrongOptional } from "./fixtures/schema.ts"
import { wireRoom, wireRoomDetails, wireRoomsPage } from "./fixtures/wire.ts"

const roomId = RoomId.make("room-1")
const createdAt = DateTime.makeUnsafe(1_700_000_000_000)

describe("Room", () => {
  it("reads the shape of the contract", () => {
    assert.deepStrictEqual(decode(Room, wireRoom()), {
      roomId,
      createdAt,
      roomLocked: false,
      metadata: Option.some({ title: "Standup", hosts: ["ada"] })
    })
  })

  it("reads a creation time in ISO 8601 and sends it as milliseconds", () => {
    const room = decode(Room, wireRoom({ createdAt: "2023-11-14T22:13:20.000Z" }))
    assert.deepStrictEqual(room.createdAt, createdAt)
    assert.strictEqual(encode(Room, room).createdAt, 1_700_000_000_000)
  })

  it.each([null, "null"])("reads metadata %j as none", (metadata) => {
    assert.deepStrictEqual(decode(Room, wireRoom({ metadata })).metadata, Option.none())
  })

  it("reads metadata that came as JSON text and sends it as an object", () => {
    const room = decode(Room, wireRoom({ metadata: '{"title":"Standup"}' }))
    assert.deepStrictEqual(encode(Room, room).metadata, { title: "Standup" })
  })

  describeFields({
    struct: Room,
    good: wireRoom(),
    fields: {
      roomId: { missing: "refused", wrong: wrong.id },
      createdAt: { missing: "refused", wrong: wrong.time },
      roomLocked: { missing: "refused", wrong: wrong.boolean },
      metadata: { missing: "refused", wrong: wrong.metadata }
    },
    inside: { schema: RoomsPage, at: "rooms[1].", wrap: (row) => wireRoomsPage({ rooms: [wireRoom(), row] }) }
  })
})

describe("RoomsPage", () => {
  it("reads the shape of the contract", () => {
    const page = decode(RoomsPage, wireRoomsPage())
    assert.deepStrictEqual(page, {
      rooms: [decode(Room, wireRoom())],
      pageSize: 1,
      current: 1,
      nextCursor: Option.some(2),
      prevCursor: Option.some(0),
      count: Option.some(104)
    })
  })

  it("ignores unknown fields in the page and in its rooms", () => {
    assert.deepStrictEqual(
      decode(RoomsPage, wireRoomsPage({ ok: true, rooms: [wireRoom({ region: "eu" })] })),
      decode(RoomsPage, wireRoomsPage())
    )
  })

  it("reads cursors that are null or absent as none, and sends them as null", () => {
    const { nextCursor, prevCursor, ...ends } = wireRoomsPage()
    const page = decode(RoomsPage, ends)
    assert.deepStrictEqual(page, decode(RoomsPage, { ...ends, nextCursor: null, prevCursor: null }))
    assert.deepStrictEqual<unknown>(encode(RoomsPage, page), { ...ends, nextCursor: null, prevCursor: null })
  })

  it("reads a cursor of 0 as 0", () => {
    assert.deepStrictEqual(decode(RoomsPage, wireRoomsPage({ nextCursor: 0 })).nextCursor, Option.some(0))
  })

  it("reads a count that is null or absent as none, and leaves it out of what is sent", () => {
    const { count, ...rest } = wireRoomsPage()
    const page = decode(RoomsPage, rest)
    assert.deepStrictEqual(page.count, Option.none())
    assert.deepStrictEqual(page, decode(RoomsPage, { ...rest, count: null }))
    assert.deepStrictEqual<unknown>(encode(RoomsPage, page), rest)
  })

  describeFields({
    struct: RoomsPage,
    good: wireRoomsPage(),
    fields: {
      rooms: { missing: "refused", wrong: wrong.list },
      pageSize: { missing: "refused", wrong: wrong.integer },
      current: { missing: "refused", wrong: wrong.integer },
      nextCursor: { missing: "accepted", wrong: wrongOptional.integer },
      prevCursor: { missing: "accepted", wrong: wrongOptional.integer },
      count: { missing: "accepted", wrong: wrongOptional.integer }
    },
    inside: whole(RoomsPage)
  })

  it.effect.prop("encodes a decoded value to the same JSON", [WireRoomsPage], ([wire]) =>
    Effect.sync(() => {
      assert.deepStrictEqual<unknown>(encode(RoomsPage, decode(RoomsPage, wire)), wire)
    })
  )
})

describe("RoomDetails", () => {
  it("reads the shape of the contract", () => {
    assert.deepStrictEqual(decode(RoomDetails, wireRoomDetails()), {
      roomId,
      roomLocked: true,
      metadata: Option.some({ title: "Standup" })
    })
  })

  it("reads a missing lock as absent, and leaves it out when encoding", () => {
    const { roomLocked, ...rest } = wireRoomDetails()
    const room = decode(RoomDetails, rest)
    assert.notProperty(room, "roomLocked")
    assert.deepStrictEqual<unknown>(encode(RoomDetails, room), rest)
  })

  it("ignores unknown fields", () => {
    assert.deepStrictEqual(
      decode(RoomDetails, wireRoomDetails({ createdAt: 1 })),
      decode(RoomDetails, wireRoomDetails())
    )
  })

  describeFields({
    struct: RoomDetails,
    good: wireRoomDetails(),
    fields: {
      roomId: { missing: "refused", wrong: wrong.id },
      roomLocked: { missing: "accepted", wrong: wrong.boolean },
      metadata: { missing: "refused", wrong: wrong.metadata }
    },
    inside: whole(RoomDetails)
  })

  it.effect.prop("encodes a decoded value to the same JSON", [WireRoomDetails], ([wire]) =>
    Effect.sync(() => {
      assert.deepStrictEqual<unknown>(encode(RoomDetails, decode(RoomDetails, wire)), wire)
    })
  )
})

describe("RoomMetadata", () => {
  it.each([
    [{ title: "Standup" }, Option.some({ title: "Standup" })],
    ['{"title":"Standup"}', Option.some({ title: "Standup" })],
    [null, Option.none()]
  ])("reads %j", (metadata, expected) => {
    assert.deepStrictEqual(decode(RoomMetadata, { metadata, extra: 1 }), { metadata: expected })
  })

  it("sends null for none", () => {
    assert.deepStrictEqual(encode(RoomMetadata, { metadata: Option.none() }), { metadata: null })
  })

  describeFields({
    struct: RoomMetadata,
    good: { metadata: null },
    fields: { metadata: { missing: "refused", wrong: wrong.metadata } },
    inside: whole(RoomMetadata)
  })
})

describe("CreatedRoom", () => {
  const good = { message: "Room created", data: { roomId: "room-1" } }

  it("reads the shape of the contract and ignores unknown fields", () => {
    const created = decode(CreatedRoom, { ok: true, message: "Room created", data: { roomId: "room-1", region: "eu" } })
    assert.deepStrictEqual(created, { message: "Room created", data: { roomId } })
    assert.deepStrictEqual(encode(CreatedRoom, created), good)
  })

  describeFields({
    struct: CreatedRoom,
    good,
    fields: {
      message: { missing: "refused", wrong: wrong.text },
      data: { missing: "refused", wrong: [null, [], "room-1"] }
    },
    inside: whole(CreatedRoom)
  })

  describeFields({
    struct: CreatedRoom.fields.data,
    good: good.data,
    fields: { roomId: { missing: "refused", wrong: wrong.id } },
    inside: { schema: CreatedRoom, at: "data.", wrap: (data) => ({ ...good, data }) }
  })
})

describe("requests", () => {
  it("a create is sent as the contract has it", () => {
    const metadata = { title: "Standup", hostWallets: ["0x1"] }
    assert.deepStrictEqual(encode(CreateRoomRequest, { roomLocked: true, metadata }), { roomLocked: true, metadata })
    assert.deepStrictEqual(encode(CreateRoomRequest, { roomLocked: false }), { roomLocked: false })
  })

  it("the metadata of a create is an object, never JSON text", () => {
    assert.strictEqual(refusal(CreateRoomRequest, { roomLocked: true, metadata: "{}" }).path, "metadata")
  })

  it("a list of rooms is asked for with or without a cursor", () => {
    assert.deepStrictEqual(encode(ListRoomsRequest, {}), {})
    assert.deepStrictEqual(encode(ListRoomsRequest, { cursor: 2 }), { cursor: 2 })
  })

  it("a room is asked for by its id", () => {
    assert.deepStrictEqual(encode(RoomRequest, { roomId }), { roomId: "room-1" })
    assert.strictEqual(refusal(Schema.toType(RoomRequest), { roomId: ".." }).path, "roomId")
  })
})
