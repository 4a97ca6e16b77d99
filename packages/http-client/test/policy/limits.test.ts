import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { failureOf, reasonOf } from "../fixtures/failure.ts"
import { serve, serveConnections } from "../fixtures/nodeServer.ts"
import { clientOn, transports } from "../fixtures/transports.ts"

describe.each(transports)("on $name", (transport) => {
  const over = (baseUrl: string) => clientOn(transport, baseUrl, { retry: { attempts: 2, baseDelay: 0 } })

  describe("an answer without end", () => {
    it.live("in its headers breaks off, and its connection is closed", () =>
      Effect.gen(function* () {
        let connections = 0
        let closed = 0
        const baseUrl = yield* serveConnections((socket) => {
          connections++
          socket.once("close", () => closed++)
          socket.write("HTTP/1.1 200 OK\r\n")
          const header = `x-bomb: ${"a".repeat(1_000)}\r\n`
          // Headers for as long as somebody reads them.
          const more = () => {
            while (!socket.destroyed && socket.write(header));
          }
          socket.on("drain", more)
          socket.once("data", more)
        })
        const backend = yield* over(baseUrl)
        reasonOf(yield* failureOf(backend.metrics({})), "Transport")
        assert.strictEqual(connections, 2)
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        assert.isAtLeast(closed, 1)
      })
    )

    it.live("of redirects ends with the first one: none is followed", () =>
      Effect.gen(function* () {
        let requests = 0
        const baseUrl = yield* serve(({ url }, response) => {
          requests++
          response.writeHead(302, { location: `${url}?again` }).end()
        })
        const backend = yield* over(baseUrl)
        assert.strictEqual(reasonOf(yield* failureOf(backend.metrics({})), "UnexpectedStatus").status, 302)
        assert.strictEqual(requests, 1)
      })
    )
  })

  describe("a name that does not resolve", () => {
    it.live("is a request that was never sent, and no unknown outcome of a create", () =>
      Effect.gen(function* () {
        // The top-level domain that never exists (RFC 6761).
        const backend = yield* over("https://rooms.invalid")
        assert.isFalse(reasonOf(yield* failureOf(backend.metrics({})), "Transport").requestSent)
        assert.isFalse(reasonOf(yield* failureOf(backend.createRoom({ roomLocked: false })), "Transport").requestSent)
      })
    )
  })
})
