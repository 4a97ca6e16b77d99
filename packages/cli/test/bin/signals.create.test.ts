import type { ServerResponse } from "node:http"
import { createServer } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { start } from "../fixtures/process.ts"
import { sendJson, serve } from "../fixtures/server.ts"

const unknown =
  "rooms: interrupted: the room may or may not have been created; look for it before you create it again\n"

/** A service that does something with a create; `reached` is done when it has. */
const creating = (react: (response: ServerResponse) => void) =>
  Effect.gen(function* () {
    const reached = Promise.withResolvers<void>()
    const requests: Array<string> = []
    const url = yield* serve((request, response) => {
      requests.push(`${request.method}`)
      request.resume().on("end", () => {
        react(response)
        reached.resolve()
      })
    })
    return { url, requests, reached: Effect.promise(() => reached.promise) }
  })

/** A port of this machine that takes connections and never says anything. */
const silent = Effect.gen(function* () {
  const connected = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    socket.on("error", () => {}).on("data", () => connected.resolve())
  })
  const port = yield* Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0))
      })
    }),
    () => Effect.sync(() => server.close())
  )
  return { port, connected: Effect.promise(() => connected.promise) }
})

describe("rooms create", () => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    it.live(`that is interrupted by ${signal} while its request is in flight ends with 7 and says so`, () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { reached, requests, url } = yield* creating(() => {})
          const running = yield* start(["create", "--title", "Stand-up", "--base-url", url, "--api-key", "k"])
          yield* reached
          yield* running.signal(signal)
          assert.deepStrictEqual(yield* running.ended, { code: 7, stdout: "", stderr: unknown })
          assert.deepStrictEqual(requests, ["POST"])
        })
      )
    )
  }

  it.live("that is interrupted before the body of the answer is there ends with 7, as JSON for a script", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { reached, url } = yield* creating((response) => response.writeHead(201).flushHeaders())
        const args = ["create", "--title", "Stand-up", "--format", "json", "--base-url", url, "--api-key", "k"]
        const running = yield* start(args)
        yield* reached
        yield* running.signal("SIGINT")
        const { code, stderr, stdout } = yield* running.ended
        assert.deepStrictEqual([code, stdout], [7, ""])
        assert.deepStrictEqual(JSON.parse(stderr), {
          error: {
            _tag: "CreateInterrupted",
            message: "interrupted: the room may or may not have been created; look for it before you create it again",
            exitCode: 7,
            hint: "look for it before you create it again: rooms list --title Stand-up"
          }
        })
      })
    )
  )

  it.live("that is interrupted before it is connected ends with 130: nothing was sent", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { connected, port } = yield* silent
        const running = yield* start(["create", "--base-url", `https://127.0.0.1:${port}`, "--api-key", "k"])
        // The handshake of TLS has begun, and is never answered.
        yield* connected
        yield* running.signal("SIGINT")
        assert.deepStrictEqual(yield* running.ended, { code: 130, stdout: "", stderr: "" })
      })
    )
  )

  it.live("that is interrupted while it waits after a refusal ends with 130: there is no room", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { requests, url } = yield* creating((response) => {
          response.setHeader("retry-after", "20")
          sendJson(response, { message: "slow down" }, 429)
        })
        const running = yield* start(["create", "--verbose", "--base-url", url, "--api-key", "k"])
        yield* Effect.promise(() => running.stderr.shows("429"))
        yield* running.signal("SIGINT")
        const { code, stderr } = yield* running.ended
        assert.strictEqual(code, 130)
        assert.notInclude(stderr, "interrupted")
        assert.deepStrictEqual(requests, ["POST"])
      })
    )
  )
})
