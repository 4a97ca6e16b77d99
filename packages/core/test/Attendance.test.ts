import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Attendance from "../src/Attendance.ts"
import { PeerId, SessionId } from "../src/Identifier.ts"
import type { Participant, Session } from "../src/Session.ts"
import { seededRandom } from "./fixtures/movingService.ts"

const at = (millis: number) => DateTime.makeUnsafe(millis)
const now = at(100)

const session = (startTime: number, endTime?: number): Session => ({
  sessionId: SessionId.make("session-1"),
  startTime: at(startTime),
  endTime: Option.map(Option.fromUndefinedOr(endTime), at)
})

const stay = (peerId: string, joinTime: number, exitTime?: number): Participant => ({
  peerId: PeerId.make(peerId),
  joinTime: at(joinTime),
  exitTime: Option.map(Option.fromUndefinedOr(exitTime), at),
  metadata: Option.some({ displayName: peerId.toUpperCase() })
})

type Times = readonly [start: number, end: number]

const make = ([start, end]: Times): Attendance.Interval => ({ start: at(start), end: at(end) })
const times = ({ end, start }: Attendance.Interval): Times => [start.epochMilliseconds, end.epochMilliseconds]

/** Every millisecond of an interval: what the naive computations count. */
const everyMilli = ([start, end]: Times): ReadonlyArray<number> =>
  Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index)

/** The milliseconds in which anybody was there. */
const union = (all: ReadonlyArray<Times>): ReadonlyArray<number> =>
  [...new Set(all.flatMap(everyMilli))].sort((a, b) => a - b)

/** Few different times, so that many intervals begin and end together. */
const random = (seed: number, atMost: number): ReadonlyArray<Times> => {
  const next = seededRandom(seed)
  return Array.from({ length: Math.floor(next() * (atMost + 1)) }, () => {
    const start = Math.floor(next() * 30)
    return [start, start + Math.floor(next() * 12)]
  })
}

const seed = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))
const seeds = { seed }

describe("Attendance.interval and duration", () => {
  it.each([
    { of: session(10, 40), expected: [10, 40] },
    { of: session(10), expected: [10, 100] },
    { of: stay("ada", 20, 25), expected: [20, 25] },
    { of: stay("ada", 20), expected: [20, 100] },
    // Clocks of machines differ: nothing lasts less than no time.
    { of: session(40, 10), expected: [40, 40] },
    { of: session(140), expected: [140, 140] }
  ])("are those of %j", ({ expected: [start = 0, end = 0], of }) => {
    assert.deepStrictEqual(times(Attendance.interval(of, now)), [start, end])
    assert.strictEqual(Duration.toMillis(Attendance.duration(of, now)), end - start)
  })

  it("count a session that runs up to the time that is passed, in any zone", () => {
    const zoned = DateTime.makeZonedUnsafe(70, { timeZone: "Asia/Tokyo" })
    assert.deepStrictEqual(times(Attendance.interval(session(10), zoned)), [10, 70])
  })

  it("tell by `endTime` whether it has ended", () => {
    assert.deepStrictEqual(
      [session(1), session(1, 2), stay("ada", 1), stay("ada", 1, 3)].map((of) =>
        Option.getOrNull(Option.map(Attendance.endTime(of), DateTime.toEpochMillis))
      ),
      [null, 2, null, 3]
    )
  })
})

describe("Attendance.overlap", () => {
  it.prop("is every millisecond that both intervals have", seeds, ({ seed }) => {
    const [a = [0, 0], b = [0, 0]] = [...random(seed, 40), [3, 9], [5, 12]] as const
    const both = everyMilli(a).filter((milli) => everyMilli(b).includes(milli))
    const overlap = Attendance.overlap(make(a), make(b))
    assert.deepStrictEqual(
      Option.match(overlap, { onNone: () => [], onSome: (interval) => everyMilli(times(interval)) }),
      both
    )
    assert.strictEqual(Option.isSome(overlap), both.length > 0)
  })

  it("of intervals that only touch is none", () => {
    assert.isTrue(Option.isNone(Attendance.overlap(make([1, 5]), make([5, 9]))))
  })
})

describe("Attendance.merge", () => {
  it("joins what overlaps or touches, and leaves out what has no length", () => {
    const merged = Attendance.merge(
      [
        [20, 30],
        [1, 5],
        [5, 9],
        [40, 40],
        [22, 24],
        [29, 33],
        [10, 11]
      ].map(([a, b]) => make([a ?? 0, b ?? 0]))
    )
    assert.deepStrictEqual(merged.map(times), [
      [1, 9],
      [10, 11],
      [20, 33]
    ])
  })

  it.prop(
    "has the same milliseconds as the intervals, each once, in order and with gaps between",
    seeds,
    ({ seed }) => {
      const all = random(seed, 8)
      const merged = Attendance.merge(all.map(make)).map(times)
      assert.deepStrictEqual(merged.flatMap(everyMilli), union(all))
      for (const [index, [start]] of merged.entries()) {
        const before = merged[index - 1]
        if (before !== undefined) assert.isBelow(before[1], start)
      }
    }
  )
})

