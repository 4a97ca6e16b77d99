/**
 * What `rooms metrics` does.
 */
import { Metrics } from "@effect-rooms/core/Metrics"
import { UsageMetrics } from "@effect-rooms/core/UsageMetrics"
import * as Effect from "effect/Effect"
import type { MetricsInput } from "../commands/metrics.ts"
import { usageMetricsFields } from "../Fields.ts"
import { encodeWith, printAnswer } from "../Output.ts"
import { layerServices } from "../Services.ts"

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
