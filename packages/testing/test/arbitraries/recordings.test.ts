import { assert, describe, it } from "@effect/vitest"
import type { UsageMetrics } from "@effect-rooms/core/UsageMetrics"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Arbitraries from "../../src/Arbitraries.ts"
import { assertOccur, sample, smallest } from "../fixtures/sampled.ts"

describe("recording", () => {
  it.effect("has a URL, and a size of any unit", () =>
    Effect.gen(function* () {
      const recordings = yield* sample(Arbitraries.recording)
      assert.isTrue(recordings.every(({ recordingUrl }) => URL.canParse(recordingUrl)))
      assertOccur(recordings, {
        "of no size": ({ recordingSize }) => recordingSize === 0,
        "a fraction": ({ recordingSize }) => recordingSize % 1 !== 0,
        "more than 32 bits": ({ recordingSize }) => recordingSize >= 2 ** 32,
        "an escape in its URL": ({ recordingUrl }) => recordingUrl.includes("%")
      })
      assert.isTrue(recordings.every(({ recordingSize }) => recordingSize >= 0))
    })
  )
})

describe("recordings", () => {
  it.effect("have distinct ids", () =>
    Effect.gen(function* () {
      const lists = yield* sample(Arbitraries.recordings({ maxLength: 60 }), { count: 120 })
      assert.isTrue(lists.every((list) => new Set(list.map(({ id }) => id)).size === list.length))
      assertOccur(lists, {
        none: ({ length }) => length === 0,
        "more than a page": ({ length }) => length > 20,
        "as many as may be": ({ length }) => length === 60
      })
      const long = yield* sample(Arbitraries.recordings({ minLength: 500 }), { count: 5 })
      assert.isTrue(long.every((list) => list.length >= 500 && new Set(list.map(({ id }) => id)).size === list.length))
    })
  )
})

describe("pagedRecordings", () => {
  it.effect("has all recordings on its pages, and cursors that count rows or pages", () =>
    Effect.gen(function* () {
      const lists = yield* sample(Arbitraries.pagedRecordings(), { count: 120 })
      assertOccur(lists, {
        "pages of 20": ({ pageSize }) => pageSize === 20,
        "smaller ones": ({ pageSize }) => pageSize < 20
      })
      const readings = lists.flatMap(({ pageSize, pages, rows }) => {
        assert.deepStrictEqual(
          pages.flatMap(({ recordings }) => recordings),
          rows
        )
        assert.lengthOf(pages, Math.max(1, Math.ceil(rows.length / pageSize)))
        const last = pages.at(-1)
        const next = pages.slice(0, -1).map(({ nextCursor }) => Option.getOrNull(nextCursor))
        const [step] = next
        if (last === undefined || step === undefined || step === null || pageSize === 1) return []
        assert.deepStrictEqual(
          next,
          next.map((_, index) => (index + 1) * step)
        )
        assert.include([1, pageSize], step)
        return [`${step === 1 ? "pages" : "rows"}, ends with ${Option.getOrNull(last.nextCursor)}`]
      })
      assert.deepStrictEqual([...new Set(readings)].toSorted(), [
        "pages, ends with 0",
        "pages, ends with null",
        "rows, ends with 0",
        "rows, ends with null"
      ])
    })
  )
})

describe("usageMetrics", () => {
  const nothing: UsageMetrics = {
    totalSessions: 0,
    totalDuration: 0,
    totalUsers: 0,
    recordingCount: 0,
    livestreamCount: 0
  }

  it.effect("are consistent totals", () =>
    Effect.gen(function* () {
      const metrics = yield* sample(Arbitraries.usageMetrics)
      assert.isTrue(metrics.every((totals) => Object.values(totals).every((total) => total >= 0)))
      const [idle, used] = [metrics.filter(isIdle), metrics.filter((totals) => !isIdle(totals))]
      assert.isTrue(
        idle.every(({ recordingCount, totalDuration, totalUsers }) => recordingCount + totalDuration + totalUsers === 0)
      )
      assert.isTrue(used.every(({ totalUsers }) => totalUsers > 0))
      assertOccur(idle, { "a livestream without a session": ({ livestreamCount }) => livestreamCount > 0 })
      assertOccur(used, {
        "sessions of no minute": ({ totalDuration }) => totalDuration === 0,
        "more than 32 bits": ({ totalDuration }) => totalDuration >= 2 ** 32
      })
    })
  )

  const isIdle = ({ totalSessions }: UsageMetrics) => totalSessions === 0

  it.effect("shrink to zero", () =>
    Effect.gen(function* () {
      for (const totals of yield* smallest(Arbitraries.usageMetrics, () => false)) {
        assert.deepStrictEqual(totals, nothing)
      }
    })
  )
})

describe("cursor and limit", () => {
  it.effect("are small and large, and always within the contract", () =>
    Effect.gen(function* () {
      const sizes = { small: (n: number) => n < 20, hundreds: (n: number) => n >= 100 && n < 1000 }
      const edges = {
        "31 bits": (n: number) => n === 2 ** 31 - 1,
        "all integers": (n: number) => n === Number.MAX_SAFE_INTEGER
      }
      const cursors = yield* sample(Arbitraries.cursor)
      assertOccur(cursors, { ...sizes, ...edges, "the first": (n) => n === 0 })
      assert.isTrue(cursors.every((cursor) => Number.isSafeInteger(cursor) && cursor >= 0))
      const limits = yield* sample(Arbitraries.limit)
      assertOccur(limits, { ...sizes, ...edges, one: (n) => n === 1, "just above a usual one": (n) => n === 101 })
      assert.isTrue(limits.every((limit) => Number.isSafeInteger(limit) && limit >= 1))
    })
  )
})
