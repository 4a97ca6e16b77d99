/**
 * `rooms participants`
 */
import { SessionId } from "@effect-rooms/core/Identifier"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { connectionFlags } from "../../connection/flags.ts"
import { roomParticipantFields } from "../../output/fields.ts"
import { outputFlagsFor } from "../../output/flags.ts"
import { progressFlags } from "../../terminal/flags.ts"
import { action } from "../action.ts"
import { allRoomsFlag, concurrencyFlag, limitFlag, verifyFlag, windowFlags } from "../sharedFlags.ts"

const flags = {
  sessionId: Argument.String("sessionId").pipe(
    Argument.withDescription("The id of a session"),
    Argument.withSchema(SessionId),
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

/** What `rooms participants` was asked for. */
export type ParticipantsInput = Command.Command.Config.Infer<typeof flags>

export const participants = Command.make(
  "participants",
  flags,
  action(() => import("./run.ts"))
).pipe(
  Command.withDescription(
    "List who took part in a session, or in all sessions of all rooms\n\n" +
      "Each stay is a row: someone who left and came back has two. --all-rooms adds the room and the session to each."
  ),
  Command.withShortDescription("List who took part in one session or in all of them"),
  Command.withExamples([
    { command: "rooms participants session-id", description: "List who was there, and how long" },
    { command: "rooms participants session-id --format csv > participants.csv", description: "Write a spreadsheet" },
    {
      command: "rooms participants --all-rooms --since 7d --concurrency 8 --format csv > attendance.csv",
      description: "Write the attendance of a week, with eight requests at a time"
    }
  ])
)
