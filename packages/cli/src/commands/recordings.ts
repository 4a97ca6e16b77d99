/**
 * `rooms recordings`
 */
import { SessionId } from "@effect-rooms/core/Identifier"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { action } from "../Action.ts"
import { connectionFlags } from "../Connection.ts"
import { outputFlags } from "../OutputFlags.ts"
import { allFlag, concurrencyFlag, cursorFlag, limitFlag } from "./flags.ts"

const flags = {
  sessionId: Flag.String("session").pipe(
    Flag.withDescription("Only the recordings of this session"),
    Flag.withMetavar("sessionId"),
    Flag.withSchema(SessionId),
    Flag.optional
  ),
  all: allFlag,
  cursor: cursorFlag,
  limit: limitFlag,
  concurrency: concurrencyFlag,
  ...outputFlags,
  ...connectionFlags
}

/** What `rooms recordings` was asked for. */
export type RecordingsInput = Command.Command.Config.Infer<typeof flags>

export const recordings = Command.make(
  "recordings",
  flags,
  action(() => import("../actions/recordings.ts"))
).pipe(
  Command.withDescription("List recordings"),
  Command.withExamples([{ command: "rooms recordings --all", description: "Every recording of the API key" }])
)
