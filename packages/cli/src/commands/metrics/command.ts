/**
 * `rooms metrics`
 */
import * as Command from "effect/cli/Command"
import { handler } from "../handler.ts"
import { metricsFlags } from "./flags.ts"

export const metrics = Command.make(
  "metrics",
  metricsFlags,
  handler(() => import("./run.ts"))
).pipe(
  Command.withDescription("Show the usage totals of the API key"),
  Command.withExamples([
    { command: "rooms metrics", description: "Show sessions, minutes, users, recordings and livestreams" },
    { command: "rooms metrics --format json | jq .totalDuration", description: "Print only the minutes" }
  ])
)
