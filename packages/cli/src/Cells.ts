/**
 * What the cells of tables say.
 *
 * @module
 */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { jsonText } from "./Printable.ts"

/** How times are shown. */
export type TimeText = (time: DateTime.Utc) => string

const toTheSecond = (text: string) => text.replace(/\.\d{3}/, "")

const minute = 60_000

/** A time in the zone of this machine, to the second. */
export const localTime: TimeText = (time) => {
  // Effect's own zone of the machine is made with `Intl`, which takes longer than all the rest of a start.
  const offset = DateTime.zoneMakeOffset(-DateTime.toDateUtc(time).getTimezoneOffset() * minute)
  return toTheSecond(DateTime.formatIsoOffset(DateTime.setZone(time, offset)))
}

/** A time in UTC, to the second. */
export const utcTime: TimeText = (time) => toTheSecond(DateTime.formatIso(time))

/** A time that may not be known yet. */
export const optionalTime = (
  time: Option.Option<DateTime.Utc>,
  unknown: string,
  timeText: TimeText = localTime
): string => Option.match(time, { onNone: () => unknown, onSome: timeText })

/** From one time to another, such as `1h 5m 12s`; empty while the end is not known. */
export const duration = (start: DateTime.Utc, end: Option.Option<DateTime.Utc>): string =>
  Option.match(end, {
    onNone: () => "",
    onSome: (end) => {
      const seconds = Math.round(Duration.toSeconds(DateTime.distance(start, end)))
      return seconds === 0 ? "0s" : Duration.format(Duration.seconds(seconds))
    }
  })

/** A text in metadata that anybody may have put there, or nothing. */
export const metadataText = (metadata: Option.Option<{ readonly [key: string]: unknown }>, key: string): string => {
  const value = Option.getOrUndefined(metadata)?.[key]
  return Predicate.isString(value) ? value : ""
}

/** A value of the service's JSON: text as it is, nothing for `null`, and everything else as JSON. */
export const valueText = (value: unknown): string =>
  Predicate.isNullish(value) ? "" : Predicate.isString(value) ? value : jsonText(value)

/** A time of the service's JSON, in epoch milliseconds, where it is one. */
export const millisText = (value: unknown, timeText: TimeText): string =>
  Option.match(Predicate.isNumber(value) ? DateTime.make(value) : Option.none(), {
    onNone: () => valueText(value),
    onSome: timeText
  })
