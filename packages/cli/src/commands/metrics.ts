/**
 * `rooms metrics`
 */
import * as Command from "effect/cli/Command"
import { action } from "../Action.ts"
import { connectionFlags } from "../Connection.ts"
import { usageMetricsFields } from "../Fields.ts"
import { outputFlagsFor } from "../OutputFlags.ts"

const flags = { ...outputFlagsFor(usageMetricsFields), ...connectionFlags }

/** What `rooms metrics` was asked for. */
export type MetricsInput = Command.Command.Config.Infer<typeof flags>

export const metrics = Command.make(
  "metrics",
  flags,
  action(() => import("../actions/metrics.ts"))
).pipe(
  Command.withDescription("Show the usage totals of the API key"),
  Command.withExamples([
    { command: "rooms metrics", description: "Show sessions, minutes, users, recordings and livestreams" },
    { command: "rooms metrics --format json | jq .totalDuration", description: "Print only the minutes" }
  ])
)
