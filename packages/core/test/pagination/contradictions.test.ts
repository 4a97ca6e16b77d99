/**
 * Services that contradict themselves, or change faster than they can be read, each decided by a seed. A walk emits every row
 * that is in every answer, once, or fails with a `PaginationError`; it never ends as if nothing had happened.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { inject } from "vitest"
import type { WalkOptions } from "../../src/Page.ts"
import { PaginationError } from "../../src/PaginationError.ts"
import { recordingsList } from "../../src/pagination/lists/recordings.ts"
import { roomsList } from "../../src/pagination/lists/rooms.ts"
import { sessionsList } from "../../src/pagination/lists/sessions.ts"
import { mostRequestsWithoutRow } from "../../src/pagination/PageRequests.ts"
import { pages } from "../../src/pagination/walk.ts"
import { walk } from "../fixtures/backend.ts"
import { calm, movingService, type ServiceHabits } from "../fixtures/movingService.ts"
import { roomId, type Shape } from "../fixtures/walks.ts"

const seeds = Array.range(1, inject("soak") ? 500 : 80)

const ways: ReadonlyArray<WalkOptions> = [{}, { concurrency: 4 }, { verify: true }]

/** The ids of a list of 60 rows, ten a page. */
const idsOf = (shape: Shape, { operations }: ReturnType<typeof movingService>, options: WalkOptions) => {
  switch (shape) {
    case "rooms":
      return Stream.flatMap(
        pages(() => roomsList(operations), options),
        ({ items }) => Stream.fromArray(items.map((room): string => room.roomId))
      )
    case "sessions":
      return Stream.flatMap(
        pages(() => sessionsList(operations, roomId, 10), options),
        ({ items }) => Stream.fromArray(items.map((session): string => session.sessionId))
      )
    case "recordings":
      return Stream.flatMap(
        pages(() => recordingsList(operations, 10, undefined), options),
        ({ items }) => Stream.fromArray(items.map((recording): string => recording.id))
      )
  }
}

/**
 * Walks a list with each seed, in each way. Returns how many walks failed, by reason; the others were exact. `requestsAtMost`
 * bounds each walk.
 */
const outcomes = Effect.fnUntraced(function* (shape: Shape, habits: Partial<ServiceHabits>, requestsAtMost: number) {
  const reasons: Record<string, number> = {}
  for (const options of ways) {
    for (const seed of seeds) {
      const service = movingService(seed, { ...calm, rows: 60, ...habits })
      const { emitted, failure } = yield* walk(idsOf(shape, service, options))
      const told = JSON.stringify({ shape, seed, ...options, ...habits, ...service.stats() })
      const ids = new Set(emitted)
      assert.strictEqual(ids.size, emitted.length, `a row twice: ${told}`)
      assert.isAtMost(service.stats().requests, requestsAtMost, told)
      if (failure === undefined) {
        const missing = service.present().filter((id) => !ids.has(id))
        assert.deepStrictEqual(missing, [], `rows are missing: ${told}`)
      } else {
        assert(failure instanceof PaginationError, told)
        assert.strictEqual(failure.emitted, emitted.length, told)
        reasons[failure.reason._tag] = (reasons[failure.reason._tag] ?? 0) + 1
      }
    }
  }
  return reasons
})

/** How many walks there are for each kind of service. */
const walks = ways.length * seeds.length

const someAdditions = { inserts: 0.05 }
const someChanges = { inserts: 0.05, deletes: 0.05 }

describe("a walk over a service that answers from one state is exact", () => {
  it.effect.each<readonly [string, Partial<ServiceHabits>]>([
    ["if rooms are added and deleted", someChanges],
    ["if a monitor creates and deletes its room all the time", { toggles: 0.5 }],
    ["if a monitor creates or deletes its room before every answer", { toggles: 1 }],
    ["if it does so while rooms are added and deleted", { toggles: 0.3, ...someChanges }],
    ["if every page names a next one, even behind the end", { end: "next", ...someChanges }],
    ["if every page names a next one and there is no count", { end: "next", count: "missing", ...someAdditions }],
    ["if a row is added between any two answers", { inserts: 0.33, mostChanges: 1_000 }],
    ["if pages leave out rows, and there is no count", { leavesOut: 7, count: "missing" }],
    ["if its count is one page's", { count: "perPage", ...someAdditions }],
    ["if its count is what is left", { count: "remaining", ...someAdditions }]
  ])("%s", ([, habits]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* outcomes("rooms", habits, 120), {})
    })
  )

  it.effect.each<readonly [string, Shape, Partial<ServiceHabits>]>([
    ["sessions, if pages leave out rows", "sessions", { leavesOut: 7 }],
    ["sessions, if pages leave out rows and a cap on the limit", "sessions", { leavesOut: 7, clamp: 8 }],
    ["sessions, if many are added", "sessions", { inserts: 0.33, mostChanges: 1_000 }],
    [
      "recordings, if every page names a next one, even behind the end",
      "recordings",
      { end: "next", ...someAdditions }
    ],
    ["recordings, if pages leave out rows", "recordings", { leavesOut: 7 }]
  ])("%s", ([, shape, habits]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* outcomes(shape, habits, 120), {})
    })
  )
})

