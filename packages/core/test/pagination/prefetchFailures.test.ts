/**
 * Pages read ahead that fail, and services that limit the rate of requests: every row in front of a failure is emitted once,
 * and fewer requests are sent at a time.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Operations } from "../../src/Backend.ts"
import { pageOf } from "../fixtures/changingLists.ts"
import { unexpectedStatus } from "../fixtures/errors.ts"
import { ids, listsOf, roomsList, shapesAndAges } from "../fixtures/lists.ts"
import { type Asked, afterAll, heldUp, type ListRequest, rateLimited } from "../fixtures/timed.ts"
import { kinds, operationOf, type Shape, type WalkListOptions, walkList } from "../fixtures/walks.ts"

const limit = 10

/** Returns a function that recognizes requests that observe the head of the list. */
const lookWatch = (shape: Shape) => {
  let isFirst = true
  return (request: ListRequest): boolean => {
    const isLook = !isFirst && pageOf(shape, request) === 1
    isFirst = false
    return isLook
  }
}

/** Walks a list, and asserts that it emits exactly the first `rows` rows. */
const emitsFirst = Effect.fnUntraced(function* (
  shape: Shape,
  script: Partial<Operations>,
  rows: number,
  options: WalkListOptions
) {
  const { millis, result } = yield* afterAll(walkList(shape, script, { limit, ...options }))
  assert.deepStrictEqual<ReadonlyArray<string>>(result.emitted, ids(kinds[shape], rows))
  return { millis, failure: result.failure }
})

