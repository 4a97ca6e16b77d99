/**
 * `rooms list`
 */
import * as Command from "effect/cli/Command"
import { handler } from "../handler.ts"
import { listFlags } from "./flags.ts"

export const list = Command.make(
  "list",
  listFlags,
  handler(() => import("./run.ts"))
).pipe(
  Command.withDescription("List rooms, newest first: one page of 10, unless --all or --limit asks for more"),
  Command.withShortDescription("List rooms, newest first"),
  Command.withAlias("ls"),
  Command.withExamples([
    { command: "rooms list --limit 50", description: "List the newest 50 rooms" },
    { command: "rooms list --all --format ndjson", description: "Print every room, one JSON object per line" },
    { command: 'rooms list --title "Stand-up"', description: "List the rooms with this title" },
    {
      command: "rooms list --all --concurrency 4 > rooms.ndjson",
      description: "Write a file, with four requests at a time"
    },
    {
      command: "rooms list --all --progress | gzip > rooms.ndjson.gz",
      description: "Show progress although stdout is a pipe"
    },
    { command: "rooms list --fake", description: "Try it without a service" }
  ])
)
