/**
 * Runs `rooms metrics`.
 */
import { Metrics } from "@effect-rooms/core/Metrics"
import { UsageMetrics } from "@effect-rooms/core/UsageMetrics"
import * as Effect from "effect/Effect"
import { layerServices } from "../../connection/services.ts"
import { columnsFor } from "../../output/columns.ts"
import { printAnswer } from "../../output/print.ts"
import { usageMetricsFields } from "../../output/serviceFields.ts"
import { encodeWith } from "../../output/View.ts"
import type { MetricsInput } from "./flags.ts"

export const run = Effect.fnUntraced(
  function* (input: MetricsInput) {
    const metrics = yield* Metrics.use((metrics) => metrics.get)
    yield* printAnswer(metrics, input, {
      encode: encodeWith(UsageMetrics),
      fields: usageMetricsFields,
      columns: columnsFor(UsageMetrics, [
        { field: "totalSessions", header: "SESSIONS", cell: ({ totalSessions }) => String(totalSessions) },
        { field: "totalDuration", header: "MINUTES", cell: ({ totalDuration }) => String(totalDuration) },
        { field: "totalUsers", header: "USERS", cell: ({ totalUsers }) => String(totalUsers) },
        { field: "recordingCount", header: "RECORDINGS", cell: ({ recordingCount }) => String(recordingCount) },
        { field: "livestreamCount", header: "LIVESTREAMS", cell: ({ livestreamCount }) => String(livestreamCount) }
      ])
    })
  },
  (effect, input) => Effect.provide(effect, layerServices(input))
)
