/**
 * Times as people type them: `2026-11-18`, `2026-11-18T09:30`, `yesterday`, `7d`.
 *
 * @module
 */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"

/** A time relative to the current time, in the user's time zone. */
export type Moment = (now: DateTime.Utc, zone: DateTime.TimeZone) => DateTime.Utc

/** The accepted forms, for messages. */
export const momentForms = "2026-11-18, 2026-11-18T09:30, today, yesterday, 12h or 7d"

const midnight =
  (daysAgo: number): Moment =>
  (now, zone) =>
    DateTime.setZone(now, zone).pipe(
      DateTime.startOf("day"),
      DateTime.subtract({ days: daysAgo }),
      DateTime.startOf("day"),
      DateTime.toUtc
    )

const names: { readonly [name: string]: Moment } = {
  now: (now) => now,
  today: midnight(0),
  yesterday: midnight(1)
}

const units: { readonly [unit: string]: (count: number) => Duration.Duration } = {
  m: Duration.minutes,
  h: Duration.hours,
  d: Duration.days,
  w: Duration.weeks
}

/** Reads `7d`: seven times 24 hours ago, even across a change of the clocks. */
const ago = (text: string): Moment | undefined => {
  const [, count, unit = ""] = /^(\d{1,5})([a-z])$/.exec(text) ?? []
  const durationOf = units[unit]
  return count === undefined || durationOf === undefined
    ? undefined
    : (now) => DateTime.subtractDuration(now, durationOf(Number(count)))
}

const isoForm = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?))?(Z|[+-]\d{2}:\d{2})?$/

const iso = (text: string): Moment | undefined => {
  const [, date, clock = "00:00", offset] = isoForm.exec(text) ?? []
  const written = Option.getOrUndefined(DateTime.make(`${date}T${clock}Z`))
  // `Date` reads the 30th of February as a day in March.
  if (date === undefined || written === undefined || DateTime.formatIsoDateUtc(written) !== date) return undefined
  if (offset === undefined) {
    return (_, timeZone) => DateTime.toUtc(DateTime.makeZonedUnsafe(written, { timeZone, adjustForTimeZone: true }))
  }
  const there = Option.getOrUndefined(DateTime.make(`${date}T${clock}${offset}`))
  return there === undefined ? undefined : () => DateTime.toUtc(there)
}

/** Reads a time; `Option.none` if the text isn't one. */
export const parseMoment = (text: string): Option.Option<Moment> =>
  Option.fromUndefinedOr((Object.hasOwn(names, text) ? names[text] : undefined) ?? ago(text) ?? iso(text))
