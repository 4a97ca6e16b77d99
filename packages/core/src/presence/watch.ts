/**
 * Polls the participants of a room and emits the changes from one poll to the next.
 */
import * as Array from "effect/Array"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Pull from "effect/Pull"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import type { RequestError } from "../Backend.ts"
import type { LiveParticipant } from "../LiveParticipant.ts"
import type { PollFailed, PresenceEvent, WatchOptions } from "../PresenceEvent.ts"
import type { ServiceError } from "../ServiceError.ts"

type Present = ReadonlyArray<LiveParticipant>

const defaultPolling = Schedule.spaced("5 seconds")

/** A participant who left and came back between two polls has another join time, if both times are known. */
const isSameStay = (a: LiveParticipant, b: LiveParticipant) =>
  a.peerId === b.peerId && Option.getOrElse(Option.zipWith(a.joinTime, b.joinTime, DateTime.Equivalence), () => true)

const missingIn = (some: Present, others: Present): Present => {
  const byPeer = Map.groupBy(others, ({ peerId }) => peerId)
  return some.filter((stay) => !(byPeer.get(stay.peerId) ?? []).some((other) => isSameStay(stay, other)))
}

const differences = (before: Present, now: Present): ReadonlyArray<PresenceEvent> => [
  // mutant: `...missingIn(before, now).map((participant): PresenceEvent => ({ _tag: "Left"` -> `...missingIn(now, before).map((participant): PresenceEvent => ({ _tag: "Left"`
  ...missingIn(before, now).map((participant): PresenceEvent => ({ _tag: "Left", participant })),
  ...missingIn(now, before).map((participant): PresenceEvent => ({ _tag: "Joined", participant }))
]

/** Returns whether a later poll may succeed. A rejected key or room id stays rejected. */
const mayPass = (error: RequestError): error is ServiceError => error._tag === "ServiceError" && error.isRetryable

/** Returns the events of a room. Every run of the stream starts with a snapshot. */
export const watch = (
  poll: Effect.Effect<Present, RequestError>,
  { every = defaultPolling, onError = "fail", snapshots = "changes" }: WatchOptions
): Stream.Stream<PresenceEvent | PollFailed, RequestError> =>
  Stream.fromPull(
    Effect.map(Schedule.toStep(every), (step) => {
      let before: Present | undefined
      let hasFailed = false
      /** Waits for the next poll, counted from the last response. Ends the stream if the schedule has ended. */
      let pause: Pull.Pull<void> = Effect.void

      const eventsOf = (now: Present): ReadonlyArray<PresenceEvent> => {
        const changes = before === undefined ? [] : differences(before, now)
        // mutant: `changes.length > 0 || snapshots` -> `changes.length >= 0 || snapshots`
        const isDue = before === undefined || hasFailed || changes.length > 0 || snapshots === "polls"
        before = now
        hasFailed = false
        return isDue ? [...changes, { _tag: "Snapshot", participants: now }] : changes
      }

      /** Returns how long the schedule waits from now on; `undefined` if it has ended. */
      const plan = Effect.fnUntraced(function* (polled: unknown, atLeast: Duration.Duration) {
        const now = yield* Clock.currentTimeMillis
        const wait = yield* step(now, polled).pipe(
          Effect.map(([, wait]) => Duration.max(wait, atLeast)),
          Pull.catchDone(() => Effect.undefined)
        )
        pause =
          wait === undefined
            ? Cause.done()
            : Effect.flatMap(Clock.currentTimeMillis, (later) =>
                Effect.sleep(Math.max(0, now + Duration.toMillis(wait) - later))
              )
        return wait
      })

      const failed = Effect.fnUntraced(function* (error: RequestError) {
        if (onError === "fail" || !mayPass(error)) return yield* Effect.fail(error)
        const retryIn = yield* plan(
          error,
          Option.getOrElse(error.retryAfter, () => Duration.zero)
        )
        if (retryIn === undefined) return yield* Effect.fail(error)
        hasFailed = true
        const event: PollFailed = { _tag: "PollFailed", error, retryIn }
        return [event]
      })

      const answered = (now: Present) => Effect.map(plan(now, Duration.zero), () => eventsOf(now))

      const next: Effect.Effect<ReadonlyArray<PresenceEvent | PollFailed>, RequestError> = Effect.matchEffect(poll, {
        onFailure: failed,
        onSuccess: answered
      })

      const pull: Pull.Pull<Array.NonEmptyReadonlyArray<PresenceEvent | PollFailed>, RequestError> = Effect.suspend(
        () => pause
      ).pipe(
        Effect.andThen(next),
        Effect.flatMap((events) => (Array.isReadonlyArrayNonEmpty(events) ? Effect.succeed(events) : pull))
      )
      return pull
    })
  )
