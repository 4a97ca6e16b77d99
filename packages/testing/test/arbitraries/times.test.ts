import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Arbitraries from "../../src/Arbitraries.ts"
import { assertOccur, sample, smallest } from "../fixtures/sampled.ts"

const millis = DateTime.toEpochMillis

/** The millisecond itself, and the ones before and after it. */
const around = (name: string, time: string) => {
  const at = millis(DateTime.makeUnsafe(time))
  return {
    [`before ${name}`]: (time: DateTime.Utc) => millis(time) === at - 1,
    [name]: (time: DateTime.Utc) => millis(time) === at,
    [`after ${name}`]: (time: DateTime.Utc) => millis(time) === at + 1
  }
}

const turnsUntil2025 = {
  ...around("the first moment of 1970", "1970-01-01T00:00:00Z"),
  ...around("the leap second of 2016", "2017-01-01T00:00:00Z"),
  ...around("a leap day", "2024-02-29T00:00:00Z"),
  ...around("the end of a leap day", "2024-03-01T00:00:00Z"),
  ...around("a new year", "2025-01-01T00:00:00Z"),
  ...around("the end of February", "2025-03-01T00:00:00Z"),
  ...around("the end of a month of 30 days", "2025-05-01T00:00:00Z"),
  ...around("the end of a month of 31 days", "2025-06-01T00:00:00Z"),
  ...around("summer time in Europe", "2025-03-30T01:00:00Z"),
  ...around("winter time in Europe", "2024-10-27T01:00:00Z"),
  ...around("summer time in New York", "2025-03-09T07:00:00Z"),
  ...around("winter time in New York", "2024-11-03T06:00:00Z")
}

const turnsAfter2025 = {
  ...around("a leap day to come", "2028-02-29T00:00:00Z"),
  ...around("the end of 32 bits of seconds", "2038-01-19T03:14:08Z"),
  ...around("the first year of five digits", "+010000-01-01T00:00:00Z")
}

const now = millis(Arbitraries.defaultNow)

const units = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000, year: 365 * 86_400_000 }

const awayFromNow = (sign: 1 | -1, name: string) =>
  Object.fromEntries(
    Object.entries(units).flatMap(([unit, length]) => [
      [
        `some ${unit}s ${name}`,
        (time: DateTime.Utc) => {
          const count = (sign * (millis(time) - now)) / length
          return count >= 2 && count <= 60
        }
      ],
      [`exactly one ${unit} ${name}`, (time: DateTime.Utc) => millis(time) === now + sign * length],
      [`a moment less than one ${unit} ${name}`, (time: DateTime.Utc) => millis(time) === now + sign * (length - 1)],
      [`a moment more than one ${unit} ${name}`, (time: DateTime.Utc) => millis(time) === now + sign * (length + 1)]
    ])
  )

const isNow = (time: DateTime.Utc) => millis(time) === now

describe("time", () => {
  it.effect("is near now and near every boundary of calendars and clocks", () =>
    Effect.gen(function* () {
      const times = yield* sample(Arbitraries.time(), { count: 20_000 })
      assertOccur(times, { now: isNow, ...turnsUntil2025, ...turnsAfter2025 })
      assertOccur(times, { ...awayFromNow(-1, "ago"), ...awayFromNow(1, "ahead") })
    })
  )

  it.effect("is near the given now", () =>
    Effect.gen(function* () {
      const now = DateTime.makeUnsafe("2000-02-29T12:34:56.789Z")
      assertOccur(yield* sample(Arbitraries.time({ now }), { count: 20_000 }), {
        now: (time) => millis(time) === millis(now),
        "a minute ahead": (time) => millis(time) === millis(now) + 60_000,
        ...around("the leap day of 2000", "2000-02-29T00:00:00Z"),
        ...around("the end of its month", "2000-03-01T00:00:00Z"),
        // The latest possible dates.
        ...around("summer time in New York", "1999-03-14T07:00:00Z"),
        ...around("winter time in Europe", "1999-10-31T01:00:00Z"),
        ...around("winter time in New York", "1999-11-07T06:00:00Z")
      })
    })
  )

  it.effect("shrinks to now", () =>
    Effect.gen(function* () {
      for (const time of yield* smallest(Arbitraries.time(), () => false)) assert.strictEqual(millis(time), now)
    })
  )
})

describe("pastTime", () => {
  it.effect("is now, before now, or near a boundary before now, but never after now", () =>
    Effect.gen(function* () {
      const times = yield* sample(Arbitraries.pastTime(), { count: 20_000 })
      assertOccur(times, { now: isNow, ...turnsUntil2025, ...awayFromNow(-1, "ago") })
      assert.isTrue(times.every((time) => millis(time) <= now))
    })
  )

  // A test clock starts at 0.
  it.effect.each([0, 1, -1, 8.64e15, -8.64e15, 2 ** 31])("is a time no later than now, even if now is %d", (now) =>
    Effect.gen(function* () {
      const times = yield* sample(Arbitraries.pastTime({ now: DateTime.makeUnsafe(now) }))
      assert.isTrue(times.every((time) => millis(time) <= now))
      assertOccur(times, { now: (time) => millis(time) === now })
    })
  )

  it.effect("shrinks to now", () =>
    Effect.gen(function* () {
      for (const time of yield* smallest(Arbitraries.pastTime(), () => false)) assert.strictEqual(millis(time), now)
    })
  )
})
