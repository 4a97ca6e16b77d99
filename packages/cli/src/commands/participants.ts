/**
 * `rooms participants`
 */
import { SessionId } from "@effect-rooms/core/Identifier"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { action } from "../Action.ts"
import { connectionFlags } from "../Connection.ts"
import { outputFlags } from "../OutputFlags.ts"

const flags = {
  sessionId: Argument.String("sessionId").pipe(
    Argument.withDescription("The id of a session"),
    Argument.withSchema(SessionId)
  ),
  ...outputFlags,
  ...connectionFlags
}

/** What `rooms participants` was asked for. */
export type ParticipantsInput = Command.Command.Config.Infer<typeof flags>

export const participants = Command.make(
  "participants",
  flags,
  action(() => import("../actions/participants.ts"))
).pipe(Command.withDescription("List who took part in a session"))
