/**
 * `rooms recordings`
 */
import * as Command from "effect/cli/Command"
import { handler } from "../handler.ts"
import { download } from "./download/command.ts"
import { recordingsFlags } from "./flags.ts"

export const recordings = Command.make(
  "recordings",
  recordingsFlags,
  handler(() => import("./run.ts"))
).pipe(
  Command.withSubcommands([download]),
  Command.withDescription(
    "List recordings: one page, unless --all or --limit asks for more\n\n`rooms recordings download` downloads them."
  ),
  Command.withShortDescription("List recordings, or download them"),
  Command.withExamples([
    { command: "rooms recordings --all", description: "List every recording" },
    { command: "rooms recordings download --to recordings", description: "Download their files" }
  ])
)
