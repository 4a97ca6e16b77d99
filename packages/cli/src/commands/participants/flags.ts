import { SessionId } from "@effect-rooms/core/Identifier"
import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"
import { connectionFlags } from "../../connection/flags.ts"
import { checkedArgument, idForm } from "../../flags/checked.ts"
import { allRoomsFlag, concurrencyFlag, limitFlag, verifyFlag, windowFlags } from "../../flags/lists.ts"
import { outputFlagsFor } from "../../output/flags.ts"
import { roomParticipantFields } from "../../output/serviceFields.ts"
import { progressFlags } from "../../terminal/flags.ts"

/** The flags and arguments of `rooms participants`. */
export const participantsFlags = {
  sessionId: Argument.String("sessionId").pipe(
    Argument.withDescription("The id of a session"),
    checkedArgument(SessionId, idForm),
    Argument.optional
  ),
  allRooms: allRoomsFlag("List the participants of every session of every room"),
  ...windowFlags,
  limit: limitFlag,
  concurrency: concurrencyFlag,
  verify: verifyFlag,
  ...progressFlags,
  ...outputFlagsFor(roomParticipantFields),
  ...connectionFlags
}

/** The input of `rooms participants`. */
export type ParticipantsInput = Command.Command.Config.Infer<typeof participantsFlags>
