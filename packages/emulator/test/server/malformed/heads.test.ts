import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "../../../src/index.ts"
import { assertRefused, prefix } from "../../fixtures/requests.ts"
import { answerOf, exchange, request, sendRaw } from "../../fixtures/sockets.ts"
import { roomCount } from "../../fixtures/wire.ts"
import { assertAlive } from "../../fixtures/worlds.ts"

const createPath = `${prefix}/rooms/create-room`
const metricsPath = `${prefix}/metrics`
const asJson = "content-type: application/json"
const body = '{"roomLocked":false}'

const create = (...headers: ReadonlyArray<string>) =>
  sendRaw("POST", createPath, [asJson, `content-length: ${body.length}`, ...headers], body)

const createInChunks = (...headers: ReadonlyArray<string>) =>
  sendRaw("POST", createPath, [asJson, ...headers], `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`)

describe("the host", () => {
  it.live.each(["GET", "POST", "BREW"])("is required: 400 for %s, with a message", (method) =>
    Effect.gen(function* () {
      const bytes = `${method} ${metricsPath} HTTP/1.1\r\nx-api-key: dev\r\n\r\n`
      const message = method === "BREW" ? /^the request is not valid HTTP/ : "header host: is missing"
      assertRefused(answerOf(yield* exchange(bytes)), 400, message)
      yield* assertAlive()
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("is required on admin routes and documents", () =>
    Effect.gen(function* () {
      for (const path of ["/__emulator/health", "/docs", "/nowhere"]) {
        assertRefused(answerOf(yield* exchange(`GET ${path} HTTP/1.1\r\n\r\n`)), 400, "header host: is missing")
      }
      const bytes = `POST ${createPath} HTTP/1.1\r\nx-api-key: dev\r\n${asJson}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
      assertRefused(answerOf(yield* exchange(bytes)), 400, "header host: is missing")
      assert.strictEqual(yield* roomCount, 0)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("is optional in HTTP/1.0", () =>
    Effect.gen(function* () {
      const answer = answerOf(yield* exchange(`GET ${metricsPath} HTTP/1.0\r\nx-api-key: dev\r\n\r\n`))
      assert.strictEqual(answer.status, 200)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live.each(["host: localhost", "HOST: elsewhere.test", "Host:"])(
    "can't be sent twice: %s after the first",
    (header) =>
      Effect.gen(function* () {
        assertRefused(yield* create(header), 400, "header host: is sent more than once")
        assert.strictEqual(yield* roomCount, 0)
      }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("an Expect header", () => {
  it.live.each(["pie", "200-ok"])("is rejected unless it is 100-continue: 417 for %s", (expect) =>
    Effect.gen(function* () {
      const message = `header expect: the emulator supports 100-continue, not ${expect}`
      assertRefused(yield* create(`expect: ${expect}`), 417, message)
      assert.strictEqual(yield* roomCount, 0)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("a protocol that a client offers", () => {
  it.live.each([
    { headers: ["upgrade: h2c", "connection: upgrade, http2-settings", "http2-settings: AAMAAABkAAQAAP__"] },
    { headers: ["upgrade: websocket", "connection: upgrade", "sec-websocket-version: 13", "sec-websocket-key: a"] },
    { headers: ["upgrade: anything", "connection: Upgrade"] }
  ])("is ignored, and the request gets a normal response: $headers", ({ headers }) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* create(...headers)).status, 201)
      assert.strictEqual((yield* createInChunks("transfer-encoding: chunked", ...headers)).status, 201)
      assert.strictEqual((yield* sendRaw("GET", metricsPath, headers)).status, 200)
      assert.strictEqual(yield* roomCount, 2)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("a body with an unsupported encoding", () => {
  it.live.each(["gzip", "br", "identity, gzip", "x"])("is rejected with 415 for its content encoding: %s", (encoding) =>
    Effect.gen(function* () {
      const message = `header content-encoding: ${encoding} is not supported`
      assertRefused(yield* create(`content-encoding: ${encoding}`), 415, message)
      assert.strictEqual(yield* roomCount, 0)
      assert.strictEqual((yield* create("Content-Encoding: Identity")).status, 201)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live.each(["gzip, chunked", "identity, chunked", "deflate,gzip,chunked"])(
    "is rejected with 400 for its transfer encoding: %s",
    (encoding) =>
      Effect.gen(function* () {
        const message = `header transfer-encoding: ${encoding} is not supported, only chunked`
        assertRefused(yield* createInChunks(`transfer-encoding: ${encoding}`), 400, message)
        assert.strictEqual(yield* roomCount, 0)
        assert.strictEqual((yield* createInChunks("Transfer-Encoding: Chunked")).status, 201)
      }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("a key that is sent twice", () => {
  it.live("is rejected, because it is ambiguous", () =>
    Effect.gen(function* () {
      const twice = ["x-api-key: dev", "X-Api-Key: dev"]
      assertRefused(yield* sendRaw("GET", metricsPath, twice), 401, "unknown API key")
      assert.strictEqual((yield* sendRaw("GET", metricsPath, twice.slice(1))).status, 200)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("a target", () => {
  it.live("with an invalid id is rejected for HEAD as for GET", () =>
    Effect.gen(function* () {
      const path = `${prefix}/rooms/room-details/%ff`
      assertRefused(yield* sendRaw("GET", path), 400, "path.roomId: not percent-encoded UTF-8, or too long")
      assert.strictEqual((yield* sendRaw("HEAD", path)).status, 400)
      assert.strictEqual((yield* sendRaw("DELETE", path)).status, 405)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live.each([
    { target: "*", status: 404 },
    { target: "http://[bad", status: 404 },
    { target: "http://localhost/nowhere", status: 404 },
    { target: `//elsewhere.test${metricsPath}`, status: 404 },
    { target: `${metricsPath}\\`, status: 404 },
    { target: `${metricsPath}/../metrics`, status: 404 },
    { target: `${metricsPath}#a?b=%ff`, status: 200 },
    { target: `${metricsPath}?`, status: 200 }
  ])("can be unusual but valid HTTP: $status for $target", ({ status, target }) =>
    Effect.gen(function* () {
      const answer = answerOf(yield* exchange(request("GET", target)))
      assert.strictEqual(answer.status, status)
      assert.strictEqual(answer.headers.get("content-type"), "application/json")
    }).pipe(Effect.provide(Emulator.layer()))
  )
})
