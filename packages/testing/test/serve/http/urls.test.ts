import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { fault } from "../../../src/Fault.ts"
import { World } from "../../../src/World.ts"
import { assertRefused, get, layerHttpServer, sendRaw } from "../../fixtures/httpServer.ts"
import { createRoom } from "../../fixtures/worlds.ts"

/** The input of the last operation in the world's log. */
const lastInput = Effect.flatMap(World, ({ log }) => Effect.map(log, (entries) => entries.at(-1)?.input))

describe("a path", () => {
  it.effect.each([
    { path: "a;b", roomId: "a;b" },
    { path: "a;b;c?d=1;2", roomId: "a;b;c" },
    { path: ";", roomId: ";" },
    { path: "a%3Bb;c", roomId: "a;b;c" },
    { path: "%61%2d%5F%7e%2E%30%7A", roomId: "a-_~.0z" },
    { path: "%2561%253B;", roomId: "%61%3B;" },
    { path: "%c3%a9;", roomId: "é;" }
  ])("can contain an id with semicolons or needless percent-encoding: $path", ({ path, roomId }) =>
    Effect.gen(function* () {
      for (const route of ["/rooms/room-details", "/rooms/get-metadata", "/live-sessions/participants"]) {
        assertRefused(yield* get(`${route}/${path}`), 404, /^(room not found|no ongoing session)$/)
        assert.deepStrictEqual(yield* lastInput, { roomId })
      }
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect("is a different path if it ends with a semicolon", () =>
    Effect.gen(function* () {
      assertRefused(yield* get("/metrics;"), 404, /^there is nothing at \/api\/v2\/sdk\/metrics%3B$/)
      assertRefused(yield* get("/rooms/get-rooms;cursor=2"), 404)
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect("has the same faults and quirks if it is needlessly percent-encoded", () =>
    Effect.gen(function* () {
      const world = yield* World
      yield* world.inject(fault("listRooms").times(1).respond(503))
      assert.strictEqual((yield* get("/rooms/get%2Drooms")).status, 503)
      yield* world.setQuirks({ roomsEnd: "absent" })
      assert.deepStrictEqual((yield* get("/%72ooms/%67et-rooms")).body, (yield* get("/rooms/get-rooms")).body)
    }).pipe(Effect.provide(layerHttpServer()))
  )
})

describe("a query", () => {
  it.effect.each([
    "/recordings?sessionId=%ff",
    "/recordings?sessionId=%",
    "/recordings?limit=3&other=%zz",
    "/recordings?%c3%28=1",
    "/rooms/get-rooms?%ed%a0%80",
    "/metrics?a=%E0%A4%A",
    "/nowhere?a=%ff"
  ])("is rejected unless it is percent-encoded UTF-8: %s", (path) =>
    Effect.gen(function* () {
      assertRefused(yield* get(path), 400, /^query: not percent-encoded UTF-8$/)
      assert.deepStrictEqual(yield* (yield* World).log, [])
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect("is rejected in the format of the service's quirks on the path of an operation", () =>
    Effect.gen(function* () {
      yield* (yield* World).setQuirks({ errorBody: "okFalse" })
      const { body, status } = yield* get("/metrics?%ff")
      assert.deepStrictEqual([status, body], [400, { ok: false, message: "query: not percent-encoded UTF-8" }])
      assertRefused(yield* get("/nowhere?%ff"), 400)
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect("is accepted if it is percent-encoded UTF-8, without the part after #", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* get("/recordings?sessionId=%c3%a9&100%25")).status, 200)
      assert.deepStrictEqual(yield* lastInput, { sessionId: "é" })
    }).pipe(Effect.provide(layerHttpServer()))
  )
})

describe("HEAD", () => {
  it.effect("behaves like GET, with its faults and quirks", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom()
      yield* world.inject(fault("roomDetails").times(1).respond(503))
      const head = sendRaw("HEAD", `/rooms/room-details/${roomId}`)
      assert.strictEqual((yield* head).status, 503)
      yield* world.setQuirks({ requestId: "x-request-id" })
      const { headers, status } = yield* head
      assert.deepStrictEqual([status, headers["x-request-id"]], [200, "request-00000001"])
    }).pipe(Effect.provide(layerHttpServer()))
  )
})
