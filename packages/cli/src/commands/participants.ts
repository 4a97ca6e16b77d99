/**
 * `rooms participants`
 */
import { Sessions } from "@effect-rooms/core"
import { SessionId } from "@effect-rooms/core/Identifier"
import { Participants } from "@effect-rooms/core/Session"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { connectionFlags, layerServices } from "../Connection.ts"
import { encodeWith, formatFlag, printPage } from "../Output.ts"
import * as views from "./views.ts"

export const participants = Command.make(
  "participants",
  {
    sessionId: Argument.String("sessionId").pipe(
      Argument.withDescription("The id of a session"),
      Argument.withSchema(SessionId)
    ),
    ...formatFlag,
    ...connectionFlags
  },
  Effect.fnUntraced(
    function* ({ format, sessionId }) {
      const participants = yield* Sessions.use((sessions) => sessions.participants(sessionId))
      yield* printPage(
        { participants },
        format,
        encodeWith(Participants),
        ({ participants }) => participants,
        views.participants
      )
    },
    (effect, input) => Effect.provide(effect, layerServices(input))
  )
).pipe(Command.withDescription("List who took part in a session"))
