/**
 * `rooms recordings`
 */
import { SessionId } from "@effect-rooms/core/Identifier"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { connectionFlags } from "../../connection/flags.ts"
import { recordingFields } from "../../output/fields.ts"
import { outputFlagsFor } from "../../output/flags.ts"
import { progressFlags } from "../../terminal/flags.ts"
import { action } from "../action.ts"
import { allFlag, concurrencyFlag, cursorFlag, limitFlag, pageSizeFlag, verifyFlag } from "../sharedFlags.ts"
import { download } from "./download/command.ts"

const flags = {
  sessionId: Flag.String("session").pipe(
    Flag.withDescription("List only the recordings of this session"),
    Flag.withMetavar("sessionId"),
    Flag.withSchema(SessionId),
    Flag.optional
  ),
  all: allFlag,
  limit: limitFlag,
  cursor: cursorFlag,
  pageSize: pageSizeFlag("the service's"),
  concurrency: concurrencyFlag,
  verify: verifyFlag,
  ...progressFlags,
  ...outputFlagsFor(recordingFields),
  ...connectionFlags
}

/** What `rooms recordings` was asked for. */
export type RecordingsInput = Command.Command.Config.Infer<typeof flags>

export const recordings = Command.make(
  "recordings",
  flags,
  action(() => import("./run.ts"))
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
