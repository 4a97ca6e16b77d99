import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "../../src/index.ts"
import { CreatedRoom, Rooms, read } from "../fixtures/contract.ts"
import { assertWithin, onlyRoom, timed } from "../fixtures/past.ts"
import { create, get, jsonOf } from "../fixtures/requests.ts"
import { createRoom, emptyRooms } from "../fixtures/worlds.ts"

describe("POST /rooms/create-room", () => {
  it.live("responds with 201, a message and the id of the room", () =>
    Effect.gen(function* () {
      const answer = yield* read(CreatedRoom, yield* create({ roomLocked: false }), 201)
      assert.strictEqual(answer.message, "room created successfully")
      assert.deepStrictEqual((yield* onlyRoom).roomId, answer.data.roomId)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("keeps every JSON value of the metadata, and every character", () =>
    Effect.gen(function* () {
      const metadata = {
        title: 'Jürgen & 佐藤 "💥" \u0000',
        hostWallets: ["0x1", "0x2"],
        deep: { list: [null, true, -0.5, { a: [] }] },
        constructor: "not the function",
        "": ""
      }
      const { data } = yield* read(CreatedRoom, yield* create({ roomLocked: true, metadata }), 201)
      assert.deepStrictEqual(jsonOf(yield* get(`/rooms/get-metadata/${data.roomId}`)), { metadata })
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("accepts metadata of exactly 10 240 bytes", () =>
    Effect.gen(function* () {
      const metadata = { t: "é".repeat((10_240 - 8) / 2) }
      assert.strictEqual(new TextEncoder().encode(JSON.stringify(metadata)).length, 10_240)
      assert.strictEqual((yield* create({ roomLocked: false, metadata })).status, 201)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("GET /rooms/get-rooms", () => {
  it.live("lists a room with exactly the fields of the contract", () =>
    Effect.gen(function* () {
      const { value: roomId, ...created } = yield* timed(createRoom())
      const answer = yield* read(Rooms, yield* get("/rooms/get-rooms"))
      const createdAt = answer.rooms[0]?.createdAt ?? 0
      assertWithin(createdAt, created)
      assert.deepStrictEqual(answer, {
        rooms: [{ roomId, createdAt, roomLocked: false, metadata: null }],
        pageSize: 1,
        current: 1,
        nextCursor: null,
        prevCursor: 0,
        count: 1
      })
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("returns 10 rooms per page, newest first, and each cursor leads to the next page", () =>
    Effect.gen(function* () {
      const first = yield* read(Rooms, yield* get("/rooms/get-rooms"))
      const second = yield* read(Rooms, yield* get(`/rooms/get-rooms?cursor=${first.nextCursor}`))
      const third = yield* read(Rooms, yield* get(`/rooms/get-rooms?cursor=${second.nextCursor}`))
      const pages = [first, second, third]
      assert.deepStrictEqual(
        pages.map(({ rooms, ...page }) => [rooms.length, page]),
        [
          [10, { pageSize: 10, current: 1, nextCursor: 2, prevCursor: 0, count: 23 }],
          [10, { pageSize: 10, current: 2, nextCursor: 3, prevCursor: 1, count: 23 }],
          [3, { pageSize: 3, current: 3, nextCursor: null, prevCursor: 2, count: 23 }]
        ]
      )
      assert.strictEqual(new Set(pages.flatMap(({ rooms }) => rooms.map(({ roomId }) => roomId))).size, 23)
      const newest = yield* createRoom()
      assert.strictEqual((yield* read(Rooms, yield* get("/rooms/get-rooms"))).rooms[0]?.roomId, newest)
    }).pipe(Effect.provide(Emulator.layer({ scenario: emptyRooms(23) })))
  )

  it.live("returns an empty page after the last one", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(jsonOf(yield* get("/rooms/get-rooms?cursor=9")), {
        rooms: [],
        pageSize: 0,
        current: 9,
        nextCursor: null,
        prevCursor: 8,
        count: 1
      })
    }).pipe(Effect.provide(Emulator.layer({ scenario: emptyRooms(1) })))
  )
})

describe("GET /rooms/room-details/{roomId} and /rooms/get-metadata/{roomId}", () => {
  it.live("return the room, its lock and its metadata", () =>
    Effect.gen(function* () {
      const metadata = { title: "Stand-up" }
      const { data } = yield* read(CreatedRoom, yield* create({ roomLocked: true, metadata }), 201)
      const details = yield* get(`/rooms/room-details/${data.roomId}`)
      assert.strictEqual(details.status, 200)
      assert.deepStrictEqual(jsonOf(details), { roomId: data.roomId, roomLocked: true, metadata })
      const stored = yield* get(`/rooms/get-metadata/${data.roomId}`)
      assert.strictEqual(stored.status, 200)
      assert.deepStrictEqual(jsonOf(stored), { metadata })
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("return null for a room without metadata", () =>
    Effect.gen(function* () {
      const roomId = yield* createRoom()
      assert.deepStrictEqual(jsonOf(yield* get(`/rooms/room-details/${roomId}`)), {
        roomId,
        roomLocked: false,
        metadata: null
      })
      assert.deepStrictEqual(jsonOf(yield* get(`/rooms/get-metadata/${roomId}`)), { metadata: null })
    }).pipe(Effect.provide(Emulator.layer()))
  )
})
