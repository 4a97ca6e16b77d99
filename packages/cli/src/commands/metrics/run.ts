/**
 * What `rooms metrics` does.
 */
import { Metrics } from "@effect-rooms/core/Metrics"
import { UsageMetrics } from "@effect-rooms/core/UsageMetrics"
import * as Effect from "effect/Effect"
import { layerServices } from "../../connection/services.ts"
import { usageMetricsFields } from "../../output/fields.ts"
import { encodeWith, printAnswer } from "../../output/print.ts"
import type { MetricsInput } from "./flags.ts"

export const run = Effect.fnUntraced(
  function* (input: MetricsInput) {
    const metrics = yield* Metrics.use((metrics) => metrics.get)
    yield* printAnswer(metrics, input, {
      encode: encodeWith(UsageMetrics),
      fields: usageMetricsFields,
      columns: [
        { header: "SESSIONS", cell: ({ totalSessions }) => String(totalSessions) },
        { header: "MINUTES", cell: ({ totalDuration }) => String(totalDuration) },
        { header: "USERS", cell: ({ totalUsers }) => String(totalUsers) },
        { header: "RECORDINGS", cell: ({ recordingCount }) => String(recordingCount) },
        { header: "LIVESTREAMS", cell: ({ livestreamCount }) => String(livestreamCount) }
      ]
    })
  },
  (effect, input) => Effect.provide(effect, layerServices(input))
)
