/**
 * Runs `rooms live --watch`.
 */
import { LiveRooms } from "@effect-rooms/core/LiveRooms"
import type { PollFailed, PresenceEvent } from "@effect-rooms/core/PresenceEvent"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { layerServices } from "../../connection/services.ts"
import { UsageError } from "../../failure/UsageError.ts"
import type { Format } from "../../output/format.ts"
import { aboveRegion } from "../../terminal/progress.ts"
import * as Screen from "../../terminal/Screen.ts"
import { makeEvents } from "./events.ts"
import type { LiveInput } from "./flags.ts"
import type { Observer } from "./Observer.ts"
import { makeTable } from "./table.ts"

const isChange = (event: PresenceEvent | PollFailed): event is PresenceEvent => event._tag !== "PollFailed"

/** Reports who joins and leaves until it is interrupted. A failed poll that may succeed later doesn't end it. */
export const follow = Effect.fnUntraced(function* (
  { every: given, roomId }: Pick<LiveInput, "every" | "roomId">,
  observer: Observer
) {
  const liveRooms = yield* LiveRooms
  const every = Option.getOrElse(given, () => Duration.seconds(5))
  const events = liveRooms.watch(roomId, { every: Schedule.spaced(every), onError: "report", snapshots: "polls" })
  // The events of one poll are printed together.
  yield* Stream.runForEachArray(
    events,
    Effect.fnUntraced(function* (told) {
      const at = yield* DateTime.now
      const [first] = told
      yield* first._tag === "PollFailed"
        ? observer.failed(first.error, at, first.retryIn)
        : observer.answered(told.filter(isChange), at, every)
    })
  )
})

const refuse = (problem: string) => new UsageError({ problem })

/** Rejects flags that don't work with a watch. */
const check = ({ fields, format }: LiveInput, isScreen: boolean): Effect.Effect<void, UsageError> => {
  if (Option.isSome(fields)) return refuse("--fields doesn't work with --watch, whose events always have all fields")
  const endless = refuse("--watch never ends, so it can't write json, csv or yaml: use --format ndjson")
  const checks: Record<Format, Effect.Effect<void, UsageError>> = {
    table: isScreen ? Effect.void : refuse("a table that refreshes needs a terminal: use --format ndjson"),
    ndjson: Effect.void,
    json: endless,
    csv: endless,
    yaml: endless
  }
  return Option.match(format, { onNone: () => Effect.void, onSome: (format) => checks[format] })
}

/** Shows who is in a room until it is interrupted. */
export const watch = Effect.fnUntraced(function* (input: LiveInput) {
  const screen = yield* Screen.make("stdout")
  yield* check(input, screen.isVisible)
  // The log of --verbose is printed above the table.
  const { stdio } = aboveRegion(yield* Stdio.Stdio, screen)
  const services = yield* Effect.provideService(Layer.build(layerServices(input)), Stdio.Stdio, stdio)
  if (!screen.isVisible || Option.contains(input.format, "ndjson")) {
    return yield* Effect.provide(follow(input, yield* makeEvents(Option.isSome(input.format))), services)
  }
  const { end, observer } = yield* makeTable(input, screen)
  return yield* follow(input, observer).pipe(Effect.provide(services), Effect.ensuring(end))
}, Effect.scoped)
