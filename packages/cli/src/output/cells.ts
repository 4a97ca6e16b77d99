/**
 * The text of table cells.
 *
 * @module
 */
import * as Attendance from "@effect-rooms/core/Attendance"
import { nameOf, titleOf, type WithMetadata } from "@effect-rooms/core/Metadata"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { jsonText } from "./printable.ts"

/** Formats a time for a table. */
export type TimeText = (time: DateTime.Utc) => string

const padded = (digits: number, value: number) => String(value).padStart(digits, "0")

const dayText = (year: number, month: number, day: number) => `${padded(4, year)}-${padded(2, month)}-${padded(2, day)}`

const clockText = (hour: number, minute: number) => `${padded(2, hour)}:${padded(2, minute)}`

/** Formats a time in the zone of this machine, to the minute, such as `2026-11-18 15:01`. */
export const localTime: TimeText = (time) => {
  // Effect gets the zone from `Intl`, which takes longer than the rest of a start.
  const date = DateTime.toDateUtc(time)
  const day = dayText(date.getFullYear(), date.getMonth() + 1, date.getDate())
  return `${day} ${clockText(date.getHours(), date.getMinutes())}`
}

/** Formats a time in UTC, to the minute, such as `2026-11-18 09:16Z`. */
export const utcTime: TimeText = (time) => {
  const { day, hour, minute, month, year } = DateTime.toPartsUtc(time)
  return `${dayText(year, month, day)} ${clockText(hour, minute)}Z`
}

/** Formats a time that may not be known yet. */
export const optionalTime = (
  time: Option.Option<DateTime.Utc>,
  unknown: string,
  timeText: TimeText = localTime
): string => Option.match(time, { onNone: () => unknown, onSome: timeText })

/** Returns the length of a session or a stay in whole seconds, or `null` while it hasn't ended. */
export const secondsOf = (of: Attendance.SessionOrStay): number | null =>
  Option.match(Attendance.endTime(of), {
    onNone: () => null,
    onSome: (end) => Math.round(Duration.toSeconds(Attendance.duration(of, end)))
  })

/** Formats the length of a session or a stay, such as `1h 5m 12s`; `unknown` while it hasn't ended. */
export const durationText = (of: Attendance.SessionOrStay, unknown = ""): string => {
  const seconds = secondsOf(of)
  if (seconds === null) return unknown
  return seconds === 0 ? "0s" : Duration.format(Duration.seconds(seconds))
}

/** Returns the title of a room, or the empty string. */
export const titleText = (room: WithMetadata): string => Option.getOrElse(titleOf(room), () => "")

/** Returns the name of a participant, or the empty string. */
export const nameText = (participant: WithMetadata): string => Option.getOrElse(nameOf(participant), () => "")

/** Formats a value of the service's JSON: strings as they are, nothing for `null`, and everything else as JSON. */
export const valueText = (value: unknown): string =>
  Predicate.isNullish(value) ? "" : Predicate.isString(value) ? value : jsonText(value)

/** Formats epoch milliseconds as a time, and any other value as it is. */
export const millisText = (value: unknown, timeText: TimeText): string =>
  Option.match(Predicate.isNumber(value) ? DateTime.make(value) : Option.none(), {
    onNone: () => valueText(value),
    onSome: timeText
  })
