/**
 * `rooms metrics`
 */
import * as Command from "effect/cli/Command"
import { connectionFlags } from "../../connection/flags.ts"
import { usageMetricsFields } from "../../output/fields.ts"
import { outputFlagsFor } from "../../output/flags.ts"
import { action } from "../action.ts"

const flags = { ...outputFlagsFor(usageMetricsFields), ...connectionFlags }

/** What `rooms metrics` was asked for. */
export type MetricsInput = Command.Command.Config.Infer<typeof flags>

export const metrics = Command.make(
  "metrics",
  flags,
  action(() => import("./run.ts"))
).pipe(
  Command.withDescription("Show the usage totals of the API key"),
  Command.withExamples([
    { command: "rooms metrics", description: "Show sessions, minutes, users, recordings and livestreams" },
    { command: "rooms metrics --format json | jq .totalDuration", description: "Print only the minutes" }
  ])
)
