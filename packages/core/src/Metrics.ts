/**
 * Usage metrics of the API key.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Backend, type RequestError } from "./Backend.ts"
import type { UsageMetrics } from "./UsageMetrics.ts"

/** The usage totals of the API key. */
export class Metrics extends Context.Service<
  Metrics,
  {
    /**
     * Reads the totals over everything that belongs to the API key.
     *
     * @example
     * ```ts
     * import { Metrics } from "@effect-rooms/core"
     * import { Effect } from "effect"
     *
     * const hours = Metrics.use((metrics) => metrics.get).pipe(Effect.map(({ totalDuration }) => totalDuration / 60))
     * ```
     */
    readonly get: Effect.Effect<UsageMetrics, RequestError>
  }
>()("@effect-rooms/core/Metrics") {
  static readonly layer: Layer.Layer<Metrics, never, Backend> = Layer.effect(
    Metrics,
    Effect.map(Backend, (backend) =>
      Metrics.of({
        get: Effect.withSpan(
          Effect.suspend(() => backend.metrics({})),
          "Metrics.get"
        )
      })
    )
  )
}
