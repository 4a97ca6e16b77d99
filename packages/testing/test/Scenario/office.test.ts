import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { TestClock } from "effect/testing"
import { type OfficeOptions, office } from "../../src/Scenario.ts"
import { World } from "../../src/World.ts"
import { happened } from "../fixtures/happened.ts"
import { start } from "../fixtures/worlds.ts"

/** The rooms of an office as the world shows them, newest first. */
const rooms = (options?: OfficeOptions) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(start)
    return yield* Effect.provide(happened, World.layer({ scenario: office(options) }))
  })

type SeenRoom = Effect.Success<typeof happened>[number]

const isLive = ({ sessions }: SeenRoom) => sessions.some(({ endTime }) => endTime === null)

const day = 24 * 60 * 60_000

describe("office", () => {
  it.effect("is the same for the same seed, whatever random numbers the program has", () =>
    Effect.gen(function* () {
      const first = yield* office({ seed: "a" })
      assert.deepStrictEqual(yield* office({ seed: "a" }), first)
      assert.deepStrictEqual(yield* Random.withSeed(office({ seed: "a" }), "of the program"), first)
      const again = office()
      assert.deepStrictEqual(yield* again, yield* again)
      assert.deepStrictEqual(yield* office(), yield* office({ rooms: 40, live: 2, seed: 1 }))
      assert.deepStrictEqual(yield* rooms(), yield* rooms())
    })
  )

  it.effect("is another one for another seed", () =>
    Effect.gen(function* () {
      assert.notDeepEqual(yield* office({ seed: "a" }), yield* office({ seed: "b" }))
    })
  )

  it.effect("has 40 rooms of the last 90 days, each with a title of its own and a host", () =>
    Effect.gen(function* () {
      const all = yield* rooms()
      assert.strictEqual(all.length, 40)
      assert.strictEqual(all.at(-1)?.createdAt, start - 90 * day)
      assert.isTrue(all.every(({ createdAt }, index) => createdAt > (all[index + 1]?.createdAt ?? 0)))
      assert.strictEqual(new Set(all.map(({ metadata }) => metadata?.title)).size, 40)
      assert.strictEqual(new Set(all.map(({ metadata }) => JSON.stringify(metadata?.hostWallets))).size, 40)
    })
  )

  it.effect("has a quarter of its rooms never used, and one in ten used more than a hundred times", () =>
    Effect.gen(function* () {
      const counts = (yield* rooms()).map(({ sessions }) => sessions.length)
      assert.strictEqual(counts.filter((count) => count === 0).length, 10)
      assert.strictEqual(counts.filter((count) => count > 100).length, 4)
      assert.isTrue(counts.every((count) => count <= 13 || count > 100))
    })
  )

  it.effect("has more than a hundred sessions in each tenth room of a large one", () =>
    Effect.gen(function* () {
      const { rooms: plans } = yield* office({ rooms: 5000, live: 0 })
      const busy = plans.filter((_, index) => index % 10 === 0)
      assert.isAbove(Math.min(...busy.map(({ sessions = [] }) => sessions.length)), 100)
    })
  )

  it.effect("has somebody in its two newest rooms now, and nowhere else", () =>
    Effect.gen(function* () {
      const all = yield* rooms()
      assert.deepStrictEqual(
        all.map(isLive),
        all.map((_, index) => index < 2)
      )
      for (const { locked, sessions } of all.slice(0, 2)) {
        assert.isFalse(locked)
        const [running] = sessions
        assert.strictEqual(running?.endTime, null)
        assert.deepStrictEqual(
          running?.stays.map(({ exitTime }) => exitTime),
          [null, null]
        )
      }
    })
  )

  it.effect("locks no room that somebody is in", () =>
    Effect.gen(function* () {
      const { rooms: plans } = yield* office({ rooms: 20, live: 20 })
      assert.deepStrictEqual(
        plans.filter(({ locked }) => locked === true),
        []
      )
    })
  )

  it.effect("has recordings, livestreams and locked rooms", () =>
    Effect.gen(function* () {
      const all = yield* rooms()
      assert.isTrue(all.some(({ sessions }) => sessions.some(({ recordings }) => recordings.length > 0)))
      assert.isTrue(all.some(({ locked }) => locked) && all.some(({ locked }) => !locked))
      const { rooms: plans } = yield* office()
      assert.isTrue(plans.some(({ livestreams }) => livestreams === 1))
    })
  )

  it.effect("has in each room sessions in order that do not overlap, after it was created and not after now", () =>
    Effect.gen(function* () {
      for (const options of [{}, { seed: 2 }, { seed: 3, rooms: 1 }, { seed: 4, rooms: 7, live: 5 }]) {
        for (const { createdAt, sessions } of yield* rooms(options)) {
          let free = createdAt
          for (const { endTime, startTime, stays } of sessions.toReversed()) {
            assert.isAtLeast(startTime, free)
            assert.isAtLeast(stays.length, 1)
            assert.isTrue(stays.some(({ joinTime }) => joinTime === startTime))
            assert.isAbove(endTime ?? start, startTime)
            assert.isAtMost(endTime ?? start, start)
            free = endTime ?? start
          }
        }
      }
    })
  )

  it.effect("has as many sessions in the world as were planned: none was split or lost", () =>
    Effect.gen(function* () {
      const { rooms: plans } = yield* office()
      assert.deepStrictEqual(
        (yield* rooms()).map(({ sessions }) => sessions.map(({ recordings, stays }) => [stays.length, recordings])),
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
    { options: { rooms: 3, live: 9 }, total: 3, live: 3 }
  ])("is as large as it is asked to be: %o", ({ live, options, total }) =>
    Effect.gen(function* () {
      const all = yield* rooms(options)
      assert.deepStrictEqual({ total: all.length, live: all.filter(isLive).length }, { total, live })
    })
  )
})
