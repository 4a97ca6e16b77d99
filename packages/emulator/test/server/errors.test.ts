import { assert, describe, it } from "@effect/vitest"
import { operations } from "@effect-rooms/core/unstable"
import * as Effect from "effect/Effect"
import { Emulator } from "../../src/index.ts"
import { Rooms, read } from "../fixtures/contract.ts"
import { assertRefused, create, get, send } from "../fixtures/requests.ts"
import { answerOf, connect, request } from "../fixtures/sockets.ts"
import { assertAlive, createRoom } from "../fixtures/worlds.ts"

const nine = Object.entries(operations).map(([name, { method, path }]) => ({
  name,
  method,
  path: path.replace("{roomId}", "room-1")
}))

const createPath = operations.createRoom.path

/** Returns the number of rooms. */
const count = Effect.gen(function* () {
  return (yield* read(Rooms, yield* get("/rooms/get-rooms"))).count
})

describe("401", () => {
  it.live.each(nine)("is the status of $name with a missing or unknown key", ({ method, path }) =>
    Effect.gen(function* () {
      assertRefused(yield* send(method, path, { apiKey: null }), 401, "the header x-api-key is missing")
      assertRefused(yield* send(method, path, { apiKey: "" }), 401, "the header x-api-key is missing")
      assertRefused(yield* send(method, path, { apiKey: "nope" }), 401, "unknown API key")
      assertRefused(yield* send(method, path, { apiKey: "Dev" }), 401, "unknown API key")
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("prevents the create", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* create({ roomLocked: false }, { apiKey: "nope" })).status, 401)
      assert.strictEqual(yield* count, 0)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("404", () => {
  it.live.each([
    { path: "/rooms/room-details/nope", message: "room not found" },
    { path: "/rooms/get-metadata/nope", message: "room not found" },
    { path: "/rooms/session-details?roomId=nope", message: "room not found" },
    { path: "/rooms/participant-list?sessionId=nope", message: "session not found" },
    { path: "/live-sessions/participants/nope", message: "no ongoing session" }
  ])("$path: $message", ({ message, path }) =>
    Effect.gen(function* () {
      assertRefused(yield* get(path), 404, message)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("is the status of the live participants of an idle room", () =>
    Effect.gen(function* () {
      assertRefused(yield* get(`/live-sessions/participants/${yield* createRoom()}`), 404, "no ongoing session")
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live.each(["/api/v2/sdk", "/api/v2/sdk/rooms", "/api/v1/sdk/metrics", "/metrics", "/__emulator"])(
    "is the status at %s, and the message names the path",
    (path) =>
      Effect.gen(function* () {
        assertRefused(yield* send("GET", `${path}?a=b`), 404, `there is nothing at ${path}`)
      }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("405", () => {
  it.live.each(nine)("is the status of $name for methods other than $method", ({ method: allowed, path }) =>
    Effect.gen(function* () {
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        if (method === allowed) continue
        const answer = yield* send(method, path)
        assertRefused(answer, 405, `${path} does not answer ${method}`)
        assert.strictEqual(answer.headers.get("allow"), allowed)
      }
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("400 names the field", () => {
  it.live.each([
    { query: "/rooms/get-rooms?cursor=-1", message: /^query\.cursor: expected an integer of at least 0$/ },
    { query: "/rooms/get-rooms?cursor=1.5", message: /^query\.cursor: ./ },
    { query: "/rooms/get-rooms?cursor=first", message: /^query\.cursor: ./ },
    { query: "/rooms/get-rooms?cursor=", message: /^query\.cursor: ./ },
    { query: "/rooms/get-rooms?cursor=1&cursor=2", message: /^query\.cursor: ./ },
    { query: "/rooms/session-details", message: /^query\.roomId: is missing$/ },
    { query: "/rooms/session-details?roomId=", message: /^query\.roomId: an id must not be empty/ },
    { query: "/rooms/session-details?roomId=..", message: /^query\.roomId: an id must not be empty/ },
    { query: "/rooms/session-details?roomId=a&limit=0", message: /^query\.limit: expected an integer of at least 1$/ },
    { query: "/rooms/session-details?roomId=a&limit=ten", message: /^query\.limit: ./ },
    { query: "/rooms/session-details?roomId=a&cursor=-1", message: /^query\.cursor: ./ },
    { query: "/rooms/participant-list", message: /^query\.sessionId: is missing$/ },
    { query: "/rooms/participant-list?sessionId=", message: /^query\.sessionId: an id must not be empty/ },
    { query: "/recordings?sessionId=", message: /^query\.sessionId: an id must not be empty/ },
    { query: "/recordings?limit=0", message: /^query\.limit: expected an integer of at least 1$/ },
    { query: "/recordings?cursor=-1", message: /^query\.cursor: ./ },
    { query: "/rooms/room-details/", message: /^path\.roomId: an id must not be empty/ },
    { query: "/rooms/get-metadata/", message: /^path\.roomId: an id must not be empty/ },
    { query: "/live-sessions/participants/", message: /^path\.roomId: an id must not be empty/ }
  ])("GET $query", ({ message, query }) =>
    Effect.gen(function* () {
      assertRefused(yield* get(query), 400, message)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live.each([
    { body: "{}", message: /^body\.roomLocked: is missing$/ },
    { body: '{"roomLocked":null}', message: /^body\.roomLocked: ./ },
    { body: '{"roomLocked":"true"}', message: /^body\.roomLocked: ./ },
    { body: '{"roomLocked":true,"metadata":null}', message: /^body\.metadata: expected an object$/ },
    { body: '{"roomLocked":true,"metadata":[]}', message: /^body\.metadata: expected an object$/ },
    { body: '{"roomLocked":true,"metadata":"{}"}', message: /^body\.metadata: expected an object$/ },
    { body: "null", message: /^body: ./ },
    { body: "[]", message: /^body: ./ },
    { body: "", message: /^body: ./ },
    { body: "{", message: /^body: expected a valid JSON body$/ },
    { body: '{"roomLocked":true}x', message: /^body: expected a valid JSON body$/ },
    { body: "\ufeff{", message: /^body: ./ }
  ])("POST of $body, which creates nothing", ({ body, message }) =>
    Effect.gen(function* () {
      assertRefused(yield* create(body), 400, message)
      assert.strictEqual(yield* count, 0)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("a POST without any body", () =>
    Effect.gen(function* () {
      assertRefused(yield* send("POST", createPath), 400, /^body: /)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("415", () => {
  it.live.each(["text/plain", "application/xml", "multipart/mixed"])("is the status for a body of %s", (contentType) =>
    Effect.gen(function* () {
      assertRefused(yield* create({ roomLocked: false }, { contentType }), 415, new RegExp(contentType))
      assert.strictEqual(yield* count, 0)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live.each(["application/json; charset=utf-8", "Application/JSON"])("isn't the status for %s", (contentType) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* create({ roomLocked: false }, { contentType })).status, 201)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("413", () => {
  it.live("is the status for more than 10 240 bytes of metadata in UTF-8, and prevents the create", () =>
    Effect.gen(function* () {
      const metadata = { t: `${"é".repeat((10_240 - 8) / 2)}x` }
      assertRefused(
        yield* create({ roomLocked: false, metadata }),
        413,
        "metadata has 10241 bytes as UTF-8 JSON; the limit is 10240"
      )
      assert.strictEqual(yield* count, 0)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  const largest = 1024 * 1024
  const json = '{"roomLocked":false}'
  const tooLarge = "the body is too large"

  it.live("isn't the status for a body of 1 MiB", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* create(json.padEnd(largest))).status, 201)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("is the status for a body over 1 MiB with a content-length", () =>
    Effect.gen(function* () {
      const connection = yield* connect
      const headers = ["content-type: application/json", `content-length: ${largest + 1}`]
      yield* connection.write(request("POST", createPath, headers, json.padEnd(largest + 1)))
      assertRefused(answerOf(yield* connection.closed), 413, tooLarge)
      assert.strictEqual(yield* count, 0)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("is the status for a chunked body over 1 MiB, before the body ends", () =>
    Effect.gen(function* () {
      const connection = yield* connect
      const headers = ["content-type: application/json", "transfer-encoding: chunked"]
      const half = `${(largest / 2).toString(16)}\r\n${json.padEnd(largest / 2)}\r\n`
      yield* connection.write(request("POST", createPath, headers, `${half}${half}1\r\n \r\n`))
      assertRefused(answerOf(yield* connection.closed), 413, tooLarge)
      assert.strictEqual(yield* count, 0)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("reaches a client that is still sending, and later requests succeed", () =>
    Effect.gen(function* () {
      assertRefused(yield* create(json.padEnd(20 * largest)), 413, tooLarge)
      yield* assertAlive()
    }).pipe(Effect.provide(Emulator.layer()))
  )
})
