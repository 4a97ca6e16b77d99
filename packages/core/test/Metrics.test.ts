import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { UsageMetrics } from "../src/UsageMetrics.ts"
import { sends, serve } from "./fixtures/backend.ts"
import { unexpectedStatus } from "./fixtures/errors.ts"
import { wireUsageMetrics } from "./fixtures/wire.ts"

describe("Metrics.get", () => {
  it.effect("returns the totals, and requests them again each time", () =>
    Effect.gen(function* () {
      const { calls, metrics } = yield* serve({ metrics: () => sends(UsageMetrics, wireUsageMetrics()) })
      assert.deepStrictEqual<unknown>(yield* metrics.get, wireUsageMetrics())
      yield* metrics.get
      assert.deepStrictEqual(calls, [
        { operation: "metrics", request: {} },
        { operation: "metrics", request: {} }
      ])
    })
  )

  it.effect("fails as the backend fails", () =>
    Effect.gen(function* () {
      const failure = unexpectedStatus("metrics")
      const { metrics } = yield* serve({ metrics: () => Effect.fail(failure) })
      assert.strictEqual(yield* Effect.flip(metrics.get), failure)
    })
  )
})
