/**
 * What `rooms live --watch` does.
 */
import type { RequestError } from "@effect-rooms/core/Backend"
import type { LiveParticipant } from "@effect-rooms/core/LiveParticipant"
import { LiveRooms, presenceEvents } from "@effect-rooms/core/LiveRooms"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stdio from "effect/Stdio"
import type { LiveInput } from "../../commands/live.ts"
import type { Format } from "../../OutputFlags.ts"
import { aboveRegion } from "../../Progress.ts"
import * as Screen from "../../Screen.ts"
import { layerServices } from "../../Services.ts"
import { UsageError } from "../../UsageError.ts"
import { makeEvents } from "./events.ts"
import type { Observer } from "./observer.ts"
import { makeTable } from "./table.ts"

/** How long to wait before a room is asked for again, or the error where that would not help. */
const waitAfter = (error: RequestError, every: Duration.Duration): Effect.Effect<Duration.Duration, RequestError> =>
  error._tag === "ServiceError" && error.isRetryable
    ? Effect.succeed(
        Option.match(error.retryAfter, { onNone: () => every, onSome: (wait) => Duration.max(wait, every) })
      )
    : Effect.fail(error)

/** Asks who is in the room, again and again, until it is interrupted. One answer that is missing does not end it. */
export const follow = Effect.fnUntraced(function* (
  { every: given, roomId }: Pick<LiveInput, "every" | "roomId">,
  observer: Observer
) {
  const liveRooms = yield* LiveRooms
  const every = Option.getOrElse(given, () => Duration.seconds(5))
  let before: ReadonlyArray<LiveParticipant> | undefined

  const present = liveRooms.participants(roomId).pipe(
    Effect.map(({ participants }) => participants),
    // An idle room is watched until somebody comes.
    Effect.catchTag("NoLiveSession", () => Effect.succeed([]))
  )
  const answered = Effect.fnUntraced(function* (now: ReadonlyArray<LiveParticipant>) {
    const events = presenceEvents(before, now)
    before = now
    yield* observer.answered(events, yield* DateTime.now)
    return every
  })
  const failed = Effect.fnUntraced(function* (error: RequestError) {
    const wait = yield* waitAfter(error, every)
    yield* observer.failed(error, yield* DateTime.now, wait)
    return wait
  })
  return yield* observer.asking.pipe(
    Effect.andThen(Effect.matchEffect(present, { onFailure: failed, onSuccess: answered })),
    Effect.flatMap(Effect.sleep),
    Effect.forever
  )
})

const refuse = (problem: string) => new UsageError({ problem })

/** Refuses what no watch can write. */
const check = ({ fields, format }: LiveInput, isScreen: boolean): Effect.Effect<void, UsageError> => {
  if (Option.isSome(fields))
    return refuse("--fields does not go with --watch, whose events always have all their fields")
  const endless = refuse("--watch has no end, so it cannot write json, csv or yaml: use --format ndjson")
  const checks: Record<Format, Effect.Effect<void, UsageError>> = {
    table: isScreen ? Effect.void : refuse("a table that refreshes needs a terminal: use --format ndjson"),
    ndjson: Effect.void,
    json: endless,
    csv: endless,
    yaml: endless
  }
  return Option.match(format, { onNone: () => Effect.void, onSome: (format) => checks[format] })
}

/** Follows who is in a room, until it is interrupted. */
export const watch = Effect.fnUntraced(function* (input: LiveInput) {
  const screen = yield* Screen.make("stdout")
  yield* check(input, screen.isVisible)
  // What the services tell of with --verbose comes to stand above the table.
  const { stdio } = aboveRegion(yield* Stdio.Stdio, screen)
  const services = yield* Effect.provideService(Layer.build(layerServices(input)), Stdio.Stdio, stdio)
  if (!screen.isVisible || Option.contains(input.format, "ndjson")) {
    return yield* Effect.provide(follow(input, yield* makeEvents(Option.isSome(input.format))), services)
  }
  const { end, observer } = yield* makeTable(input, screen)
  return yield* follow(input, observer).pipe(Effect.provide(services), Effect.ensuring(end))
}, Effect.scoped)
