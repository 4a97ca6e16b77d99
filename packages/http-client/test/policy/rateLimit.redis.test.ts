import { spawn } from "node:child_process"
import type { ServerResponse } from "node:http"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { serve } from "../fixtures/nodeServer.ts"
import { metrics } from "../fixtures/operations.ts"
import { childProcess, hasRedis, redisServer } from "./fixtures/redisServer.ts"

const limit = 4
const millisAPlace = 100
const clients = 2
const requests = 8
const program = fileURLToPath(new URL("./fixtures/redisClient.ts", import.meta.url))

/** A service that lets all clients start together, and notes when their requests arrive. */
const service = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const waiting: Array<ServerResponse> = []
  const arrivals: Array<number> = []
  const started = { at: Number.NaN }
  const baseUrl = yield* serve((request, response) => {
    if (request.url === "/start") {
      waiting.push(response)
      if (waiting.length < clients) return
      started.at = clock.currentTimeMillisUnsafe()
      for (const response of waiting) response.end()
      return
    }
    arrivals.push(clock.currentTimeMillisUnsafe())
    response.setHeader("content-type", "application/json").end(JSON.stringify(metrics.answer))
  })
  return { arrivals, baseUrl, started }
})

/** The output of a client program. */
const client = Effect.fnUntraced(function* (port: number, baseUrl: string) {
  const args = [program, String(port), baseUrl, String(requests)]
  const child = yield* childProcess(() => spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] }))
  return yield* Effect.callback<unknown>((resume) => {
    let printed = ""
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      printed += text
    })
    child.once("close", (code) =>
      resume(
        Effect.sync((): unknown => {
          assert.strictEqual(code, 0, printed)
          return JSON.parse(printed)
        })
      )
    )
  })
})

describe("a rate limit that is shared through Redis", () => {
  const skipped = hasRedis ? "" : " (SKIPPED: there is no redis-server on the PATH)"

  it.live.skipIf(!hasRedis)(`holds for two clients in two processes together${skipped}`, () =>
    Effect.gen(function* () {
      const { port } = yield* redisServer
      const { arrivals, baseUrl, started } = yield* service
      const printed = yield* Effect.replicateEffect(client(port, baseUrl), clients, { concurrency: clients })
      assert.deepStrictEqual(printed, [{ answered: requests }, { answered: requests }])
      assert.strictEqual(arrivals.length, clients * requests)
      // The first places are there at once, and one more every 100 milliseconds: none was taken before. A timer may be early.
      for (const [index, at] of arrivals.entries()) {
        const earliest = started.at + Math.max(0, index + 1 - limit) * millisAPlace
        assert.isAtLeast(at, earliest - 5, `request ${index + 1}`)
      }
    })
  )
})