describe("Attendance.peak", () => {
  const peakOf = (all: ReadonlyArray<Times>) =>
    Option.getOrNull(Option.map(Attendance.peak(all.map(make)), ({ count, ...at }) => [count, ...times(at)]))

  it.each([
    { all: [], expected: null },
    { all: [[3, 3]], expected: null },
    // An interval that ends before it starts isn't counted.
    {
      all: [
        [8, 3],
        [4, 6]
      ],
      expected: [1, 4, 6]
    },
    { all: [[3, 8]], expected: [1, 3, 8] },
    // A person who leaves at the moment another one comes doesn't overlap with them, so the count stays at one.
    {
      all: [
        [3, 8],
        [8, 9]
      ],
      expected: [1, 3, 9]
    },
    {
      all: [
        [1, 10],
        [2, 4],
        [6, 8]
      ],
      expected: [2, 2, 4]
    },
    {
      all: [
        [1, 10],
        [2, 4],
        [4, 8]
      ],
      expected: [2, 2, 8]
    },
    {
      all: [
        [1, 10],
        [2, 4],
        [3, 8],
        [9, 10]
      ],
      expected: [3, 3, 4]
    }
  ] as const)("of $all is $expected", ({ all, expected }) => {
    assert.deepStrictEqual(peakOf(all), expected === null ? null : [...expected])
  })

  it.prop(
    "is the most that are there in any millisecond, and the first run of milliseconds with that many",
    seeds,
    ({ seed }) => {
      const all = random(seed, 8)
      const countAt = (milli: number) => all.filter(([start, end]) => start <= milli && milli < end).length
      const count = Math.max(0, ...union(all).map(countAt))
      const start = union(all).find((milli) => countAt(milli) === count)
      let end = start ?? 0
      while (countAt(end) === count && count > 0) end++
      assert.deepStrictEqual(peakOf(all), start === undefined ? null : [count, start, end])
    }
  )
})

describe("Attendance.attendees", () => {
  it("counts overlapping stays of one person once", () => {
    const minute = 60_000
    const stays = [
      stay("ada", 0, 30 * minute),
      stay("ben", 5 * minute, 10 * minute),
      stay("ada", 20 * minute, 45 * minute),
      stay("ada", 50 * minute)
    ]
    const people = Attendance.attendees(stays, { now: at(60 * minute) })
    assert.deepStrictEqual(
      people.map(({ minutes, person }) => [person, minutes]),
      [
        ["ada", 55],
        ["ben", 5]
      ]
    )
    const [ada] = people
    assert.deepStrictEqual(ada?.intervals.map(times), [
      [0, 45 * minute],
      [50 * minute, 60 * minute]
    ])
    assert.deepStrictEqual(
      ada?.stays,
      stays.filter(({ peerId }) => peerId === "ada")
    )
  })

  it("groups stays by the person that `personOf` returns, such as a name", () => {
    const stays = [stay("a", 0, 10), stay("A", 5, 20), stay("b", 0, 1)]
    const people = Attendance.attendees(stays, {
      now,
      personOf: ({ metadata }) => String(Option.getOrUndefined(metadata)?.displayName)
    })
    assert.deepStrictEqual(
      people.map(({ duration, person }) => [person, Duration.toMillis(duration)]),
      [
        ["A", 20],
        ["B", 1]
      ]
    )
  })

  it.prop("counts every millisecond of a person once, within an interval and without", seeds, ({ seed }) => {
    const next = seededRandom(seed)
    const stays = random(seed, 12).map(([start, end]) =>
      stay(["ada", "ben", "cleo"][Math.floor(next() * 3)] ?? "", start, next() < 0.8 ? end : undefined)
    )
    const now = at(35)
    const within: Times = [8, 33]
    const expected = (isCounted: (milli: number) => boolean) =>
      [...new Set(stays.map(({ peerId }) => peerId))].map((person) => {
        const own = stays.filter(({ peerId }) => peerId === person)
        return [person, union(own.map((one) => times(Attendance.interval(one, now)))).filter(isCounted).length / 60_000]
      })
    const counted = (people: ReadonlyArray<Attendance.Attendee<Participant>>) =>
      people.map(({ minutes, person }) => [person, minutes])
    assert.deepStrictEqual<unknown>(
      counted(Attendance.attendees(stays, { now })),
      expected(() => true)
    )
    assert.deepStrictEqual<unknown>(
      counted(Attendance.attendees(stays, { now, within: make(within) })),
      expected((milli) => everyMilli(within).includes(milli))
    )
  })
})
