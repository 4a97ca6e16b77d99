/**
 * Computes attendance: how long sessions and stays lasted, when they overlap, how many people were there at the same time, and how
 * many minutes each of them stayed.
 *
 * Nothing here calls the service or reads the clock. A session or a stay that hasn't ended counts up to a `now` that you pass, such as
 * `yield* DateTime.now`.
 *
 * @module
 */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import type { Participant, Session } from "./Session.ts"

/** A span of time from `start` (inclusive) to `end` (exclusive). */
export interface Interval {
  readonly start: DateTime.Utc
  readonly end: DateTime.Utc
}

/** The times of a session, or of one stay of a participant. */
export type SessionOrStay = Pick<Session, "startTime" | "endTime"> | Pick<Participant, "joinTime" | "exitTime">

const millis = DateTime.toEpochMillis

const make = (start: number, end: number): Interval => ({
  start: DateTime.makeUnsafe(start),
  end: DateTime.makeUnsafe(end)
})

const startOf = (of: SessionOrStay): DateTime.Utc => ("startTime" in of ? of.startTime : of.joinTime)

/** Returns when a session ended or a participant left; `Option.none` while the session runs or the participant is there. */
export const endTime = (of: SessionOrStay): Option.Option<DateTime.Utc> =>
  "startTime" in of ? of.endTime : of.exitTime

/** Returns the interval of a session or a stay. One that hasn't ended lasts until `now`. No interval ends before it starts. */
export const interval = (of: SessionOrStay, now: DateTime.DateTime): Interval => {
  const start = startOf(of)
  const end = Option.match(endTime(of), { onNone: () => millis(now), onSome: millis })
  return make(millis(start), Math.max(millis(start), end))
}

/** Returns how long an interval is. */
export const length = ({ end, start }: Interval): Duration.Duration => Duration.millis(millis(end) - millis(start))

/** Returns how long a session or a stay lasted, or if it hasn't ended, how long it has lasted `now`. */
export const duration = (of: SessionOrStay, now: DateTime.DateTime): Duration.Duration => length(interval(of, now))

/** Returns the time that two intervals have in common, if any: the part of a session within a month, for example. */
export const overlap = (a: Interval, b: Interval): Option.Option<Interval> => {
  const start = Math.max(millis(a.start), millis(b.start))
  const end = Math.min(millis(a.end), millis(b.end))
  return start < end ? Option.some(make(start, end)) : Option.none()
}

/** Merges intervals that overlap or touch. Returns them in order of time; those without any length are left out. */
export const merge = (intervals: Iterable<Interval>): ReadonlyArray<Interval> => {
  const sorted = Array.from(intervals)
    .filter(({ end, start }) => millis(start) < millis(end))
    .sort((a, b) => millis(a.start) - millis(b.start))
  const merged: Array<Interval> = []
  for (const { end, start } of sorted) {
    const last = merged.at(-1)
    if (last === undefined || millis(last.end) < millis(start)) merged.push({ start, end })
    else if (millis(last.end) < millis(end)) merged[merged.length - 1] = { start: last.start, end }
  }
  return merged
}

/** The largest number of intervals at the same time, and the first interval with that many. */
export interface Peak extends Interval {
  readonly count: number
}

/**
 * Returns the largest number of intervals that overlap, and when there were first that many. If one ends at the moment another
 * starts, they don't overlap. `Option.none` if no interval has any length.
 */
export const peak = (intervals: Iterable<Interval>): Option.Option<Peak> => {
  const changes = new Map<number, number>()
  const change = (time: number, by: number) => changes.set(time, (changes.get(time) ?? 0) + by)
  for (const { end, start } of intervals) {
    if (millis(start) >= millis(end)) continue
    change(millis(start), 1)
    change(millis(end), -1)
  }
  let count = 0
  let most = { count: 0, start: 0, end: 0 }
  let isAtMost = false
  for (const [time, by] of Array.from(changes).sort(([a], [b]) => a - b)) {
    count += by
    if (isAtMost && count !== most.count) most.end = time
    if (count > most.count) most = { count, start: time, end: time }
    isAtMost = count === most.count && most.start === most.end
  }
  return most.count === 0 ? Option.none() : Option.some({ count: most.count, ...make(most.start, most.end) })
}

/** One person, and when they were there. */
export interface Attendee<Stay> {
  /** The person, as `personOf` returned it. Default: the `peerId`. */
  readonly person: string
  /** Every stay of this person, as given. */
  readonly stays: ReadonlyArray<Stay>
  /** When the person was there: overlapping stays, such as those of two devices, are merged. */
  readonly intervals: ReadonlyArray<Interval>
  /** How long the person was there in total. Overlapping stays count once. */
  readonly duration: Duration.Duration
  /** The same in minutes, with fractions. */
  readonly minutes: number
}

/** The options of `attendees`. */
export interface AttendeesOptions<Stay> {
  /** The time up to which stays that haven't ended count. */
  readonly now: DateTime.DateTime
  /**
   * Returns the person of a stay. Default: its `peerId`, which may be different each time somebody joins. If your access
   * tokens carry an id of the user in their metadata, return that.
   */
  readonly personOf?: (stay: Stay) => string
  /** Counts only the time within this interval. Default: all of it. */
  readonly within?: Interval
}

/** Returns everybody who took part, in the order in which they first appear, and how long they were there. */
export const attendees = <Stay extends Participant>(
  stays: Iterable<Stay>,
  { now, personOf = ({ peerId }) => peerId, within }: AttendeesOptions<Stay>
): ReadonlyArray<Attendee<Stay>> => {
  const staysOf = new Map<string, Array<Stay>>()
  for (const stay of stays) {
    const person = personOf(stay)
    const known = staysOf.get(person)
    if (known === undefined) staysOf.set(person, [stay])
    else known.push(stay)
  }
  return Array.from(staysOf, ([person, stays]) => {
    const all = stays.map((stay) => interval(stay, now))
    const intervals = merge(within === undefined ? all : all.flatMap((one) => Option.toArray(overlap(one, within))))
    const total = intervals.reduce((total, { end, start }) => total + millis(end) - millis(start), 0)
    return { person, stays, intervals, duration: Duration.millis(total), minutes: total / 60_000 }
  })
}
