/**
 * Points in time around a given now, and those at which calendars and clocks are special. In epoch milliseconds.
 */
import * as Arbitrary from "effect/Arbitrary"
import * as DateTime from "effect/DateTime"
import { element, integer, oneOf } from "./choice.ts"

/** Around which time a value is made. */
export interface TimeOptions {
  /** Default: `defaultNow`. */
  readonly now?: DateTime.Utc
}

/** 15 June 2025, 15:06:40 UTC: the now of whoever gives none. */
export const defaultNow: DateTime.Utc = DateTime.makeUnsafe(1_750_000_000_000)

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const year = 365 * day

const earliest = -8.64e15
const latest = 8.64e15

export const toTime = (millis: number): DateTime.Utc =>
  DateTime.makeUnsafe(Math.min(latest, Math.max(earliest, millis)))

const product = ([count, unit]: ReadonlyArray<number>) => (count ?? 0) * (unit ?? 0)

/** A length of time from nothing (one of six is) to some months. Shrinks to nothing. */
export const duration = Arbitrary.map(
  Arbitrary.all([integer(0, 90), element(minute, 0, 1, second, hour, day)]),
  product
)

const distance = (fewest: number) =>
  Arbitrary.map(
    Arbitrary.all([
      Arbitrary.map(Arbitrary.all([integer(fewest, 60), element(second, minute, hour, day, 30 * day, year)]), product),
      // A moment before and after what is exactly an hour or a year away.
      integer(-1, 1)
    ]),
    ([distance, moment]) => distance + moment
  )

const utc = (year: number, month: number, day = 1): DateTime.Utc => DateTime.makeUnsafe({ year, month, day })

const millis = DateTime.toEpochMillis

/** The Sunday on or before a day, at an hour. */
const sunday = (year: number, month: number, day: number, atHour: number) =>
  millis(DateTime.startOf(utc(year, month, day), "week")) + atHour * hour

/** Moments at which something begins: a month, a leap day, summer or winter time, an age of computers. */
const turns = (now: DateTime.Utc): readonly [number, ...Array<number>] => {
  // Years of four digits only, so that every date built from them exists.
  const thisYear = Math.min(9990, Math.max(10, DateTime.getPartUtc(now, "year")))
  const years = [thisYear - 1, thisYear, thisYear + 1]
  const months = years.flatMap((year) => Array.from({ length: 12 }, (_, index) => millis(utc(year, index + 1))))
  // The last day of February: of nine years, at least one has a leap day.
  const leapDays = Array.from({ length: 9 }, (_, index) => millis(utc(thisYear - 4 + index, 3))).flatMap((march) => [
    march - day,
    march
  ])
  const clockChanges = years.flatMap((year) => [
    // In Europe, at 1:00 UTC of the last Sundays of March and October.
    sunday(year, 3, 31, 1),
    sunday(year, 10, 31, 1),
    // In New York, at 2:00 of the second Sunday of March and the first one of November.
    sunday(year, 3, 14, 7),
    sunday(year, 11, 7, 6)
  ])
  return [
    0,
    ...months,
    ...leapDays,
    ...clockChanges,
    // Behind the last leap second, where 32 bits of seconds end, and where years get a fifth digit.
    millis(utc(2017, 1)),
    2 ** 31 * second,
    millis(utc(9999, 12, 31)) + day
  ]
}

/** A turn, or the millisecond before or after it. */
const aroundTurn = (first: number, others: ReadonlyArray<number>) =>
  Arbitrary.map(Arbitrary.all([element(first, ...others), integer(-1, 1)]), ([turn, moment]) => turn + moment)

/** Times on both sides of now. Shrinks to now. */
export const millisAround = (now: DateTime.Utc): Arbitrary.Arbitrary<number> => {
  const [first, ...others] = turns(now)
  return oneOf(
    Arbitrary.map(distance(-60), (distance) => millis(now) + distance),
    aroundTurn(first, others)
  )
}

/** Times that are not after now. Shrinks to now. */
export const millisUntil = (now: DateTime.Utc): Arbitrary.Arbitrary<number> => {
  const past = turns(now).filter((turn) => turn < millis(now))
  const near = Arbitrary.map(distance(0), (distance) => millis(now) - Math.max(0, distance))
  return past[0] === undefined ? near : oneOf(near, aroundTurn(past[0], past.slice(1)))
}

/**
 * A time before or after `now`: now itself, a whole number of seconds, hours or years away, give or take a millisecond,
 * and the milliseconds around the turns of calendars and clocks (ends of months and years, leap days, summer time in Europe
 * and New York, 1970, 2038, the year 10 000). Shrinks to now.
 */
export const time = ({ now = defaultNow }: TimeOptions = {}): Arbitrary.Arbitrary<DateTime.Utc> =>
  Arbitrary.map(millisAround(now), toTime)

/** The same, but never after `now`. */
export const pastTime = ({ now = defaultNow }: TimeOptions = {}): Arbitrary.Arbitrary<DateTime.Utc> =>
  Arbitrary.map(millisUntil(now), toTime)
