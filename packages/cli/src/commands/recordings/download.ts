/**
 * `rooms recordings download`
 */
import { Limit } from "@effect-rooms/core/Cursor"
import { SessionId } from "@effect-rooms/core/Identifier"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { action } from "../../Action.ts"
import { connectionFlags } from "../../Connection.ts"
import { downloadFields } from "../../Fields.ts"
import { outputFlagsFor } from "../../OutputFlags.ts"
import { progressFlags } from "../../ProgressFlags.ts"

const flags = {
  to: Flag.String("to").pipe(
    Flag.withDescription("The folder to download into; it is made where it is missing"),
    Flag.withMetavar("dir")
  ),
  sessionId: Flag.String("session").pipe(
    Flag.withDescription("Only the recordings of this session"),
    Flag.withMetavar("sessionId"),
    Flag.withSchema(SessionId),
    Flag.optional
  ),
  ids: Flag.String("id").pipe(
    Flag.withDescription("Only this recording; may be given more than once"),
    Flag.withMetavar("recordingId"),
    Flag.atLeast(0)
  ),
  concurrency: Flag.Int("concurrency").pipe(
    Flag.withDescription("How many to download at a time. Default: 4"),
    Flag.withMetavar("n"),
    Flag.withSchema(Limit),
    Flag.withDefault(4)
  ),
  dryRun: Flag.Boolean("dry-run").pipe(
    Flag.withDescription("Say what is there and what is missing, and download nothing"),
    Flag.withDefault(false)
  ),
  ...progressFlags,
  ...outputFlagsFor(downloadFields),
  ...connectionFlags
}

/** What `rooms recordings download` was asked for. */
export type DownloadInput = Command.Command.Config.Infer<typeof flags>

export const download = Command.make(
  "download",
  flags,
  action(() => import("../../actions/recordings/download.ts"))
).pipe(
  Command.withDescription(
    "Download recordings. What is there is skipped, and what broke off goes on where it was. With --timeout a host that " +
      "says nothing is given up after that time, not after 30s. The API key is not sent to the hosts of the files."
  ),
  Command.withShortDescription("Download recordings into a folder, and resume what broke off"),
  Command.withExamples([
    { command: "rooms recordings download --to recordings", description: "Everything that is not there yet" },
    { command: "rooms recordings download --session s1 --to . --format json", description: "What one session left" },
    { command: "rooms recordings download --id r1 --id r2 --to .", description: "Two recordings" }
  ])
)
