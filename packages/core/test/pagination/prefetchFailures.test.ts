/**
 * Pages read ahead that fail, and services that ask for patience: everything before a failure is emitted, once, and a
 * service that limits the rate of requests is asked for less.
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

/** Tells, request by request, whether it is no page of the walk, but a look at the head of the list. */
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

  it.effect.each([2, 3, 4, 7, 12])("come up to page %d, where that one fails for good", (failing) =>
    Effect.gen(function* () {
      const { log, script } = heldUp(listsOf(ages, 995), (request) =>
        Effect.andThen(Effect.sleep(50), pageOf(shape, request) === failing ? Effect.fail(broken) : Effect.void)
      )
      const { failure } = yield* emitsFirst(shape, script, 10 * (failing - 1), { concurrency: 4 })
      assert.strictEqual(failure, broken)
      assert.strictEqual(log.filter(({ request }) => pageOf(shape, request) === failing).length, 1)
      // Pages behind it are asked for only as long as it is not known to fail.
      const behind = log.filter(({ request }) => pageOf(shape, request) > failing)
      assert.isBelow(behind.length, 4)
    })
  )

  it.effect("end where the service fails altogether from the second request on", () =>
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

  it.effect("die where the program has a bug", () =>
    Effect.gen(function* () {
      const { script } = heldUp(listsOf(ages, 995), (request) =>
        Effect.andThen(Effect.sleep(50), pageOf(shape, request) === 5 ? Effect.die("a bug") : Effect.void)
      )
      const { result } = yield* afterAll(Effect.exit(walkList(shape, script, { limit, concurrency: 4 })))
      assert.deepStrictEqual(result, Exit.die("a bug"))
    })
  )

  it.effect("are all read in order where the head of the list can not be looked at", () =>
    Effect.gen(function* () {
      const isLook = lookWatch(shape)
      const { script } = heldUp(listsOf(ages, 355), (request) => (isLook(request) ? Effect.fail(broken) : Effect.void))
      const { failure } = yield* emitsFirst(shape, script, 355, { concurrency: 4 })
      assert.isUndefined(failure)
    })
  )

  it.effect("do no harm where they are behind the end and fail", () =>
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

  describe("where the service asks for patience", () => {
    /** A service that refuses the pages from 5 on for 50 ms, as long as a request takes, and asks to wait these seconds. */
    const impatient = (seconds: number | undefined) => {
      let refusedAt = Number.POSITIVE_INFINITY
      const service = heldUp(listsOf(ages, 995), (request, { at }) => {
        const isRefused = pageOf(shape, request) >= 5 && at < refusedAt + 50
        if (isRefused) refusedAt = Math.min(refusedAt, at)
        return Effect.andThen(Effect.sleep(50), isRefused ? Effect.fail(rateLimited(shape, seconds)) : Effect.void)
      })
      /** The requests after the refusal was known. */
      const later = () => service.log.filter(({ at }) => at > refusedAt + 50)
      return { ...service, later, waited: () => Math.min(...later().map(({ at }) => at)) - refusedAt - 50 }
    }

    const mostInFlight = (log: ReadonlyArray<Asked>) => Math.max(...log.map(({ inFlight }) => inFlight))

    it.effect("wait as long, and are asked for half as many at a time from then on", () =>
      Effect.gen(function* () {
        const { later, log, script, waited } = impatient(7)
        const { failure } = yield* emitsFirst(shape, script, 995, { concurrency: 4 })
        assert.isUndefined(failure)
        assert.strictEqual(mostInFlight(log), 4)
        assert.strictEqual(mostInFlight(later()), 2)
        // What was asked for in one go with the page that was refused may take another 50 ms.
        assert.isAtLeast(waited(), 7_000)
        assert.isAtMost(waited(), 7_050)
      })
    )

    it.effect("are asked for half as many at a time only once where one was refused behind others", () =>
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

    it.effect("go on at once with half as many at a time where no time is told", () =>
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

    it.effect("fail at once where only one is asked for at a time", () =>
      Effect.gen(function* () {
        const { log, script } = impatient(7)
        const { failure } = yield* emitsFirst(shape, script, 40, {})
        assert.deepStrictEqual(failure, rateLimited(shape, 7))
        assert.strictEqual(log.length, 5)
      })
    )

    it.effect("wait also where only one is asked for at a time from then on", () =>
      Effect.gen(function* () {
        const { later, script, waited } = impatient(7)
        const { failure } = yield* emitsFirst(shape, script, 995, { concurrency: 2 })
        assert.isUndefined(failure)
        assert.isAtLeast(waited(), 7_000)
        assert.strictEqual(mostInFlight(later()), 1)
      })
    )

    it.effect("wait before the first of them is asked for again", () =>
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

    it.effect("fail in the end where patience does not help, with everything before emitted", () =>
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

    // Where ages differ, no look is needed.
    if (ages === "alike") {
      it.effect("are kept where it is the look at the head that is refused", () =>
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
          // The pages that waited for the look are not asked for again.
          const second = log.filter(({ request }) => pageOf(shape, request) === 2)
          assert.strictEqual(second.length, 1)
        })
      )
    }

    it.effect("come to as many at a time as the service allows", () =>
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
