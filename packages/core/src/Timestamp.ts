/**
 * Points in time on the wire.
 *
 * The contract sends epoch milliseconds as a number. Some deployed services send ISO 8601 text instead, and omit a time that
 * isn't known yet (the end of a running session) or send `null`. Decoding accepts all of these; encoding writes epoch
 * milliseconds.
 *
 * @module
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as SchemaIssue from "effect/SchemaIssue"
import { notHandled, withFastPath } from "./wire/fastDecoder.ts"
import { optional } from "./wire/optional.ts"
import { utcOf } from "./wire/utc.ts"

const expected = "epoch milliseconds or an ISO 8601 date and time"

const EpochMillis = Schema.Union([Schema.Finite, Schema.String]).annotate({ identifier: "EpochMillis", expected })

// `Date` would turn the 30th of February into a day in March.
const isDay = (text: string) =>
  Option.contains(Option.map(DateTime.make(`${text}T00:00Z`), DateTime.formatIsoDateUtc), text)

// `Date` would accept a date without a time, and text like "12", as a time that nobody meant.
const isIsoDateTime = (text: string) => /^\d{4}-\d{2}-\d{2}T/.test(text) && isDay(text.slice(0, 10))

// The range of `Date`.
const isWholeMillis = (input: number | string): input is number =>
  Number.isInteger(input) && Math.abs(Number(input)) <= 8.64e15

const timeOf = (input: number | string): DateTime.Utc | undefined => {
  if (isWholeMillis(input)) return utcOf(input)
  // mutant: `typeof input === "number" || isIsoDateTime(input)` -> `typeof input === "number"`
  const time = typeof input === "number" || isIsoDateTime(input) ? DateTime.make(input) : Option.none()
  return Option.isSome(time) ? DateTime.toUtc(time.value) : undefined
}

/** A point in time. Decodes epoch milliseconds or ISO 8601 text, encodes epoch milliseconds. */
export const Timestamp = withFastPath(
  EpochMillis.pipe(
    Schema.decodeTo(Schema.DateTimeUtc, {
      decode: SchemaGetter.transformEffect((input: number | string) => {
        const time = timeOf(input)
        return time === undefined
          ? Effect.fail(new SchemaIssue.InvalidValue({ expected }, input))
          : Effect.succeed(time)
      }),
      encode: SchemaGetter.transform(DateTime.toEpochMillis)
    })
  ),
  (wire) => (typeof wire === "number" || typeof wire === "string" ? (timeOf(wire) ?? notHandled) : notHandled)
)

/** A point in time that may not be known yet. Absent and `null` are `Option.none`, which encodes as `null`. */
export const OptionalTimestamp = optional(Timestamp, "null")
