/**
 * A watch as ndjson: one line for each event, in the service's own shape.
 */
import type { RequestError } from "@effect-rooms/core/Backend"
import { LiveParticipant } from "@effect-rooms/core/LiveParticipant"
import type { PresenceEvent } from "@effect-rooms/core/LiveRooms"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Stdio from "effect/Stdio"
import { fieldsOf } from "../../errorJson.ts"
import { encodeWith } from "../../Output.ts"
import { jsonText } from "../../Printable.ts"
import { StdoutIsPipe } from "../../Progress.ts"
import { complain, note, print } from "../../Streams.ts"
import type { Observer } from "./observer.ts"

const encode = encodeWith(LiveParticipant)

const encodeEvent = (event: PresenceEvent, at: DateTime.Utc) => {
  const when = { event: event._tag, at: DateTime.toEpochMillis(at) }
  return event._tag === "Snapshot"
    ? { ...when, count: event.participants.length, participants: event.participants.map(encode) }
    : { ...when, participant: encode(event.participant) }
}

/** What failed, as data: there is no exit code in it, because the watch goes on. */
const encodeFailure = (error: RequestError, at: DateTime.Utc, wait: Duration.Duration) => ({
  error: { _tag: error._tag, message: error.message, ...fieldsOf(error) },
  at: DateTime.toEpochMillis(at),
  askedAgainInMillis: Duration.toMillis(wait)
})

/**
 * Only a write tells that the reader of a pipe has gone, and in a quiet room there may be nothing to write for hours. JSON
 * allows a space in front of a value.
 */
const lifeSign = " "

/** Writes events to stdout, and failures to stderr: as JSON if a script asked for it. */
export const makeEvents = (isJson: boolean): Effect.Effect<Observer, never, Stdio.Stdio> =>
  Effect.gen(function* () {
    const stdio = yield* Stdio.Stdio
    const isPipe = yield* yield* StdoutIsPipe
    const written = Effect.provideService(Stdio.Stdio, stdio)
    let hasWritten = false
    return {
      asking: Effect.suspend(() => (isPipe && hasWritten ? written(print(lifeSign)) : Effect.void)),
      answered: (events, at) =>
        Effect.suspend(() => {
          if (events.length === 0) return Effect.void
          hasWritten = true
          return written(print(events.map((event) => `${jsonText(encodeEvent(event, at))}\n`).join("")))
        }),
      failed: (error, at, wait) =>
        written(
          isJson
            ? Effect.ignore(note(jsonText(encodeFailure(error, at, wait))))
            : complain(`${error.message}; asking again in ${Duration.format(wait)}`)
        )
    }
  })
