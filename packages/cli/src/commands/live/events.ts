/**
 * A watch as ndjson: one line for each event, in the service's own shape.
 */
import { LiveParticipant } from "@effect-rooms/core/LiveParticipant"
import type { PresenceEvent } from "@effect-rooms/core/PresenceEvent"
import type { ServiceError } from "@effect-rooms/core/ServiceError"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Stdio from "effect/Stdio"
import { fieldsOf } from "../../failure/errorJson.ts"
import { jsonText } from "../../output/printable.ts"
import { note, noteProblem, print } from "../../output/streams.ts"
import { encodeWith } from "../../output/View.ts"
import { StdoutIsPipe } from "../../terminal/progress.ts"
import type { Observer } from "./Observer.ts"

const encode = encodeWith(LiveParticipant)

const encodeEvent = (event: PresenceEvent, at: DateTime.Utc) => {
  const when = { event: event._tag, at: DateTime.toEpochMillis(at) }
  return event._tag === "Snapshot"
    ? { ...when, count: event.participants.length, participants: event.participants.map(encode) }
    : { ...when, participant: encode(event.participant) }
}

/** Encodes a failed poll. It has no exit code, because the watch continues. */
const encodeFailure = (error: ServiceError, at: DateTime.Utc, wait: Duration.Duration) => ({
  error: { _tag: error._tag, message: error.message, ...fieldsOf(error) },
  at: DateTime.toEpochMillis(at),
  askedAgainInMillis: Duration.toMillis(wait)
})

/**
 * The longest silence in a pipe. Only a write reveals that the reader has gone, and in a quiet room hours may pass between two
 * events.
 */
const longestSilenceMillis = 5_000

/** Writes events to stdout, and failures to stderr, as JSON if a script asked for it. */
export const makeEvents = (isJson: boolean): Effect.Effect<Observer, never, Stdio.Stdio> =>
  Effect.gen(function* () {
    const stdio = yield* Stdio.Stdio
    const isPipe = yield* yield* StdoutIsPipe
    const written = Effect.provideService(Stdio.Stdio, stdio)
    let isFirst = true
    let writtenAt = 0
    const write = (lines: ReadonlyArray<unknown>, at: number) => {
      writtenAt = at
      return written(print(lines.map((line) => `${jsonText(line)}\n`).join("")))
    }
    return {
      answered: (events, time) =>
        Effect.suspend(() => {
          const at = DateTime.toEpochMillis(time)
          // A snapshot alone says that nothing changed, unless it is the first one.
          const isNews = isFirst || events.length > 1
          isFirst = false
          if (isNews) {
            return write(
              events.map((event) => encodeEvent(event, time)),
              at
            )
          }
          return isPipe && at - writtenAt >= longestSilenceMillis
            ? write([{ event: "Unchanged", at }], at)
            : Effect.void
        }),
      failed: (error, at, wait) =>
        written(
          isJson
            ? Effect.ignore(note(jsonText(encodeFailure(error, at, wait))))
            : noteProblem(`${error.message}; asking again in ${Duration.format(wait)}`)
        )
    }
  })
