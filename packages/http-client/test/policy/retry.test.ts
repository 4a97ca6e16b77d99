import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Random from "effect/Random"
import type { RoomsHttpOptions } from "../../src/RoomsHttpOptions.ts"
import { reasonOf } from "../fixtures/failure.ts"
import { everyRead, metrics } from "../fixtures/operations.ts"
import { json } from "../fixtures/recordingClient.ts"
import { attemptTimeout, broken, cutOff } from "./fixtures/faults.ts"
import { assertEvidence, drawing, ended, failed, inTurn, silence } from "./fixtures/observe.ts"

const unavailable = json({}, { status: 503 })
const good = json(metrics.answer)

/** The waits between the requests of one operation that always fails at once, with the draws of a seed. */
const waits = Effect.fnUntraced(function* (seed: string | number, options?: Partial<RoomsHttpOptions>) {
  const { error, sentAt } = yield* failed(metrics, unavailable, options, Random.withSeed(seed))
  const waits = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0))
  assert.deepStrictEqual(
    error.evidence.attempts.map(({ waitedMillis }) => waitedMillis),
    [0, ...waits]
  )
  return waits
})

const ceilings = [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000]
const seeds = Array.from({ length: 300 }, (_, seed) => seed)

describe("the wait before an attempt", () => {
  it.effect("is drawn again for each, between nothing and a ceiling that doubles up to 8 seconds", () =>
    Effect.gen(function* () {
      for (const seed of seeds) {
        const draws = yield* Random.withSeed(Effect.replicateEffect(Random.next, ceilings.length), seed)
        assert.deepStrictEqual(
          yield* waits(seed, { retry: { attempts: ceilings.length + 1 }, timeout: false }),
          ceilings.map((ceiling, index) => Math.round(ceiling * (draws[index] ?? Number.NaN)))
        )
      }
    })
  )

  it.effect("uses the whole of that range", () =>
    Effect.gen(function* () {
      const runs = yield* Effect.forEach(seeds, (seed) => waits(seed))
      for (const [index, ceiling] of [250, 500, 1_000].entries()) {
        const parts = runs.map((run) => (run[index] ?? Number.NaN) / ceiling)
        assert.isTrue(parts.every((part) => part >= 0 && part <= 1))
        assert.isBelow(Math.min(...parts), 0.02)
        assert.isAbove(Math.max(...parts), 0.98)
        const mean = parts.reduce((sum, part) => sum + part, 0) / parts.length
        assert.closeTo(mean, 0.5, 0.06)
      }
    })
  )

  it.effect("is the same for the same seed, and another for another", () =>
    Effect.gen(function* () {
      const first = yield* waits("a seed")
      assert.deepStrictEqual(yield* waits("a seed"), first)
      assert.notDeepEqual(yield* waits("another seed"), first)
    })
  )

  it.effect("has the ceilings of the policy", () =>
    Effect.gen(function* () {
      const retry = { attempts: 5, baseDelay: "1 second", maxDelay: "3 seconds" } as const
      const { sentAt } = yield* failed(metrics, unavailable, { retry }, drawing(0.9))
      assert.deepStrictEqual(sentAt, [0, 900, 2_700, 5_400, 8_100])
    })
  )

  it.effect("may be nothing", () =>
    Effect.gen(function* () {
      const { sentAt } = yield* failed(metrics, unavailable, {}, drawing(0))
      assert.deepStrictEqual(sentAt, [0, 0, 0, 0])
    })
  )
})

describe("a read is sent again", () => {
  for (const operation of everyRead) {
    it.effect(`${operation.name}: until it is answered`, () =>
      Effect.gen(function* () {
        const answer = inTurn(unavailable, broken("read", "ECONNRESET"), cutOff, json(operation.answer))
        const { exit, sentAt } = yield* ended(operation, answer)
        assert.isTrue(Exit.isSuccess(exit))
        assert.deepStrictEqual(sentAt, [0, 125, 375, 875])
      })
    )

    it.effect(`${operation.name}: no more than four times in all`, () =>
      Effect.gen(function* () {
        const answer = inTurn(unavailable, unavailable, unavailable, unavailable, json(operation.answer))
        const { error, sentAt } = yield* failed(operation, answer)
        assert.deepStrictEqual(sentAt, [0, 125, 375, 875])
        assert.strictEqual(reasonOf(error, "UnexpectedStatus").status, 503)
        assert.isTrue(error.isRetryable)
      })
    )
  }

  it.effect("after each of what it met, and the evidence tells them apart", () =>
    Effect.gen(function* () {
      const answer = inTurn(broken("read", "ECONNRESET"), silence, cutOff, json({}, { status: 500 }))
      const { endedAt, error, sentAt } = yield* failed(metrics, answer, { attemptTimeout })
      assert.deepStrictEqual(sentAt, [0, 125, 2_375, 2_875])
      assert.strictEqual(endedAt, 2_875)
      assertEvidence(
        error.evidence,
        [
          { cause: "Transport: the service could not be reached: read ECONNRESET", waitedMillis: 0 },
          { cause: "Timeout: no complete response within 2s (the limit of one attempt)", waitedMillis: 125 },
          {
            status: 200,
            cause: "Transport: the service could not be reached: the body broke off: socket hang up",
            waitedMillis: 250
          },
          { status: 500, waitedMillis: 500 }
        ],
        2_875
      )
      assert.strictEqual(error.evidence.status, 500)
    })
  )

  it.effect("until it meets what does not go away", () =>
    Effect.gen(function* () {
      const { error, sentAt } = yield* failed(metrics, inTurn(unavailable, json({}, { status: 401 }), good))
      assert.deepStrictEqual(sentAt, [0, 125])
      assert.strictEqual(error._tag, "Unauthorized")
      assertEvidence(
        error.evidence,
        [
          { status: 503, waitedMillis: 0 },
          { status: 401, waitedMillis: 125 }
        ],
        125
      )
    })
  )

  it.effect("with the request as it was, id and all of the last answer in the evidence", () =>
    Effect.gen(function* () {
      const ids = ["first", "second", "third", "fourth"]
      const [first, ...rest] = ids.map((id) => json({}, { status: 503, headers: { "x-request-id": id } }))
      assert(first !== undefined)
      const { error } = yield* failed(metrics, inTurn(first, ...rest))
      assert.strictEqual(error.evidence.requestId, "fourth")
    })
  )
})
