/**
 * Presence of a promise client, over the service `LiveRooms`.
 */
import { InvalidRequest } from "@effect-rooms/core/DomainError"
import { makeEvidence } from "@effect-rooms/core/Evidence"
import * as Core from "@effect-rooms/core/LiveRooms"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import type { ClientRun } from "./ClientRun.ts"
import { RoomId } from "./identifiers.ts"
import type { LiveRooms } from "./resources.ts"
import { toLiveParticipants, toPresenceEvent } from "./toPlain.ts"

/** Polling without a pause would be a request after the other for ever. */
const isPause = (millis: number) => Predicate.isNumber(millis) && millis > 0

const refused = Stream.fail(
  new InvalidRequest({
    field: "everyMillis",
    problem: "must be a number of milliseconds greater than 0",
    evidence: makeEvidence("liveParticipants")
  })
)

export const makeLiveRooms = (run: ClientRun): LiveRooms => ({
  participants: (roomId, options) =>
    run.call(
      "liveParticipants",
      Core.LiveRooms.use((live) => Effect.map(live.participants(RoomId(roomId)), toLiveParticipants)),
      options
    ),
  watch: (roomId, options = {}) => {
    const { everyMillis = 5_000 } = options
    return run.walk(
      "liveParticipants",
      isPause(everyMillis)
        ? Stream.unwrap(
            Core.LiveRooms.useSync((live) => live.watch(RoomId(roomId), { every: Schedule.spaced(everyMillis) }))
          )
        : refused,
      toPresenceEvent,
      options
    )
  }
})