describe.each(shapesAndAges)("%s read ahead, their ages %s", (shape, ages) => {
  const operation = operationOf[shape]
  const broken = unexpectedStatus(operation)

  it.effect.each([2, 3, 4, 7, 12])("are emitted up to page %d if that one fails for good", (failing) =>
    Effect.gen(function* () {
      const { log, script } = heldUp(listsOf(ages, 995), (request) =>
        Effect.andThen(Effect.sleep(50), pageOf(shape, request) === failing ? Effect.fail(broken) : Effect.void)
      )
      const { failure } = yield* emitsFirst(shape, script, 10 * (failing - 1), { concurrency: 4 })
      assert.strictEqual(failure, broken)
      assert.strictEqual(log.filter(({ request }) => pageOf(shape, request) === failing).length, 1)
      // Pages behind it are requested only until it fails.
      const behind = log.filter(({ request }) => pageOf(shape, request) > failing)
      assert.isBelow(behind.length, 4)
    })
  )

  it.effect("end if every request from the second one on fails", () =>
    Effect.gen(function* () {
      let asked = 0
      const { log, script } = heldUp(listsOf(ages, 995), () =>
        Effect.andThen(Effect.sleep(50), asked++ > 0 ? Effect.fail(broken) : Effect.void)
      )
      const { failure } = yield* emitsFirst(shape, script, 10, { concurrency: 4 })
      assert.strictEqual(failure, broken)
      // The first page, at most four ahead, a look at the head, and the second page in order.
      assert.isAtMost(log.length, 1 + 4 + 1 + 1)
    })
  )

  it.effect("die if the program has a bug", () =>
    Effect.gen(function* () {
      const { script } = heldUp(listsOf(ages, 995), (request) =>
        Effect.andThen(Effect.sleep(50), pageOf(shape, request) === 5 ? Effect.die("a bug") : Effect.void)
      )
      const { result } = yield* afterAll(Effect.exit(walkList(shape, script, { limit, concurrency: 4 })))
      assert.deepStrictEqual(result, Exit.die("a bug"))
    })
  )

  it.effect("are all read in order if the head of the list can't be observed", () =>
    Effect.gen(function* () {
      const isLook = lookWatch(shape)
      const { script } = heldUp(listsOf(ages, 355), (request) => (isLook(request) ? Effect.fail(broken) : Effect.void))
      const { failure } = yield* emitsFirst(shape, script, 355, { concurrency: 4 })
      assert.isUndefined(failure)
    })
  )

  it.effect("do no harm if they are behind the end and fail", () =>
    Effect.gen(function* () {
      const all = { ...listsOf(ages, 45), listRooms: roomsList({ count: 45, counts: "missing", ages }) }
      const isBehind = (request: ListRequest) => pageOf(shape, request) > 5
      const { log, script } = heldUp(all, (request) =>
        Effect.andThen(Effect.sleep(50), isBehind(request) ? Effect.fail(broken) : Effect.void)
      )
      const { failure } = yield* emitsFirst(shape, script, 45, { concurrency: 3 })
      // Only the page behind the last sessions shows that they are the last.
      assert.strictEqual(failure, shape === "sessions" ? broken : undefined)
      assert.isTrue(log.some(({ request }) => isBehind(request)))
    })
  )

  describe("from a service that limits the rate of requests", () => {
    /** A service that refuses the pages from 5 on for 50 ms, as long as a request takes, and asks to wait these seconds. */
    const impatient = (seconds: number | undefined) => {
      let refusedAt = Number.POSITIVE_INFINITY
      const service = heldUp(listsOf(ages, 995), (request, { at }) => {
        const isRefused = pageOf(shape, request) >= 5 && at < refusedAt + 50
        if (isRefused) refusedAt = Math.min(refusedAt, at)
        return Effect.andThen(Effect.sleep(50), isRefused ? Effect.fail(rateLimited(shape, seconds)) : Effect.void)
      })
      /** The requests after the refusal. */
      const later = () => service.log.filter(({ at }) => at > refusedAt + 50)
      return { ...service, later, waited: () => Math.min(...later().map(({ at }) => at)) - refusedAt - 50 }
    }

    const mostInFlight = (log: ReadonlyArray<Asked>) => Math.max(...log.map(({ inFlight }) => inFlight))

    it.effect("wait as long as requested, and are then requested half as many at a time", () =>
      Effect.gen(function* () {
        const { later, log, script, waited } = impatient(7)
        const { failure } = yield* emitsFirst(shape, script, 995, { concurrency: 4 })
        assert.isUndefined(failure)
        assert.strictEqual(mostInFlight(log), 4)
        assert.strictEqual(mostInFlight(later()), 2)
        // Requests that were sent together with the refused one may take another 50 ms.
        assert.isAtLeast(waited(), 7_000)
        assert.isAtMost(waited(), 7_050)
      })
    )

    it.effect("are halved only once if one was refused behind others", () =>
      Effect.gen(function* () {
        const { log, script } = heldUp(listsOf(ages, 995), (request, { at }) => {
          if (at > 0) return Effect.sleep(50)
          return pageOf(shape, request) === 4 ? Effect.fail(rateLimited(shape, 7)) : Effect.void
        })
        const { failure } = yield* emitsFirst(shape, script, 995, { concurrency: 8 })
        assert.isUndefined(failure)
        assert.strictEqual(mostInFlight(log), 4)
      })
    )

    it.effect("continue at once with half as many at a time if the service names no time", () =>
      Effect.gen(function* () {
        const { later, script, waited } = impatient(undefined)
        const { failure } = yield* emitsFirst(shape, script, 995, { concurrency: 4 })
        assert.isUndefined(failure)
        assert.strictEqual(mostInFlight(later()), 2)
        assert.isAtMost(waited(), 50)
      })
    )

    it.effect.each([
      { seconds: 60, isWaited: true },
      { seconds: 61, isWaited: false }
    ])("wait $seconds seconds: $isWaited", ({ isWaited, seconds }) =>
      Effect.gen(function* () {
        const { log, script } = impatient(seconds)
        const { failure, millis } = yield* emitsFirst(shape, script, isWaited ? 995 : 40, { concurrency: 4 })
        if (isWaited) {
          assert.isUndefined(failure)
          assert.isAtLeast(millis, 60_000)
        } else {
          assert.deepStrictEqual(failure, rateLimited(shape, seconds))
          assert.isBelow(millis, 50 * log.length)
        }
      })
    )

    it.effect("fail at once if only one is requested at a time", () =>
      Effect.gen(function* () {
        const { log, script } = impatient(7)
        const { failure } = yield* emitsFirst(shape, script, 40, {})
        assert.deepStrictEqual(failure, rateLimited(shape, 7))
        assert.strictEqual(log.length, 5)
      })
    )

    it.effect("wait even if only one is requested at a time from then on", () =>
      Effect.gen(function* () {
        const { later, script, waited } = impatient(7)
        const { failure } = yield* emitsFirst(shape, script, 995, { concurrency: 2 })
        assert.isUndefined(failure)
        assert.isAtLeast(waited(), 7_000)
        assert.strictEqual(mostInFlight(later()), 1)
      })
    )

    it.effect("wait before the first of them is requested again", () =>
      Effect.gen(function* () {
        let asked = 0
        const { log, script } = heldUp(listsOf(ages, 95), (_request, { at }) =>
          asked++ > 0 && at < 7_000 ? Effect.fail(rateLimited(shape, 7)) : Effect.void
        )
        const { failure } = yield* emitsFirst(shape, script, 95, { concurrency: 2 })
        assert.isUndefined(failure)
        assert.deepStrictEqual(
          log.slice(0, 3).map(({ at, request }) => [at, pageOf(shape, request)]),
          [
            [0, 1],
            [0, 2],
            [7_000, 2]
          ]
        )
      })
    )

    it.effect("fail in the end if waiting doesn't help, after every row in front was emitted", () =>
      Effect.gen(function* () {
        const { log, script } = heldUp(listsOf(ages, 995), (request) =>
          pageOf(shape, request) >= 5 ? Effect.fail(rateLimited(shape, 7)) : Effect.sleep(50)
        )
        const { failure, millis } = yield* emitsFirst(shape, script, 40, { concurrency: 8 })
        assert.deepStrictEqual(failure, rateLimited(shape, 7))
        // Eight, four and two at a time are tried, then one.
        assert.isAtLeast(millis, 3 * 7_000)
        assert.isBelow(millis, 4 * 7_000)
        assert.strictEqual(log.at(-1)?.inFlight, 1)
      })
    )

    // If ages differ, the head isn't observed.
    if (ages === "alike") {
      it.effect("are kept if the observation of the head is refused", () =>
        Effect.gen(function* () {
          const isLook = lookWatch(shape)
          let refusals = 0
          const { log, script } = heldUp(listsOf(ages, 995), (request) => {
            if (!isLook(request) || refusals === 1) return Effect.sleep(50)
            refusals++
            return Effect.fail(rateLimited(shape, 7))
          })
          const { failure, millis } = yield* emitsFirst(shape, script, 995, { concurrency: 4 })
          assert.isUndefined(failure)
          assert.isAtLeast(millis, 7_000)
          // The pages that waited for the observation aren't requested again.
          const second = log.filter(({ request }) => pageOf(shape, request) === 2)
          assert.strictEqual(second.length, 1)
        })
      )
    }

    it.effect("settle at as many at a time as the service allows", () =>
      Effect.gen(function* () {
        const { log, script } = heldUp(listsOf(ages, 995), (_request, { inFlight }) =>
          inFlight > 3 ? Effect.fail(rateLimited(shape, 1)) : Effect.sleep(50)
        )
        const { failure } = yield* emitsFirst(shape, script, 995, { concurrency: 16 })
        assert.isUndefined(failure)
        assert.deepStrictEqual(
          log.slice(-20).filter(({ inFlight }) => inFlight > 2),
          []
        )
      })
    )
  })
})
