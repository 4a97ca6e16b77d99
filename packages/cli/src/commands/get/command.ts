/**
 * `rooms get`
 */
import * as Command from "effect/cli/Command"
import { handler } from "../handler.ts"
import { getFlags } from "./flags.ts"

export const get = Command.make(
  "get",
  getFlags,
  handler(() => import("./run.ts"))
).pipe(
  Command.withDescription("Show one room"),
  Command.withExamples([
    { command: "rooms get abc-defg-hij", description: "Show whether it is locked, and its metadata" },
    { command: "rooms get abc-defg-hij --format json | jq .metadata", description: "Print only the metadata" }
  ])
)
