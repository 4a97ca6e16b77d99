/**
 * `rooms participants`
 */
import { SessionId } from "@effect-rooms/core/Identifier"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { action } from "../Action.ts"
import { connectionFlags } from "../Connection.ts"
import { participantFields } from "../Fields.ts"
import { outputFlagsFor } from "../OutputFlags.ts"

const flags = {
  sessionId: Argument.String("sessionId").pipe(
    Argument.withDescription("The id of a session"),
    Argument.withSchema(SessionId)
  ),
  ...outputFlagsFor(participantFields),
  ...connectionFlags
}

/** What `rooms participants` was asked for. */
export type ParticipantsInput = Command.Command.Config.Infer<typeof flags>

export const participants = Command.make(
  "participants",
  flags,
  action(() => import("../actions/participants.ts"))
).pipe(
  Command.withDescription("List who took part in a session"),
  Command.withExamples([
    { command: "rooms participants session-id", description: "List who was there, and how long" },
    { command: "rooms participants session-id --format csv > participants.csv", description: "Write a spreadsheet" }
  ])
)
