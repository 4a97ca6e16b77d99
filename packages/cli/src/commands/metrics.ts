/**
 * `rooms metrics`
 */
import { Metrics } from "@effect-rooms/core"
import { UsageMetrics } from "@effect-rooms/core/UsageMetrics"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { connectionFlags, layerServices } from "../Connection.ts"
import { encodeWith, formatFlag, printAnswer } from "../Output.ts"

export const metrics = Command.make(
  "metrics",
  { ...formatFlag, ...connectionFlags },
  Effect.fnUntraced(
    function* ({ format }) {
      const metrics = yield* Metrics.use((metrics) => metrics.get)
      yield* printAnswer(metrics, format, {
        encode: encodeWith(UsageMetrics),
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
).pipe(Command.withDescription("Read the usage totals of the API key"))
