/**
 * Points in time on the wire.
 *
 * The contract sends epoch milliseconds as a number. Some deployed services send ISO 8601 text instead, and leave a time
 * that is not known yet (the end of a running session) out or send `null`. All of these are accepted; epoch
 * milliseconds are sent.
 *
 * @module
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as SchemaIssue from "effect/SchemaIssue"
import { optional } from "./internal/optional.ts"

const expected = "epoch milliseconds or an ISO 8601 date and time"

const EpochMillis = Schema.Union([Schema.Finite, Schema.String]).annotate({ identifier: "EpochMillis", expected })

// A date without a time, or text like "12", would be read by `Date` as something that nobody meant.
const isIsoDateTime = (text: string) => /^\d{4}-\d{2}-\d{2}T/.test(text)

/** A point in time. Decodes epoch milliseconds or ISO 8601 text, encodes epoch milliseconds. */
export const Timestamp = EpochMillis.pipe(
  Schema.decodeTo(Schema.DateTimeUtc, {
    decode: SchemaGetter.transformEffect((input: number | string) => {
      const time = typeof input === "number" || isIsoDateTime(input) ? DateTime.make(input) : Option.none()
      return Option.isSome(time)
        ? Effect.succeed(DateTime.toUtc(time.value))
        : Effect.fail(new SchemaIssue.InvalidValue({ expected }, input))
    }),
    encode: SchemaGetter.transform(DateTime.toEpochMillis)
  })
)

/** A point in time that may not be known yet. Absent and `null` are `Option.none`, which encodes as `null`. */
export const OptionalTimestamp = optional(Timestamp, "null")
