/**
 * `rooms recordings`
 */
import { SessionId } from "@effect-rooms/core/Identifier"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { action } from "../Action.ts"
import { connectionFlags } from "../Connection.ts"
import { recordingFields } from "../Fields.ts"
import { outputFlagsFor } from "../OutputFlags.ts"
import { progressFlags } from "../ProgressFlags.ts"
import { allFlag, concurrencyFlag, cursorFlag, limitFlag, pageSizeFlag, verifyFlag } from "./flags.ts"
import { download } from "./recordings/download.ts"

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
  action(() => import("../actions/recordings.ts"))
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
