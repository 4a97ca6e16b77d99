import { assert, describe, it } from "@effect/vitest"
import type { Operations } from "@effect-rooms/core/Backend"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { inject } from "vitest"
import { defaultRetryBudget, retryBudgetTokens } from "../../src/RetryBudget.ts"
import type { RoomsHttpOptions } from "../../src/RoomsHttpOptions.ts"
import { failureOf, reasonOf } from "../fixtures/failure.ts"
import { metrics } from "../fixtures/operations.ts"
import { type Answer, json } from "../fixtures/recordingClient.ts"
import { drawing, inTime, inTurn, observed, silence } from "./fixtures/observe.ts"

const unavailable = json({}, { status: 503 })
const good = json(metrics.answer)
const tokens = Effect.map(Metric.value(retryBudgetTokens), ({ value }) => value)

/** A client whose transport does as the test says from one moment to the next, with its own metrics. */
const client = Effect.fnUntraced(function* (options?: Partial<RoomsHttpOptions>) {
  let current: Answer = unavailable
  const { backend, sentAt } = yield* observed((request, signal) => current(request, signal), options)
  return {
    backend,
    /** From now on every request gets this answer. */
    answers: (answer: Answer) => {
      current = answer
    },
    /** How many requests an effect sends, which may take its time. */
    requests: Effect.fnUntraced(function* <A, E>(effect: Effect.Effect<A, E>) {
      const before = sentAt.length
      const { exit } = yield* inTime(drawing(0.5)(effect))
      yield* exit
      return sentAt.length - before
    })
  }
})

const failing = ({ metrics }: Operations) => failureOf(metrics({}))
const times =
  (count: number) =>
  <A, E>(effect: Effect.Effect<A, E>) =>
    Effect.replicateEffect(effect, count, { discard: true })
const fresh = Effect.provideServiceEffect(
  Metric.MetricRegistry,
  Effect.sync(() => new Map())
)

describe("the retry budget", () => {
  it.effect("is spent after 100 retries; then requests are sent once, with the same error", () =>
    Effect.gen(function* () {
      const { backend, requests } = yield* client()
      // 33 operations with 3 retries each, and one with the last.
      assert.strictEqual(yield* requests(times(33)(failing(backend))), 33 * 4)
      assert.strictEqual(yield* tokens, 5)
      assert.strictEqual(yield* requests(failing(backend)), 2)
      assert.strictEqual(yield* tokens, 0)
      assert.strictEqual(yield* requests(times(10)(failing(backend))), 10)
      const { exit } = yield* inTime(failing(backend))
      const error = yield* exit
      assert.strictEqual(reasonOf(error, "UnexpectedStatus").status, 503)
      assert.isTrue(error.isRetryable)
      assert.deepStrictEqual(error.evidence.attempts, [{ status: 503, waitedMillis: 0 }])
    }).pipe(fresh)
  )

  it.effect("is spent after 50 retries after timeouts", () =>
    Effect.gen(function* () {
      const { answers, backend, requests } = yield* client({ attemptTimeout: "1 second" })
      answers(silence)
      assert.strictEqual(yield* requests(times(20)(failing(backend))), 20 + 50)
      assert.strictEqual(yield* tokens, 0)
    }).pipe(fresh)
  )

  it.effect("is spent by whatever is retried: the cost depends on the failure", () =>
    Effect.gen(function* () {
      const { answers, backend, requests } = yield* client({ attemptTimeout: "1 second" })
      answers(inTurn(silence, unavailable, unavailable, unavailable))
      yield* requests(failing(backend))
      assert.strictEqual(yield* tokens, 500 - 10 - 5 - 5)
    }).pipe(fresh)
  )

  it.effect("gets back what the retries of a success cost", () =>
    Effect.gen(function* () {
      const { answers, backend, requests } = yield* client()
      yield* requests(times(5)(failing(backend)))
      assert.strictEqual(yield* tokens, 425)
      answers(inTurn(unavailable, unavailable, unavailable, good))
      assert.strictEqual(yield* requests(backend.metrics({})), 4)
      assert.strictEqual(yield* tokens, 425)
      answers(inTurn(unavailable, good))
      assert.strictEqual(yield* requests(backend.metrics({})), 2)
      assert.strictEqual(yield* tokens, 425)
    }).pipe(fresh)
  )

  it.effect("gets one token for a success at the first attempt, and is never fuller than full", () =>
    Effect.gen(function* () {
      const { answers, backend, requests } = yield* client()
      yield* requests(failing(backend))
      assert.strictEqual(yield* tokens, 485)
      answers(good)
      yield* requests(times(14)(backend.metrics({})))
      assert.strictEqual(yield* tokens, 499)
      yield* requests(times(14)(backend.metrics({})))
      assert.strictEqual(yield* tokens, 500)
      answers(unavailable)
      assert.strictEqual(yield* requests(times(34)(failing(backend))), 34 + 100)
    }).pipe(fresh)
  )

  it.effect("gets nothing for an error, not even one that the service answered at once", () =>
    Effect.gen(function* () {
      const { answers, backend, requests } = yield* client()
      yield* requests(failing(backend))
      answers(json({}, { status: 401 }))
      yield* requests(times(50)(failing(backend)))
      assert.strictEqual(yield* tokens, 485)
    }).pipe(fresh)
  )

  it.effect("once dry, allows a retry again after five successes", () =>
    Effect.gen(function* () {
      const { answers, backend, requests } = yield* client()
      yield* requests(times(34)(failing(backend)))
      for (const [successes, sent] of [
        [4, 1],
        [1, 2],
        [5, 2],
        [15, 4]
      ] as const) {
        answers(good)
        yield* requests(times(successes)(backend.metrics({})))
        answers(unavailable)
        assert.strictEqual(yield* requests(failing(backend)), sent, `after ${successes} successes`)
      }
    }).pipe(fresh)
  )

  it.effect("belongs to one client", () =>
    Effect.gen(function* () {
      const first = yield* client()
      const second = yield* client()
      yield* first.requests(times(40)(failing(first.backend)))
      assert.strictEqual(yield* first.requests(failing(first.backend)), 1)
      assert.strictEqual(yield* second.requests(failing(second.backend)), 4)
    }).pipe(fresh)
  )

  it.effect("has the size and the costs of the options", () =>
    Effect.gen(function* () {
      const retryBudget = { capacity: 10, retryCost: 3, timeoutRetryCost: 4, successRefill: 2 }
      const { answers, backend, requests } = yield* client({ retryBudget, attemptTimeout: "1 second" })
      answers(inTurn(silence, unavailable))
      assert.strictEqual(yield* requests(failing(backend)), 4)
      assert.strictEqual(yield* tokens, 0)
      answers(good)
      yield* requests(backend.metrics({}))
      assert.strictEqual(yield* tokens, 2)
    }).pipe(fresh)
  )

  it.effect("may be of nothing: every request is sent once", () =>
    Effect.gen(function* () {
      const { backend, requests } = yield* client({ retryBudget: { capacity: 0 } })
      assert.strictEqual(yield* requests(times(3)(failing(backend))), 3)
    }).pipe(fresh)
  )

  it.effect("can be switched off", () =>
    Effect.gen(function* () {
      const { backend, requests } = yield* client({ retryBudget: false })
      assert.strictEqual(yield* requests(times(200)(failing(backend))), 800)
      assert.isEmpty((yield* Metric.snapshot).filter(({ id }) => id === "rooms.client.retry_budget.tokens"))
    }).pipe(fresh)
  )

  it("is documented as it is", () => {
    assert.deepStrictEqual(defaultRetryBudget, { capacity: 500, retryCost: 5, timeoutRetryCost: 10, successRefill: 1 })
  })
})

