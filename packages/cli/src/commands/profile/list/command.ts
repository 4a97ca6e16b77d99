/**
 * `rooms profile list`
 */
import * as Command from "effect/cli/Command"
import { handler } from "../../handler.ts"
import { listFlags } from "./flags.ts"

export const list = Command.make(
  "list",
  listFlags,
  handler(() => import("./run.ts"))
).pipe(
  Command.withDescription("List profiles, without their API keys"),
  Command.withExamples([
    { command: "rooms profile list", description: "List names and base URLs, and which profile is current" }
  ])
)
