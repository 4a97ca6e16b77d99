/**
 * `rooms create`
 */
import * as Command from "effect/cli/Command"
import { handler } from "../handler.ts"
import { createFlags } from "./flags.ts"

export const create = Command.make(
  "create",
  createFlags,
  handler(() => import("./run.ts"))
).pipe(
  Command.withDescription("Create a room"),
  Command.withExamples([
    { command: 'rooms create "Stand-up" --locked', description: "Create a locked room with a title" },
    { command: "rooms create --metadata @room.json", description: "Read metadata from a file" },
    { command: "rooms create --metadata @room.json --dry-run", description: "See what would be sent" }
  ])
)
