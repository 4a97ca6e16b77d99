import { assert, describe, it } from "@effect/vitest"
import { ServiceError } from "@effect-rooms/core/ServiceError"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as TestClock from "effect/testing/TestClock"
import { reasonOf } from "../fixtures/failure.ts"
import { createRoom, metrics, type OperationCase } from "../fixtures/operations.ts"
import { json } from "../fixtures/recordingClient.ts"
import { assertEvidence, drawing, ended, failed, inTurn, late } from "./fixtures/observe.ts"

const busy = (status: number, headers: Readonly<Record<string, string>>) =>
  json({ message: "busy" }, { status, headers })
const after = (seconds: string | number, status = 503) => busy(status, { "retry-after": String(seconds) })
const good = json(metrics.answer)
const limited = (rest: string) => `RateLimited: the service limits the rate of requests; try again ${rest}`

describe("a service that asks to wait", () => {
  for (const status of [408, 425, 429, 500, 502, 503, 504]) {
    it.effect(`with a ${status} is asked again not before`, () =>
      Effect.gen(function* () {
        const { exit, sentAt } = yield* ended(
          metrics,
          inTurn(after(3, status), after(0, status), after(1, status), good)
        )
        assert.isTrue(Exit.isSuccess(exit))
        // The second answer asks for nothing, so that the draw decides.
        assert.deepStrictEqual(sentAt, [0, 3_000, 3_250, 4_250])
      })
    )
  }

  it.effect("for less than the draw is asked again after the draw", () =>
    Effect.gen(function* () {
      const answer = inTurn(busy(429, { "retry-after-ms": "100" }), busy(429, { "retry-after-ms": "451" }), good)
      const { sentAt } = yield* ended(metrics, answer, {}, drawing(0.9))
      assert.deepStrictEqual(sentAt, [0, 225, 676])
    })
  )

  it.effect("in a way that cannot be read is asked again after the draw", () =>
    Effect.gen(function* () {
      const { sentAt } = yield* ended(metrics, inTurn(after("soon"), after(-5), after("1e308"), good))
      assert.deepStrictEqual(sentAt, [0, 125, 375, 875])
    })
  )

  it.effect("until a time by its own clock, which is wrong, is asked again when it is that time there", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 10, 20))
      const date = (millis: number) => new Date(millis).toUTCString()
      const theirs = Date.UTC(2031, 0, 1)
      const answer = inTurn(
        busy(503, { date: date(theirs), "retry-after": date(theirs + 5_000) }),
        busy(503, { date: date(theirs), "retry-after": date(theirs - 5_000) }),
        good
      )
      const { sentAt } = yield* ended(metrics, answer)
      assert.deepStrictEqual(sentAt, [0, 5_000, 5_250])
    })
  )

  it.effect("has its wait in the evidence", () =>
    Effect.gen(function* () {
      const { error } = yield* failed(metrics, after(2, 429), { retry: { attempts: 2 } })
      assertEvidence(
        error.evidence,
        [
          { status: 429, cause: limited("in 2s"), waitedMillis: 0 },
          { status: 429, cause: limited("in 2s"), waitedMillis: 2_000 }
        ],
        2_000
      )
      assert(error instanceof ServiceError)
      assert.deepStrictEqual(error.retryAfter, Option.some(Duration.seconds(2)))
    })
  )

  it.effect("makes a create wait too", () =>
    Effect.gen(function* () {
      const answer = inTurn(after(3, 429), json(createRoom.answer))
      const { exit, sentAt } = yield* ended(createRoom, answer)
      assert.isTrue(Exit.isSuccess(exit))
      assert.deepStrictEqual(sentAt, [0, 3_000])
    })
  )

  it.effect("does not make a create that may have happened be sent again", () =>
    Effect.gen(function* () {
      const { error, sentAt } = yield* failed(createRoom, after(3, 503))
      assert.strictEqual(error._tag, "CreateOutcomeUnknown")
      assert.deepStrictEqual(sentAt, [0])
    })
  )

  it.effect("after a refusal is not asked again", () =>
    Effect.gen(function* () {
      const { error, sentAt } = yield* failed(metrics, after(3, 401))
      assert.strictEqual(error._tag, "Unauthorized")
      assert.deepStrictEqual(sentAt, [0])
    })
  )
})

/** How an operation gives up at once, because of an answer that asks for too much. */
const givesUp = Effect.fnUntraced(function* (...[operation, answer, options]: Parameters<typeof failed>) {
  const { endedAt, error, sentAt } = yield* failed(operation, answer, options)
  assert.deepStrictEqual(sentAt, [0])
  assert.strictEqual(endedAt, 0)
  assert(error instanceof ServiceError, error._tag)
  const { retryAfter } = reasonOf(error, "RateLimited")
  assert.isTrue(error.isRetryable)
  assert.deepStrictEqual(error.retryAfter, retryAfter)
  return { evidence: error.evidence, millis: Option.map(retryAfter, Duration.toMillis) }
})

