import { once } from "node:events"
import { Duplex } from "node:stream"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "../../../src/index.ts"
import { refuseMalformed } from "../../../src/server/malformed.ts"
import { Rooms, read } from "../../fixtures/contract.ts"
import { assertRefused, get, prefix } from "../../fixtures/requests.ts"
import { answerOf, connect, exchange, request, sendRaw } from "../../fixtures/sockets.ts"
import { assertAlive } from "../../fixtures/worlds.ts"

const notHttp = "the request is not valid HTTP, or it broke off"
const createPath = `${prefix}/rooms/create-room`
const asJson = "content-type: application/json"

const assertNothingCreated = Effect.gen(function* () {
  assert.strictEqual((yield* read(Rooms, yield* get("/rooms/get-rooms"))).count, 0)
})

describe("invalid bytes", () => {
  it.live.each([
    { what: "binary", bytes: "\x00\x01\xff\xfe\r\n\r\n" },
    { what: "the beginning of TLS", bytes: "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" },
    { what: "HTTP/2", bytes: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" },
    { what: "HTTP of another version", bytes: "GET / HTTP/9.9\r\n\r\n" },
    { what: "a custom method", bytes: request("BREW", `${prefix}/metrics`) },
    { what: "a path in Latin-1", bytes: request("GET", `${prefix}/rooms/room-details/\xe9`) },
    { what: "a header without a name", bytes: request("GET", `${prefix}/metrics`, [": value"]) },
    { what: "a line break in a header", bytes: request("GET", `${prefix}/metrics`, ["x-api-key: dev\rx-other: 1"]) },
    { what: "a length that is none", bytes: request("POST", createPath, [asJson, "content-length: many"]) },
    {
      what: "two lengths",
      bytes: request("POST", createPath, [asJson, "content-length: 3", "transfer-encoding: chunked"], "0\r\n\r\n")
    },
    {
      what: "a chunk that is none",
      bytes: request("POST", createPath, [asJson, "transfer-encoding: chunked"], "zz\r\n")
    }
  ])("are rejected with a message: $what", ({ bytes }) =>
    Effect.gen(function* () {
      assertRefused(answerOf(yield* exchange(bytes)), 400, notHttp)
      yield* assertAlive()
      yield* assertNothingCreated
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("a request that is too large for the parser", () => {
  it.live("is rejected with 431 for its headers", () =>
    Effect.gen(function* () {
      const answer = yield* sendRaw("GET", `${prefix}/metrics`, [`x-large: ${"x".repeat(20_000)}`])
      assertRefused(answer, 431, "the request line and the headers are larger than 16384 bytes")
      yield* assertAlive()
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("is rejected with 431 for an id that is too long for a URL", () =>
    Effect.gen(function* () {
      assertRefused(yield* sendRaw("GET", `${prefix}/rooms/room-details/${"x".repeat(20_000)}`), 431, /16384 bytes/)
      yield* assertAlive()
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("is rejected with 413 for its chunk extensions", () =>
    Effect.gen(function* () {
      const body = `2;${"x".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`
      assertRefused(
        yield* sendRaw("POST", createPath, [asJson, "transfer-encoding: chunked"], body),
        413,
        "the chunk extensions of the body are too large"
      )
      yield* assertAlive()
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

const halves = [
  { where: "in its first line", bytes: `GET ${prefix}/rooms` },
  { where: "in its headers", bytes: `GET ${prefix}/metrics HTTP/1.1\r\nhost: localhost\r\nx-api` },
  { where: "in its body", bytes: request("POST", createPath, [asJson, "content-length: 20"], '{"roomLocked') },
  {
    where: "in a chunk",
    bytes: request("POST", createPath, [asJson, "transfer-encoding: chunked"], '14\r\n{"roomLocked":')
  }
]

describe("an incomplete request", () => {
  it.live.each(halves)("that ends $where is rejected with a message", ({ bytes }) =>
    Effect.gen(function* () {
      const connection = yield* connect
      yield* connection.write(bytes)
      yield* connection.end
      assertRefused(answerOf(yield* connection.closed), 400, notHttp)
      yield* assertAlive()
      yield* assertNothingCreated
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live.each(halves)("that is cut off $where doesn't affect other requests", ({ bytes }) =>
    Effect.gen(function* () {
      const connection = yield* connect
      yield* connection.write(bytes)
      yield* connection.reset
      yield* assertAlive()
      yield* assertNothingCreated
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("that is cut off in its body doesn't affect other requests", () =>
    Effect.gen(function* () {
      const connection = yield* connect
      const headers = [asJson, "content-length: 20", "expect: 100-continue"]
      yield* connection.write(request("POST", createPath, headers, '{"roomLocked'))
      yield* connection.received("100 Continue")
      yield* connection.reset
      yield* assertAlive()
      yield* assertNothingCreated
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("a client that disconnects", () => {
  it.live("before its response doesn't affect other requests", () =>
    Effect.gen(function* () {
      for (const path of ["/docs", "/openapi.json", `${prefix}/rooms/get-rooms`]) {
        const connection = yield* connect
        yield* connection.write(request("GET", path))
        yield* connection.reset
      }
      yield* assertAlive()
      assert.strictEqual((yield* sendRaw("GET", "/docs")).status, 200)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("an unsupported protocol", () => {
  it.live("closes the connection for a tunnel", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* exchange(request("CONNECT", "elsewhere.test:443")), "")
      yield* assertAlive()
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("is ignored in an upgrade request", () =>
    Effect.gen(function* () {
      const upgrade = ["upgrade: websocket", "connection: upgrade", "sec-websocket-version: 13"]
      assert.strictEqual((yield* sendRaw("GET", `${prefix}/metrics`, upgrade)).status, 200)
      yield* assertAlive()
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("gets 404 for OPTIONS *", () =>
    Effect.gen(function* () {
      assertRefused(yield* sendRaw("OPTIONS", "*"), 404, "there is nothing at *")
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("an error in the middle of a connection", () => {
  it.live("comes after the answers to the requests before it", () =>
    Effect.gen(function* () {
      const connection = yield* connect
      yield* connection.write(request("GET", `${prefix}/metrics`).replace("connection: close\r\n", ""))
      yield* connection.received("totalSessions")
      yield* connection.write("garbage\r\n\r\n")
      const received = yield* connection.closed
      assert.match(received, /^HTTP\/1\.1 200 /)
      assertRefused(answerOf(received.slice(received.lastIndexOf("HTTP/1.1"))), 400, notHttp)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("refuseMalformed", () => {
  /** A connection whose client never closes it, and the bytes sent to it. */
  const neverHungUp = () => {
    const sent: Array<string> = []
    const socket = new Duplex({
      read: () => {},
      write: (chunk, _encoding, done) => {
        sent.push(String(chunk))
        done()
      }
    })
    return { socket, sent }
  }

  it("closes the connection after its response, even if the client never does", async () => {
    const { sent, socket } = neverHungUp()
    const closed = once(socket, "close")
    refuseMalformed(new Error("Parse Error"), socket)
    await closed
    assertRefused(answerOf(sent.join("")), 400, notHttp)
  })

  it("sends its whole response, even if other requests are rejected meanwhile", async () => {
    const { socket } = neverHungUp()
    const happened: Array<string> = []
    socket.on("finish", () => happened.push("sent")).on("close", () => happened.push("closed"))
    const closed = once(socket, "close")
    for (const problem of ["first", "second", "third"]) refuseMalformed(new Error(problem), socket)
    await closed
    assert.deepStrictEqual(happened, ["sent", "closed"])
  })

  it("closes a connection that can't receive a response", async () => {
    const { sent, socket } = neverHungUp()
    socket.end()
    const closed = once(socket, "close")
    refuseMalformed(new Error("Parse Error"), socket)
    await closed
    assert.deepStrictEqual(sent, [])
  })
})
