import type { Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { openTunnel, proxyFor } from "../../../src/node/unstable.ts"
import { serveConnections } from "../../fixtures/nodeServer.ts"

const target = { isTls: true, host: "rooms.test", port: 443 }

/** Asks a proxy for a tunnel that reacts to CONNECT; `timeoutMillis` is how long it may take. */
const tunnelOver = Effect.fnUntraced(function* (react: (socket: Socket) => void, timeoutMillis?: number) {
  const asked: Array<string> = []
  const closed = Promise.withResolvers<void>()
  const url = yield* serveConnections((socket) => {
    socket.on("close", () => closed.resolve())
    socket.once("data", (bytes) => {
      asked.push(bytes.toString("latin1").split("\r\n")[0] ?? "")
      react(socket)
    })
  })
  const proxy = Result.getOrThrow(proxyFor({ httpsProxy: url }, target))
  assert(proxy !== undefined)
  const opened = yield* Effect.callback<Result.Result<Socket, Error>>((resume) =>
    openTunnel(proxy, target, timeoutMillis, (result) => resume(Effect.succeed(result)))
  )
  return { asked, opened, url, closed: Effect.promise(() => closed.promise) }
})

describe("a tunnel", () => {
  it.live("has everything that came through it, also what came with the proxy's answer", () =>
    Effect.gen(function* () {
      const { asked, opened } = yield* tunnelOver((socket) => socket.write("HTTP/1.1 200 OK\r\n\r\nhello"))
      assert.deepStrictEqual(asked, ["CONNECT rooms.test:443 HTTP/1.1"])
      assert(Result.isSuccess(opened))
      const text = yield* Effect.callback<string>((resume) => {
        opened.success.once("data", (bytes) => resume(Effect.succeed(String(bytes))))
      })
      assert.strictEqual(text, "hello")
      opened.success.destroy()
    })
  )

  it.live("that the proxy refuses leaves no connection", () =>
    Effect.gen(function* () {
      const { closed, opened } = yield* tunnelOver((socket) => socket.write("HTTP/1.1 403 Forbidden\r\n\r\n"))
      assert.isTrue(Result.isFailure(opened))
      yield* closed
    })
  )

  it.live("that the proxy doesn't answer in time has failed, and leaves no connection", () =>
    Effect.gen(function* () {
      const { closed, opened, url } = yield* tunnelOver(() => {}, 20)
      assert(Result.isFailure(opened))
      assert.strictEqual(opened.failure.message, `no connection through the proxy ${url}: no answer within 20 ms`)
      assert.propertyVal(opened.failure, "syscall", "connect")
      yield* closed
    })
  )

  for (const answer of ["SSH-2.0-OpenSSH_9.6\r\n", ""]) {
    it.live(`through a server that is not a proxy fails: ${JSON.stringify(answer)}`, () =>
      Effect.gen(function* () {
        const { opened, url } = yield* tunnelOver((socket) => socket.end(answer))
        assert(Result.isFailure(opened))
        assert.include(opened.failure.message, `no connection through the proxy ${url}: `)
        assert.propertyVal(opened.failure, "syscall", "connect")
      })
    )
  }
})