const tooLong: ReadonlyArray<readonly [string, Readonly<Record<string, string>>, number, string]> = [
  ["3600 seconds", { "retry-after": "3600" }, 3_600_000, "in 1h"],
  ["61 seconds", { "retry-after": "61" }, 61_000, "in 1m 1s"],
  ["60 001 milliseconds", { "retry-after-ms": "60001" }, 60_001, "in 1m 1ms"],
  ["an absurd number of seconds", { "retry-after": "99999999999999999999" }, 1e23, ""],
  ["seconds beyond all numbers", { "retry-after": "9".repeat(400) }, Number.POSITIVE_INFINITY, ""],
  ["an absurd number of milliseconds", { "retry-after-ms": "9".repeat(400) }, Number.POSITIVE_INFINITY, "in Infinity"],
  ["a date in the year 9999", { "retry-after": "Fri, 31 Dec 9999 23:59:59 GMT" }, Date.UTC(10_000, 0) - 1_000, ""]
]

describe("a service that asks to wait for longer than is waited", () => {
  for (const [name, headers, millis, words] of tooLong) {
    it.effect(`(${name}, 429) is not asked again: the error says how long it asked for`, () =>
      Effect.gen(function* () {
        const { evidence, millis: asked } = yield* givesUp(metrics, busy(429, headers), { timeout: "2 hours" })
        assert.deepStrictEqual(asked, Option.some(millis))
        const [attempt, ...rest] = evidence.attempts
        assert.isEmpty(rest)
        assert.strictEqual(attempt?.status, 429)
        assert.include(attempt?.cause ?? "", words)
        assert.isBelow(attempt?.cause?.length ?? 0, 150)
      })
    )

    it.effect(`(${name}, 503) is not asked again: the error says how long it asked for`, () =>
      Effect.gen(function* () {
        const { evidence, millis: asked } = yield* givesUp(metrics, busy(503, headers), { timeout: "2 hours" })
        assert.deepStrictEqual(asked, Option.some(millis))
        assert.strictEqual(evidence.status, 503)
        assertEvidence(evidence, [{ status: 503, waitedMillis: 0 }], 0)
      })
    )
  }

  it.effect("is waited for up to 60 seconds, where the deadline allows it", () =>
    Effect.gen(function* () {
      const { exit, sentAt } = yield* ended(metrics, inTurn(after(60), good), { timeout: "61 seconds" })
      assert.isTrue(Exit.isSuccess(exit))
      assert.deepStrictEqual(sentAt, [0, 60_000])
    })
  )

  it.effect("as the policy says, which may be longer, or shorter", () =>
    Effect.gen(function* () {
      const patient = { timeout: false, retry: { maxRetryAfter: "1 hour" } } as const
      const { sentAt } = yield* ended(metrics, inTurn(after(3600), good), patient)
      assert.deepStrictEqual(sentAt, [0, 3_600_000])
      const { millis } = yield* givesUp(metrics, after(3), { retry: { maxRetryAfter: "2 seconds" } })
      assert.deepStrictEqual(millis, Option.some(3_000))
    })
  )

  const untilDeadline: ReadonlyArray<readonly [OperationCase, number]> = [
    [metrics, 503],
    [metrics, 429],
    [createRoom, 429]
  ]
  for (const [operation, status] of untilDeadline) {
    it.effect(`(until the deadline, ${operation.name}, ${status}) is not asked again, as there is no time for it`, () =>
      Effect.gen(function* () {
        for (const seconds of [10, 11]) {
          const { millis } = yield* givesUp(operation, after(seconds, status), { timeout: "10 seconds" })
          assert.deepStrictEqual(millis, Option.some(seconds * 1_000))
        }
      })
    )
  }

  it.effect("is measured by what is left of the deadline", () =>
    Effect.gen(function* () {
      const slow = late(4_000, after(5))
      const { exit } = yield* ended(metrics, inTurn(slow, good), { timeout: 9_001 })
      assert.isTrue(Exit.isSuccess(exit))
      const { endedAt, error } = yield* failed(metrics, inTurn(slow, good), { timeout: 9_000 })
      assert.strictEqual(endedAt, 4_000)
      assert.deepStrictEqual(reasonOf(error, "RateLimited").retryAfter, Option.some(Duration.seconds(5)))
    })
  )

  it.effect("is in the error if there are no attempts left", () =>
    Effect.gen(function* () {
      const { error } = yield* failed(metrics, after(3600), { retry: false })
      const { retryAfter, status } = reasonOf(error, "UnexpectedStatus")
      assert.strictEqual(status, 503)
      assert.deepStrictEqual(retryAfter, Option.some(Duration.hours(1)))
      assert.deepStrictEqual(error.retryAfter, retryAfter)
    })
  )
})
