import { SessionId } from "@effect-rooms/core/Identifier"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { connectionFlags } from "../../connection/flags.ts"
import { checkedFlag, idForm } from "../../flags/checked.ts"
import { allFlag, concurrencyFlag, cursorFlag, limitFlag, pageSizeFlag, verifyFlag } from "../../flags/lists.ts"
import { outputFlagsFor } from "../../output/flags.ts"
import { recordingFields } from "../../output/serviceFields.ts"
import { progressFlags } from "../../terminal/flags.ts"

/** The flags and arguments of `rooms recordings`. */
export const recordingsFlags = {
  sessionId: Flag.String("session").pipe(
    Flag.withDescription("List only the recordings of this session"),
    Flag.withMetavar("sessionId"),
    checkedFlag(SessionId, idForm),
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

/** The input of `rooms recordings`. */
export type RecordingsInput = Command.Command.Config.Infer<typeof recordingsFlags>
