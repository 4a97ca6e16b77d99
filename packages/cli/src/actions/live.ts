/**
 * What `rooms live` does.
 */
import { LiveParticipants } from "@effect-rooms/core/LiveParticipant"
import { LiveRooms } from "@effect-rooms/core/LiveRooms"
import * as Effect from "effect/Effect"
import type { LiveInput } from "../commands/live.ts"
import { encodeWith, printPage } from "../Output.ts"
import { layerServices } from "../Services.ts"
import * as views from "../views.ts"

export const run = Effect.fnUntraced(
  function* (input: LiveInput) {
    const { roomId } = input
    const live = yield* LiveRooms.use((liveRooms) => liveRooms.participants(roomId))
    yield* printPage(
      live,
      input,
      encodeWith(LiveParticipants),
      ({ participants }) => participants,
      views.liveParticipants
    )
  },
  (effect, input) => Effect.provide(effect, layerServices(input))
)
