/**
 * What `rooms participants` does.
 */
import { Participants } from "@effect-rooms/core/Session"
import { Sessions } from "@effect-rooms/core/Sessions"
import * as Effect from "effect/Effect"
import type { ParticipantsInput } from "../commands/participants.ts"
import { encodeWith, printPage } from "../Output.ts"
import { layerServices } from "../Services.ts"
import * as views from "../views.ts"

export const run = Effect.fnUntraced(
  function* (input: ParticipantsInput) {
    const { sessionId } = input
    const participants = yield* Sessions.use((sessions) => sessions.participants(sessionId))
    yield* printPage(
      { participants },
      input,
      encodeWith(Participants),
      ({ participants }) => participants,
      views.participants
    )
  },
  (effect, input) => Effect.provide(effect, layerServices(input))
)