describe("two copies of the data, one of them behind, are walked exactly while rooms are only added", () => {
  it.effect.each<readonly [string, Partial<ServiceHabits>]>([
    ["in turn, one change behind", { replicas: "inTurn", lag: 1 }],
    ["in turn, six changes behind", { replicas: "inTurn", lag: 6 }],
    ["in turn, twenty changes behind", { replicas: "inTurn", lag: 20 }],
    ["at random, six changes behind", { replicas: "random", lag: 6 }],
    ["at random, twenty changes behind", { replicas: "random", lag: 20 }]
  ])("%s", ([, habits]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* outcomes("rooms", { ...habits, ...someAdditions }, 120), {})
    })
  )
})

describe("a service that contradicts itself", () => {
  it.effect("is found out if rows of the same age have no order", () =>
    Effect.gen(function* () {
      const reasons = yield* outcomes("rooms", { order: "unstable", ofOneAge: 7 }, 120)
      assert.deepStrictEqual(Object.keys(reasons), ["RowsMissing"])
      assert.isAbove(reasons.RowsMissing ?? 0, 0.9 * walks)
    })
  )

  it.effect("is found out if it counts rows that it doesn't show", () =>
    Effect.gen(function* () {
      const reasons = yield* outcomes("rooms", { leavesOut: 7 }, 120)
      assert.deepStrictEqual(reasons, { RowsMissing: walks })
    })
  )

  it.effect("is found out, or walked exactly, if its count is one change late", () =>
    Effect.gen(function* () {
      const reasons = yield* outcomes("rooms", { count: "late", changesAtOnce: 1, ...someChanges }, 120)
      assert.deepStrictEqual(Object.keys(reasons).sort(), ["CountUnreliable", "RowsMissing"])
    })
  )
})

describe("a list that changes faster than it can be read", () => {
  // Recordings have no times, so nothing distinguishes added ones from the others.
  it.effect.each<Shape>(["rooms", "sessions"])("ends the walk with NoProgress: %s", (shape) =>
    Effect.gen(function* () {
      for (const options of ways) {
        const service = movingService(1, { ...calm, rows: 60, addsAlways: 10 })
        const { emitted, failure } = yield* walk(idsOf(shape, service, options))
        assert.strictEqual(new Set(emitted).size, emitted.length)
        assert(failure instanceof PaginationError)
        assert.strictEqual(failure.reason._tag, "NoProgress")
        // Pages that were read ahead and dropped come on top.
        const bound = 10 + mostRequestsWithoutRow * (options.concurrency === undefined ? 1 : 2)
        assert.isAtMost(service.stats().requests, bound)
      }
    })
  )
})

describe("a list that grows by half a page with every request", () => {
  it.effect.each([1, 4, 8])("is walked exactly with concurrency %d", (concurrency) =>
    Effect.gen(function* () {
      const service = movingService(1, { ...calm, rows: 200, addsAlways: 5 })
      const { emitted, failure } = yield* walk(idsOf("rooms", service, { concurrency }))
      assert.isUndefined(failure)
      const ids = new Set(emitted)
      assert.deepStrictEqual(
        service.present().filter((id) => !ids.has(id)),
        []
      )
      // The more pages were dropped, the fewer are read ahead.
      assert.isAtMost(service.stats().requests, 300)
    })
  )
})

describe("a clean-up job", () => {
  it.effect.each([1, 2, 3, 5])("doesn't send the walk back if it deletes the oldest room every %d requests", (every) =>
    Effect.gen(function* () {
      for (const options of ways) {
        const service = movingService(1, { ...calm, rows: 500, cleansUpEvery: every })
        const { emitted, failure } = yield* walk(idsOf("rooms", service, options))
        assert.isUndefined(failure)
        const ids = new Set(emitted)
        assert.deepStrictEqual(
          service.present().filter((id) => !ids.has(id)),
          []
        )
        // After each deletion, a page is checked in up to four rounds of three requests.
        const pagesRead = Math.ceil(emitted.length / 10) + 1
        assert.isAtMost(service.stats().requests, 12 * pagesRead, JSON.stringify({ every, ...options }))
      }
    })
  )
})
