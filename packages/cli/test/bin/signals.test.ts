import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { start } from "../fixtures/process.ts"
import { cursorOf, sendJson, serve } from "../fixtures/server.ts"
import { ndjson, planning, roomsPage1, standUp } from "../fixtures/wire.ts"

describe("SIGINT", () => {
  it.live("in the middle of a list ends it with 130, after the rows that there were", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const nextPage = Promise.withResolvers<void>()
        const url = yield* serve((request, response) =>
          cursorOf(request) === 1 ? sendJson(response, roomsPage1) : nextPage.resolve()
        )
        const running = yield* start(["list", "--all", "--base-url", url, "--api-key", "k"])
        yield* Effect.promise(() => running.stdout.shows(ndjson(planning, standUp)))
        yield* Effect.promise(() => nextPage.promise)
        yield* running.signal("SIGINT")
        assert.deepStrictEqual(yield* running.ended, { code: 130, stdout: ndjson(planning, standUp), stderr: "" })
      })
    )
  )

  it.live("gives up the request of a single answer", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const asked = Promise.withResolvers<void>()
        const closed = Promise.withResolvers<void>()
        const url = yield* serve((_, response) => {
          response.on("close", closed.resolve)
          asked.resolve()
        })
        const running = yield* start(["metrics", "--base-url", url, "--api-key", "k"])
        yield* Effect.promise(() => asked.promise)
        yield* running.signal("SIGINT")
        assert.deepStrictEqual(yield* running.ended, { code: 130, stdout: "", stderr: "" })
        yield* Effect.promise(() => closed.promise)
      })
    )
  )
})
