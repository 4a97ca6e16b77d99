/**
 * Presence of a promise client, over the service `LiveRooms`.
 */

import { InvalidRequest } from "@effect-rooms/core/DomainError"
import * as Core from "@effect-rooms/core/LiveRooms"
import type { PollFailed, PresenceEvent } from "@effect-rooms/core/PresenceEvent"
import { makeEvidence } from "@effect-rooms/core/unstable"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import type { ClientRun } from "./ClientRun.ts"
import { defined } from "./defined.ts"
import { RoomId } from "./identifiers.ts"
import type { WatchOptions } from "./options.ts"
import type { LiveRooms, PollFailed as PlainPollFailed, Walk } from "./resources.ts"
import { toServiceError } from "./toError.ts"
import { toLiveParticipants, toPresenceEvent } from "./toPlain.ts"
import type * as Plain from "./values.ts"

/** Polling without a pause would be a request after the other for ever. */
const isPause = (millis: number) => Predicate.isNumber(millis) && millis > 0

const refused = Stream.fail(
  new InvalidRequest({
    field: "everyMillis",
    problem: "must be a number of milliseconds greater than 0",
    evidence: makeEvidence("liveParticipants")
  })
)

const toEvent = (event: PresenceEvent | PollFailed) =>
  event._tag === "PollFailed"
    ? ({
        _tag: event._tag,
        error: toServiceError(event.error),
        retryInMillis: Duration.toMillis(event.retryIn)
      } as const)
    : toPresenceEvent(event)

export const makeLiveRooms = (run: ClientRun): LiveRooms => {
  function watch(
    roomId: string,
    options?: WatchOptions & { readonly onError?: "fail" | undefined }
  ): Walk<Plain.PresenceEvent>
  function watch(roomId: string, options?: WatchOptions): Walk<Plain.PresenceEvent | PlainPollFailed>
  function watch(roomId: string, options: WatchOptions = {}): Walk<Plain.PresenceEvent | PlainPollFailed> {
    const { everyMillis = 5_000, onError, snapshots } = options
    const coreOptions = { every: Schedule.spaced(everyMillis), ...defined({ onError, snapshots }) }
    return run.walk(
      "liveParticipants",
      isPause(everyMillis)
        ? Stream.unwrap(Core.LiveRooms.useSync((live) => live.watch(RoomId(roomId), coreOptions)))
        : refused,
      toEvent,
      options
    )
  }

  return {
    participants: (roomId, options) =>
      run.call(
        "liveParticipants",
        Core.LiveRooms.use((live) => Effect.map(live.participants(RoomId(roomId)), toLiveParticipants)),
        options
      ),
    watch
  }
}
