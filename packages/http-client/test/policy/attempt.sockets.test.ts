import type { Socket } from "node:net"
import { gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { RoomsHttpOptions } from "../../src/RoomsHttpOptions.ts"
import { failureOf, reasonOf } from "../fixtures/failure.ts"
import { deserted, serve, serveConnections } from "../fixtures/nodeServer.ts"
import { createRoom, metrics } from "../fixtures/operations.ts"
import { clientOn, transports } from "../fixtures/transports.ts"

// Retries would wait on the real clock. A create whose outcome is unknown is not sent again by the default policy either.
const once = { retry: false } as const

/** Does something to each connection once it has brought a whole head of a request. */
const afterRequest = (react: (socket: Socket) => void) => {
  const requests: Array<string> = []
  const server = serveConnections((socket) => {
    let head = ""
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      head += chunk
      if (!head.includes("\r\n\r\n")) return
      requests.push(head.slice(0, head.indexOf("\r\n")))
      head = ""
      react(socket)
    })
  })
  return Effect.map(server, (baseUrl) => ({ baseUrl, requests }))
}

describe.each(transports)("on $name", (transport) => {
  const fetching = (baseUrl: string, options?: Partial<RoomsHttpOptions>) => clientOn(transport, baseUrl, options)

  describe("a connection that is refused", () => {
    it.live("is a request that was never sent", () =>
      Effect.gen(function* () {
        const backend = yield* fetching(yield* deserted, once)
        const error = yield* failureOf(backend.metrics({}))
        assert.strictEqual(error._tag, "ServiceError")
        const reason = reasonOf(error, "Transport")
        assert.isFalse(reason.requestSent)
        assert.include(reason.description, "ECONNREFUSED")
        assert.isFalse("status" in error.evidence)
        assert.isAtLeast(error.evidence.attempts.length, 1)
      })
    )

    it.live("does not leave the outcome of a create unknown", () =>
      Effect.gen(function* () {
        const backend = yield* fetching(yield* deserted, once)
        const error = yield* failureOf(createRoom.run(backend))
        assert.strictEqual(error._tag, "ServiceError")
        assert.isFalse(reasonOf(error, "Transport").requestSent)
      })
    )
  })

  it.live("a port that fetch refuses is never connected to", () =>
    Effect.gen(function* () {
      const error = yield* failureOf(createRoom.run(yield* fetching("http://127.0.0.1:6666", once)))
      assert.strictEqual(error._tag, "ServiceError")
      assert.isFalse(reasonOf(error, "Transport").requestSent)
    })
  )

  describe("a connection that breaks after the request was sent", () => {
    for (const [name, react] of [
      ["reset", (socket: Socket) => socket.resetAndDestroy()],
      ["closed", (socket: Socket) => socket.end()],
      ["closed in the middle of the head", (socket: Socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-le")],
      ["answered with something else than HTTP", (socket: Socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n")]
    ] as const) {
      it.live(`may have been served: ${name}`, () =>
        Effect.gen(function* () {
          const { baseUrl, requests } = yield* afterRequest(react)
          const error = yield* failureOf((yield* fetching(baseUrl, once)).metrics({}))
          assert.strictEqual(error._tag, "ServiceError")
          const reason = reasonOf(error, "Transport")
          assert.isTrue(reason.requestSent)
          assert.notStrictEqual(reason.description, "")
          assert.isFalse("status" in error.evidence)
          assert.isAtLeast(requests.length, 1)
        })
      )

      it.live(`leaves the outcome of a create unknown, and it was sent once: ${name}`, () =>
        Effect.gen(function* () {
          const { baseUrl, requests } = yield* afterRequest(react)
          const error = yield* failureOf(createRoom.run(yield* fetching(baseUrl)))
          assert.strictEqual(error._tag, "CreateOutcomeUnknown")
          assert.isTrue(reasonOf(error, "Transport").requestSent)
          assert.deepStrictEqual(requests, ["POST /api/v2/sdk/rooms/create-room HTTP/1.1"])
        })
      )
    }
  })

  describe("a body that breaks off", () => {
    for (const [name, head] of [
      ["with a content-length", "content-length: 500"],
      ["in chunks", "transfer-encoding: chunked"]
    ] as const) {
      const chunk = name === "in chunks" ? '5\r\n{"mes' : '{"mes'
      const react = (socket: Socket) =>
        socket.end(`HTTP/1.1 200 OK\r\nx-request-id: request-7\r\n${head}\r\n\r\n${chunk}`)

      it.live(`is a transport failure with the status of its head: ${name}`, () =>
        Effect.gen(function* () {
          const { baseUrl } = yield* afterRequest(react)
          const error = yield* failureOf((yield* fetching(baseUrl, once)).metrics({}))
          const reason = reasonOf(error, "Transport")
          assert.isTrue(reason.requestSent)
          assert.match(reason.description, /^the body broke off: ./)
          assert.strictEqual(error.evidence.status, 200)
          assert.strictEqual(error.evidence.requestId, "request-7")
        })
      )

      it.live(`leaves the outcome of a create unknown, and it was sent once: ${name}`, () =>
        Effect.gen(function* () {
          const { baseUrl, requests } = yield* afterRequest(react)
          const error = yield* failureOf(createRoom.run(yield* fetching(baseUrl)))
          assert.strictEqual(error._tag, "CreateOutcomeUnknown")
          assert.isTrue(reasonOf(error, "Transport").requestSent)
          assert.strictEqual(requests.length, 1)
        })
      )

      it.live(`does not hide the status of an error: ${name}`, () =>
        Effect.gen(function* () {
          const { baseUrl } = yield* afterRequest((socket) =>
            socket.end(`HTTP/1.1 403 Forbidden\r\n${head}\r\n\r\n${chunk}`)
          )
          const error = yield* failureOf((yield* fetching(baseUrl)).metrics({}))
          assert.strictEqual(error._tag, "Unauthorized")
        })
      )
    }
  })

  describe("a body on a real socket", () => {
    it.live("may be compressed", () =>
      Effect.gen(function* () {
        const baseUrl = yield* serve((_, response) => {
          const body = gzipSync(JSON.stringify(metrics.answer))
          response.writeHead(200, { "content-encoding": "gzip", "content-length": body.length }).end(body)
        })
        assert.deepStrictEqual(yield* (yield* fetching(baseUrl)).metrics({}), metrics.answer)
      })
    )

    it.live("is refused where it unpacks to more than the limit", () =>
      Effect.gen(function* () {
        const baseUrl = yield* serve((_, response) => {
          const body = gzipSync(" ".repeat(100_000))
          response.writeHead(200, { "content-encoding": "gzip", "content-length": body.length }).end(body)
        })
        const backend = yield* fetching(baseUrl, { maxBodyBytes: 10_000 })
        const reason = reasonOf(yield* failureOf(backend.metrics({})), "InvalidResponse")
        assert.strictEqual(reason.problem, "the body is larger than 10000 bytes")
      })
    )

    it.live("may be missing: an error is what its status says, and a success is not enough", () =>
      Effect.gen(function* () {
        const statuses = [204, 403]
        const baseUrl = yield* serve((_, response) => void response.writeHead(statuses.shift() ?? 500).end())
        const backend = yield* fetching(baseUrl)
        const success = yield* failureOf(backend.metrics({}))
        assert.strictEqual(reasonOf(success, "InvalidResponse").problem, "the body is empty")
        assert.strictEqual(success.evidence.status, 204)
        assert.strictEqual((yield* failureOf(backend.metrics({})))._tag, "Unauthorized")
      })
    )
  })
})
