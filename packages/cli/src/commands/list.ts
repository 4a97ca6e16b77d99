/**
 * `rooms list`
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { action } from "../Action.ts"
import { connectionFlags } from "../Connection.ts"
import { outputFlags } from "../OutputFlags.ts"
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
  ...outputFlags,
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
    { command: 'rooms list --title "Stand-up"', description: "The rooms with this title" }
  ])
)
