/**
 * Runs `rooms live`.
 */
import { LiveParticipants } from "@effect-rooms/core/LiveParticipant"
import { LiveRooms } from "@effect-rooms/core/LiveRooms"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { layerServices } from "../../connection/services.ts"
import { UsageError } from "../../failure/UsageError.ts"
import { printPage } from "../../output/print.ts"
import { encodeWith } from "../../output/View.ts"
import * as views from "../../output/views.ts"
import type { LiveInput } from "./flags.ts"

const once = Effect.fnUntraced(
  function* (input: LiveInput) {
    const live = yield* LiveRooms.use((liveRooms) => liveRooms.participants(input.roomId))
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

export const run = Effect.fnUntraced(function* (input: LiveInput) {
  if (input.watch) {
    const { watch } = yield* Effect.promise(() => import("./watch.ts"))
    return yield* watch(input)
  }
  if (Option.isSome(input.every)) return yield* new UsageError({ problem: "--every needs --watch" })
  return yield* once(input)
})
