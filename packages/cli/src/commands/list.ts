/**
 * `rooms list`
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { action } from "../Action.ts"
import { connectionFlags } from "../Connection.ts"
import { roomFields } from "../Fields.ts"
import { outputFlagsFor } from "../OutputFlags.ts"
import { progressFlags } from "../ProgressFlags.ts"
import { allFlag, concurrencyFlag, cursorFlag } from "./flags.ts"

const flags = {
  all: allFlag,
  cursor: cursorFlag,
  title: Flag.String("title").pipe(
    Flag.withDescription("Only rooms with exactly this title; reads all pages"),
    Flag.withMetavar("text"),
    Flag.optional
  ),
  concurrency: concurrencyFlag,
  ...progressFlags,
  ...outputFlagsFor(roomFields),
  ...connectionFlags
}

/** What `rooms list` was asked for. */
export type ListInput = Command.Command.Config.Infer<typeof flags>

export const list = Command.make(
  "list",
  flags,
  action(() => import("../actions/list.ts"))
).pipe(
  Command.withDescription("List rooms, newest first"),
  Command.withExamples([
    { command: "rooms list --all --format ndjson", description: "Every room, one JSON object a line" },
    { command: 'rooms list --title "Stand-up"', description: "The rooms with this title" },
    { command: "rooms list --all --concurrency 4 > rooms.ndjson", description: "Into a file, four pages at a time" },
    {
      command: "rooms list --all --progress | gzip > rooms.ndjson.gz",
      description: "Through a pipe, and tell how far it is"
    },
    { command: "rooms list --fake", description: "What it looks like, without any service" }
  ])
)
