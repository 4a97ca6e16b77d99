import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { type OfficeOptions, office } from "../../src/Scenario.ts"
import { World } from "../../src/World.ts"
import { happened } from "../fixtures/happened.ts"
import { afternoon, day, hour, roomsAt, sessionsOf, staysOf } from "../fixtures/offices.ts"
import { operations } from "../fixtures/worlds.ts"

/** The rooms of an office as the world shows them, newest first. */
const seenAt = (options?: OfficeOptions, at = afternoon) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(at)
    return yield* Effect.provide(happened, World.layer({ scenario: office(options) }))
  })

type SeenRoom = Effect.Success<typeof happened>[number]

const isLive = ({ sessions }: SeenRoom) => sessions.some(({ endTime }) => endTime === null)

const dayOf = (time: number | string = "never") => new Date(time).toISOString().slice(0, 10)

const monday = Date.UTC(2026, 0, 5)

describe("office", () => {
  it.effect("has 40 rooms of the last 90 days, each with a distinct title and a host", () =>
    Effect.gen(function* () {
      const all = yield* seenAt()
      assert.strictEqual(all.length, 40)
      assert.strictEqual(dayOf(all.at(-1)?.createdAt), "2026-03-19")
      assert.isTrue(all.every(({ createdAt }, index) => createdAt > (all[index + 1]?.createdAt ?? 0)))
      assert.isBelow(all[0]?.createdAt ?? afternoon, afternoon - 25 * day)
      assert.strictEqual(new Set(all.map(({ metadata }) => metadata?.title)).size, 40)
      assert.strictEqual(new Set(all.map(({ metadata }) => JSON.stringify(metadata?.hostWallets))).size, 40)
    })
  )

  it.effect("has about 20 sessions per room, in three of four rooms", () =>
    Effect.gen(function* () {
      const counts = (yield* roomsAt({ live: 0 })).map(({ sessions = [] }) => sessions.length)
      const total = counts.reduce((sum, count) => sum + count)
      assert.isAtLeast(total, 780)
      assert.isAtMost(total, 810)
      assert.strictEqual(counts.filter((count) => count === 0).length, 10)
      assert.isAbove(Math.max(...counts), 150)
    })
  )

  it.effect("has participants in its two newest rooms only", () =>
    Effect.gen(function* () {
      const all = yield* seenAt()
      assert.deepStrictEqual(
        all.map(isLive),
        all.map((_, index) => index < 2)
      )
      for (const { locked, sessions } of all.slice(0, 2)) {
        assert.isFalse(locked)
        const [running] = sessions
        assert.isAtMost(running?.startTime ?? 0, afternoon - 60_000)
        assert.isAtLeast(running?.startTime ?? 0, afternoon - hour / 2)
        assert.isAtLeast(running?.stays.filter(({ exitTime }) => exitTime === null).length ?? 0, 2)
      }
    })
  )

  it.effect("has at least the host and a second person in a live room", () =>
    Effect.gen(function* () {
      const live = sessionsOf(yield* roomsAt({ rooms: 200, live: 200, sessions: 200 }))
      assert.lengthOf(live, 200)
      for (const { stays } of live) {
        const [host, next] = stays
        assert.isUndefined(host?.joinedAfter ?? host?.stayed ?? next?.stayed)
        assert.isDefined(next)
      }
      assert.isTrue(live.some(({ stays }) => stays.some(({ stayed }) => stayed !== undefined)))
    })
  )

  it.effect("has recordings, livestreams and locked rooms, but no locked live room", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(afternoon)
      const answers = Effect.flatMap(operations(), ({ metrics }) => metrics({}))
      const { livestreamCount, recordingCount } = yield* Effect.provide(answers, World.layer({ scenario: office() }))
      assert.isAtLeast(livestreamCount, 4)
      assert.isAbove(recordingCount, 40)
      const all = yield* seenAt()
      assert.strictEqual(all.filter(({ locked }) => locked).length, 4)
      const busy = yield* roomsAt({ rooms: 20, live: 20 })
      assert.isFalse(busy.some(({ locked }) => locked))
    })
  )

  it.effect("has exactly the planned sessions in the world", () =>
    Effect.gen(function* () {
      const seen = yield* seenAt()
      const plans = yield* roomsAt()
      assert.deepStrictEqual(
        seen.map(({ sessions }) => sessions.map(({ recordings, stays }) => [stays.length, recordings])),
        plans
          .toReversed()
          .map(({ sessions = [] }) =>
            sessions.toReversed().map(({ recordings = [], stays }) => [stays.length, recordings])
          )
      )
    })
  )

  it.effect.each([
    { options: { rooms: 0 }, total: 0, live: 0 },
    { options: { rooms: 1 }, total: 1, live: 1 },
    { options: { rooms: 5, live: 0 }, total: 5, live: 0 },
    { options: { rooms: 5, live: 3 }, total: 5, live: 3 },
    { options: { rooms: 3, live: 9 }, total: 3, live: 3 },
    { options: { rooms: 2.9, live: 1.9 }, total: 2, live: 1 },
    { options: { rooms: -1, live: -1, sessions: -1, days: -1, people: -1 }, total: 0, live: 0 },
    { options: { rooms: 3, live: Number.NaN, days: Number.NaN }, total: 3, live: 0 }
  ])("has the requested size: $options", ({ live, options, total }) =>
    Effect.gen(function* () {
      const all = yield* seenAt(options)
      assert.deepStrictEqual({ total: all.length, live: all.filter(isLive).length }, { total, live })
    })
  )

  it.effect.each([
    { sessions: 0, least: 0, most: 0 },
    { sessions: 1, least: 0, most: 1 },
    { sessions: 100, least: 95, most: 105 },
    { sessions: 3000, least: 2900, most: 3030 }
  ])("has approximately the requested number of sessions: $sessions", ({ least, most, sessions }) =>
    Effect.gen(function* () {
      const count = sessionsOf(yield* roomsAt({ sessions, live: 0 })).length
      assert.isAtLeast(count, least)
      assert.isAtMost(count, most)
      assert.lengthOf(sessionsOf(yield* roomsAt({ sessions: 2, live: 2 })), 2)
    })
  )

  it.effect("has no more sessions than can fit", () =>
    Effect.gen(function* () {
      const count = sessionsOf(yield* roomsAt({ rooms: 4, sessions: 1e9, days: 7, live: 0 })).length
      assert.isAbove(count, 3 * 67)
      assert.isBelow(count, 3 * 240)
    })
  )

  it.effect("goes back the requested number of days, and at least a week", () =>
    Effect.gen(function* () {
      const oldest = Effect.fnUntraced(function* (days: number) {
        return dayOf((yield* roomsAt({ rooms: 3, days }))[0]?.createdAt)
      })
      assert.strictEqual(yield* oldest(365), "2025-06-17")
      assert.strictEqual(yield* oldest(7), "2026-06-10")
      assert.strictEqual(yield* oldest(1), "2026-06-10")
    })
  )

  it.effect("has the requested number of people, and uses all of them", () =>
    Effect.gen(function* () {
      const peers = Effect.fnUntraced(function* (options: OfficeOptions) {
        return new Set(staysOf(yield* roomsAt(options)).map(({ peerId }) => peerId)).size
      })
      assert.strictEqual(yield* peers({ people: 1 }), 1)
      assert.strictEqual(yield* peers({ people: 50 }), 50)
      assert.strictEqual(yield* peers({ rooms: 1, sessions: 500 }), 12)
    })
  )

  const moments = [0, 8 * hour, 8 * hour + 1, 14 * hour + 7, 18 * hour, 20 * hour, 24 * hour - 1]
  const offices: ReadonlyArray<OfficeOptions> = [
    {},
    { rooms: 1, sessions: 1e6, people: 1 },
    { rooms: 7, live: 5, days: 7, sessions: 700, people: 2 },
    { rooms: 30, days: 400, sessions: 50, seed: "long" }
  ]

  it.effect.each([0, 1, 2, 3, 4, 5, 6])("is a possible past at any time of day %i of a week", (weekday) =>
    Effect.gen(function* () {
      for (const [seed, moment] of moments.entries()) {
        for (const options of offices) {
          yield* TestClock.setTime(monday + weekday * day + moment)
          yield* Effect.provide(World, World.layer({ scenario: office({ seed, ...options }) }))
        }
      }
    })
  )

  it.effect("is a possible past at the earliest time", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* seenAt({}, 0)).filter(isLive).length, 2)
    })
  )
})
