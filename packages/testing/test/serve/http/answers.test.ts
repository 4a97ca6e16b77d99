import { assert, describe, it } from "@effect/vitest"
import { PeerId } from "@effect-rooms/core/Identifier"
import { RoomsApi } from "@effect-rooms/core/RoomsApi"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as OpenApi from "effect/http-api/OpenApi"
import { TestClock } from "effect/testing"
import { World } from "../../../src/World.ts"
import { type Answer, create, get, layerHttpServer } from "../../fixtures/httpServer.ts"
import { atMinute, createRoom, createRooms, hold, minute, start } from "../../fixtures/worlds.ts"

const ada = PeerId.make("ada")
const grace = PeerId.make("grace")

const assertAnswered = (answer: Answer, status: number, body: unknown) => {
  assert.deepStrictEqual(answer.body, body)
  assert.strictEqual(answer.status, status)
  assert.strictEqual(answer.headers["content-type"], "application/json")
}

describe("the HTTP server", () => {
  it.effect("answers a create with 201, a message and the id in data", () =>
    Effect.gen(function* () {
      const created = yield* create('{"roomLocked":true,"metadata":{"title":"Stand-up","hostWallets":["0x1"]}}')
      assertAnswered(created, 201, { message: "room created successfully", data: { roomId: "kdh-hfmt-ztt" } })
      assertAnswered(yield* get("/rooms/room-details/kdh-hfmt-ztt"), 200, {
        roomId: "kdh-hfmt-ztt",
        roomLocked: true,
        metadata: { title: "Stand-up", hostWallets: ["0x1"] }
      })
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect("creates a room without metadata from a body with unknown fields", () =>
    Effect.gen(function* () {
      const created = yield* create('{"roomLocked":false,"hostDomain":"x"}')
      assertAnswered(created, 201, { message: "room created successfully", data: { roomId: "kdh-hfmt-ztt" } })
      assertAnswered(yield* get("/rooms/get-metadata/kdh-hfmt-ztt"), 200, { metadata: null })
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect.each(["application/json; charset=utf-8", "Application/JSON"])("accepts a body that is %s", (contentType) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* create('{"roomLocked":false}', { contentType })).status, 201)
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect("lists rooms with all fields of the page and of each room", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const first = yield* createRoom({ roomLocked: true, metadata: { title: "Stand-up" } })
      yield* TestClock.setTime(start + 1)
      const second = yield* createRoom()
      assertAnswered(yield* get("/rooms/get-rooms"), 200, {
        rooms: [
          { roomId: second, createdAt: start + 1, roomLocked: false, metadata: null },
          { roomId: first, createdAt: start, roomLocked: true, metadata: { title: "Stand-up" } }
        ],
        pageSize: 2,
        current: 1,
        nextCursor: null,
        prevCursor: 0,
        count: 2
      })
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect("lists the 10 rooms of the requested page and ignores limit", () =>
    Effect.gen(function* () {
      const roomIds = yield* createRooms(21)
      const rooms = (newest: number, count: number) =>
        Array.from({ length: count }, (_, index) => ({
          roomId: roomIds[newest - index],
          createdAt: start + newest - index,
          roomLocked: false,
          metadata: null
        }))
      assertAnswered(yield* get("/rooms/get-rooms?limit=3&cursor=2"), 200, {
        rooms: rooms(10, 10),
        pageSize: 10,
        current: 2,
        nextCursor: 3,
        prevCursor: 1,
        count: 21
      })
      assertAnswered(yield* get("/rooms/get-rooms?cursor=3"), 200, {
        rooms: rooms(0, 1),
        pageSize: 1,
        current: 3,
        nextCursor: null,
        prevCursor: 2,
        count: 21
      })
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect("returns the metadata of a room", () =>
    Effect.gen(function* () {
      const roomId = yield* createRoom({ metadata: { title: "日本語", nested: { list: [1, null, true] } } })
      assertAnswered(yield* get(`/rooms/get-metadata/${roomId}`), 200, {
        metadata: { title: "日本語", nested: { list: [1, null, true] } }
      })
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect("lists the sessions of a room, with no end for a running one, and skips cursor * limit", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom()
      const first = yield* hold(roomId, 0, 1)
      const second = yield* hold(roomId, 2, 3)
      yield* atMinute(4)
      const { sessionId } = yield* world.join(roomId)
      const rows = [
        { sessionId, startTime: start + 4 * minute, endTime: null },
        { sessionId: second, startTime: start + 2 * minute, endTime: start + 3 * minute },
        { sessionId: first, startTime: start, endTime: start + minute }
      ]
      const path = `/rooms/session-details?roomId=${roomId}`
      assertAnswered(yield* get(path), 200, { sessions: rows })
      assertAnswered(yield* get(`${path}&limit=2&cursor=0`), 200, { sessions: rows.slice(0, 2) })
      assertAnswered(yield* get(`${path}&limit=2&cursor=1`), 200, { sessions: rows.slice(2) })
      assertAnswered(yield* get(`${path}&limit=2&cursor=2`), 200, { sessions: [] })
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect("lists the participants of a session, with no exit time for those still there", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom()
      yield* atMinute(0)
      const { sessionId } = yield* world.join(roomId, { peerId: ada, metadata: { displayName: "Ada" } })
      yield* world.join(roomId, { peerId: grace })
      yield* atMinute(2)
      yield* world.leave(roomId, ada)
      assertAnswered(yield* get(`/rooms/participant-list?sessionId=${sessionId}`), 200, {
        participants: [
          { peerId: ada, joinTime: start, exitTime: start + 2 * minute, metadata: { displayName: "Ada" } },
          { peerId: grace, joinTime: start, exitTime: null, metadata: null }
        ]
      })
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect("lists the live participants of a room and their number", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom()
      yield* atMinute(0)
      yield* world.join(roomId, { peerId: ada, metadata: { displayName: "Ada" } })
      yield* world.join(roomId, { peerId: grace })
      assertAnswered(yield* get(`/live-sessions/participants/${roomId}`), 200, {
        count: 2,
        participants: [
          { peerId: ada, joinTime: start, metadata: { displayName: "Ada" } },
          { peerId: grace, joinTime: start, metadata: null }
        ]
      })
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect("lists recordings of the API key and of a session, by limit and cursor", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom()
      const quiet = yield* hold(roomId, 0, 1)
      const sessionId = yield* hold(roomId, 2, 3)
      const one = yield* world.record(sessionId, { recordingSize: 0.5 })
      const two = yield* world.record(sessionId)
      assertAnswered(yield* get("/recordings"), 200, { nextCursor: null, recordings: [two, one] })
      assertAnswered(yield* get("/recordings?limit=1"), 200, { nextCursor: 1, recordings: [two] })
      assertAnswered(yield* get(`/recordings?limit=1&cursor=1&sessionId=${sessionId}`), 200, {
        nextCursor: null,
        recordings: [one]
      })
      const none = { nextCursor: null, recordings: [] }
      assertAnswered(yield* get(`/recordings?sessionId=${quiet}`), 200, none)
      assertAnswered(yield* get("/recordings?sessionId=nope"), 200, none)
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect("returns the five metrics", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom()
      const sessionId = yield* hold(roomId, 0, 2)
      yield* world.record(sessionId)
      yield* world.livestream(roomId)
      yield* world.join(roomId)
      yield* atMinute(5)
      assertAnswered(yield* get("/metrics"), 200, {
        totalSessions: 2,
        totalDuration: 5,
        totalUsers: 2,
        recordingCount: 1,
        livestreamCount: 1
      })
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect("serves the contract as OpenAPI without a key", () =>
    Effect.gen(function* () {
      const { json, status } = yield* HttpClient.get("http://rooms.test/openapi.json")
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(yield* json, JSON.parse(JSON.stringify(OpenApi.fromApi(RoomsApi))))
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect("responds on any host, to many requests at a time", () =>
    Effect.gen(function* () {
      const origins = ["http://localhost:3000", "https://rooms.example.com", "http://[::1]", "http://rooms.test"]
      const answers = yield* Effect.forEach(
        Array.from({ length: 100 }, (_, index) => origins[index % 4] ?? ""),
        (origin) => create('{"roomLocked":false}', { origin }),
        { concurrency: "unbounded" }
      )
      assert.isTrue(answers.every(({ status }) => status === 201))
      assert.strictEqual(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 100)
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect("logs each request in the world", () =>
    Effect.gen(function* () {
      const roomId = yield* createRoom()
      yield* get(`/rooms/session-details?roomId=${roomId}&limit=2&cursor=1`)
      yield* get("/rooms/get-rooms?cursor=4")
      const entries = yield* (yield* World).log
      assert.deepStrictEqual<ReadonlyArray<unknown>>(
        entries.slice(1).map(({ input, operation, outcome }) => ({ input, operation, outcome })),
        [
          { input: { roomId, limit: 2, cursor: 1 }, operation: "listSessions", outcome: "Success" },
          { input: { cursor: 4 }, operation: "listRooms", outcome: "Success" }
        ]
      )
    }).pipe(Effect.provide(layerHttpServer()))
  )
})
