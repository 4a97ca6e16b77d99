/**
 * `rooms list`
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { connectionFlags } from "../../connection/flags.ts"
import { roomFields } from "../../output/fields.ts"
import { outputFlagsFor } from "../../output/flags.ts"
import { progressFlags } from "../../terminal/flags.ts"
import { action } from "../action.ts"
import { allFlag, concurrencyFlag, cursorFlag, limitFlag, verifyFlag } from "../sharedFlags.ts"

const flags = {
  all: allFlag,
  limit: limitFlag,
  cursor: cursorFlag,
  title: Flag.String("title").pipe(
    Flag.withDescription("Only rooms with exactly this title. Reads every page"),
    Flag.withMetavar("text"),
    Flag.optional
  ),
  concurrency: concurrencyFlag,
  verify: verifyFlag,
  ...progressFlags,
  ...outputFlagsFor(roomFields),
  ...connectionFlags
}

/** What `rooms list` was asked for. */
export type ListInput = Command.Command.Config.Infer<typeof flags>

export const list = Command.make(
  "list",
  flags,
  action(() => import("./run.ts"))
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