// Tens of thousands of requests take seconds of a processor that others may be using too.
const patience = 120_000

const calls = inject("soak") ? 10_000 : 2_000
const clients = inject("soak") ? 50 : 10

describe("an outage", () => {
  it.effect(
    `of ${calls} requests is amplified by no more than a tenth`,
    () =>
      Effect.gen(function* () {
        const { backend, requests } = yield* client()
        const sent = yield* requests(
          Effect.replicateEffect(failing(backend), calls, { concurrency: 100, discard: true })
        )
        assert.strictEqual(sent, calls + 100)
        assert.isAtMost(sent, 1.1 * calls)
      }).pipe(fresh),
    patience
  )

  it.effect(
    `of 10 minutes, with ${clients} clients: once their budgets are spent each call is one request, and afterwards every call succeeds`,
    () =>
      Effect.gen(function* () {
        const start = yield* Clock.currentTimeMillis
        const outage = 10 * 60_000
        const spent = 90_000
        const requests = { whileSpending: 0, whileDry: 0, after: 0 }
        const counts = { whileDry: 0, after: 0, failedAfter: 0 }
        const phase = Effect.map(Clock.currentTimeMillis, (now) => {
          const at = now - start
          return at < spent ? "whileSpending" : at < outage ? "whileDry" : "after"
        })
        const answer: Answer = (request, signal) =>
          Effect.flatMap(phase, (phase) => {
            requests[phase]++
            return (phase === "after" ? good : unavailable)(request, signal)
          })
        const program = Effect.gen(function* () {
          const { backend } = yield* observed(answer)
          for (let second = 0; second < 12 * 60; second++) {
            const now = yield* phase
            const result = yield* Effect.result(backend.metrics({}))
            if (now === "whileDry") counts.whileDry++
            if (now === "after") {
              counts.after++
              if (result._tag === "Failure") counts.failedAfter++
            }
            yield* Effect.sleep("1 second")
          }
        })
        const { exit } = yield* inTime(
          drawing(0.5)(Effect.replicateEffect(program, clients, { concurrency: "unbounded" }))
        )
        yield* exit
        assert.isAbove(counts.whileDry, clients * 450)
        assert.isAtMost(requests.whileDry, 1.1 * counts.whileDry)
        assert.strictEqual(requests.whileDry, counts.whileDry)
        assert.isAbove(counts.after, clients * 100)
        assert.strictEqual(counts.failedAfter, 0)
        assert.strictEqual(requests.after, counts.after)
      }).pipe(fresh),
    patience
  )
})
