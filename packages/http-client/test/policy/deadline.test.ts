import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Random from "effect/Random"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { reasonOf } from "../fixtures/failure.ts"
import { createRoom, metrics } from "../fixtures/operations.ts"
import { type Answer, json, stream } from "../fixtures/recordingClient.ts"
import { cutOff } from "./fixtures/faults.ts"
import { assertEvidence, drawing, ended, failed, inTurn, late, observed, silence } from "./fixtures/observe.ts"

const unavailable = json({}, { status: 503 })
const good = json(metrics.answer)
const ofAttempt = (limit: string) => `Timeout: no complete response within ${limit} (the limit of one attempt)`
const ofOperation = (limit: string) => `Timeout: no complete response within ${limit} (the limit of one operation)`
const blank = new TextEncoder().encode(" ")
const drip = stream(Stream.forever(Stream.fromEffect(Effect.as(Effect.sleep("1 second"), blank))))

describe("the deadline covers", () => {
  for (const [name, answer] of [
    ["attempts that are not answered", silence],
    ["bodies that stall", stream(Stream.never)],
    ["bodies that drip a byte a second", drip]
  ] as const) {
    it.effect(`${name}, and the waits between them`, () =>
      Effect.gen(function* () {
        const { endedAt, error, sentAt } = yield* failed(metrics, answer)
        assert.deepStrictEqual(sentAt, [0, 15_125, 30_375, 45_875])
        assert.strictEqual(endedAt, 60_000)
        assert.strictEqual(reasonOf(error, "Timeout").limit, "operation")
        assertEvidence(
          error.evidence,
          [
            { cause: ofAttempt("15s"), waitedMillis: 0 },
            { cause: ofAttempt("15s"), waitedMillis: 125 },
            { cause: ofAttempt("15s"), waitedMillis: 250 },
            { cause: ofOperation("1m"), waitedMillis: 500 }
          ],
          60_000
        )
      })
    )
  }

  it.effect("an attempt that may take longer than it", () =>
    Effect.gen(function* () {
      const { endedAt, error, sentAt } = yield* failed(metrics, silence, { timeout: "3 seconds" })
      assert.deepStrictEqual(sentAt, [0])
      assert.strictEqual(endedAt, 3_000)
      assertEvidence(error.evidence, [{ cause: ofOperation("3s"), waitedMillis: 0 }], 3_000)
    })
  )

  it.effect("an attempt after others", () =>
    Effect.gen(function* () {
      const answer = inTurn(late(400, unavailable), late(600, cutOff), silence)
      const { endedAt, error, sentAt } = yield* failed(metrics, answer, { timeout: "2 seconds" })
      assert.deepStrictEqual(sentAt, [0, 525, 1_375])
      assert.strictEqual(endedAt, 2_000)
      assertEvidence(
        error.evidence,
        [
          { status: 503, waitedMillis: 0 },
          {
            status: 200,
            cause: "Transport: the service could not be reached: the body broke off: socket hang up",
            waitedMillis: 125
          },
          { cause: ofOperation("2s"), waitedMillis: 250 }
        ],
        2_000
      )
      assert.isUndefined(error.evidence.status)
    })
  )

  it.effect("the body of an error", () =>
    Effect.gen(function* () {
      const { endedAt, error } = yield* failed(metrics, stream(Stream.never, { status: 503 }), { timeout: "1 second" })
      assert.strictEqual(endedAt, 1_000)
      reasonOf(error, "Timeout")
    })
  )

  it.effect("no part of a response in the last millisecond", () =>
    Effect.gen(function* () {
      const inTheEnd = inTurn(late(400, unavailable), late(1_474, good))
      const { endedAt, exit } = yield* ended(metrics, inTheEnd, { timeout: "2 seconds" })
      assert.isTrue(Exit.isSuccess(exit))
      assert.strictEqual(endedAt, 1_999)
    })
  )
})

describe("a delay that would not end in time", () => {
  const retry = { baseDelay: "4 seconds", maxDelay: "4 seconds" } as const

  for (const timeout of [1_000, 2_000]) {
    it.effect(`does not start: 2 seconds, with ${timeout} milliseconds left`, () =>
      Effect.gen(function* () {
        const { endedAt, error, sentAt } = yield* failed(metrics, unavailable, { timeout, retry })
        assert.deepStrictEqual(sentAt, [0])
        assert.strictEqual(endedAt, 0)
        assert.strictEqual(reasonOf(error, "UnexpectedStatus").status, 503)
        assertEvidence(error.evidence, [{ status: 503, waitedMillis: 0 }], 0)
      })
    )
  }

  it.effect("starts if a millisecond would be left", () =>
    Effect.gen(function* () {
      const { endedAt, exit, sentAt } = yield* ended(metrics, inTurn(unavailable, good), { timeout: 2_001, retry })
      assert.isTrue(Exit.isSuccess(exit))
      assert.deepStrictEqual(sentAt, [0, 2_000])
      assert.strictEqual(endedAt, 2_000)
    })
  )

  it.effect("is compared with the time left after earlier attempts and waits", () =>
    Effect.gen(function* () {
      const { endedAt, error, sentAt } = yield* failed(metrics, late(1_000, unavailable), {
        timeout: "5 seconds",
        retry
      })
      // 1 second, a wait of 2, 1 second: now 1 second is left.
      assert.deepStrictEqual(sentAt, [0, 3_000])
      assert.strictEqual(endedAt, 4_000)
      assert.strictEqual(reasonOf(error, "UnexpectedStatus").status, 503)
    })
  )

  it.effect("leaves a rejected create a known failure", () =>
    Effect.gen(function* () {
      const { error, sentAt } = yield* failed(createRoom, json({}, { status: 429 }), { timeout: 1_000, retry })
      assert.strictEqual(error._tag, "ServiceError")
      assert.deepStrictEqual(sentAt, [0])
    })
  )
})

/** Anything that a service may do, for as long as it likes. */
const anything: Effect.Effect<Answer> = Effect.gen(function* () {
  const millis = yield* Random.nextIntBetween(0, 4_000)
  const kind = yield* Random.nextIntBetween(0, 6)
  const answers = [
    unavailable,
    json({}, { status: 429, headers: { "retry-after-ms": String(millis) } }),
    cutOff,
    drip,
    silence,
    stream(Stream.never, { status: 500 })
  ]
  return late(millis, answers[kind] ?? silence)
})

describe("the deadline, with random faults", () => {
  it.effect("every operation ends in time, and its evidence adds up", () =>
    Effect.gen(function* () {
      for (let seed = 0; seed < 300; seed++) {
        const [first, ...rest] = yield* Random.withSeed(Effect.replicateEffect(anything, 8), seed)
        assert(first !== undefined)
        const timeout = 500 + seed * 40
        const options = { timeout, attemptTimeout: 2_500, retry: { attempts: 8 } }
        const operation = seed % 2 === 0 ? metrics : createRoom
        const { endedAt, error, sentAt } = yield* failed(
          operation,
          inTurn(first, ...rest),
          options,
          Random.withSeed(seed)
        )
        const { attempts, elapsedMillis } = error.evidence
        assert.isAtMost(endedAt, timeout)
        assert.strictEqual(elapsedMillis, endedAt)
        assert.strictEqual(attempts.length, sentAt.length)
        // Between two requests there is the time of an attempt, which has a limit, and the wait that the evidence tells.
        const took = attempts.map((_, index) => {
          const end =
            index + 1 < sentAt.length ? (sentAt[index + 1] ?? 0) - (attempts[index + 1]?.waitedMillis ?? 0) : endedAt
          return end - (sentAt[index] ?? 0)
        })
        assert.isTrue(took.every((millis) => millis >= 0 && millis <= 2_500))
      }
    })
  )
})

describe("an operation that is interrupted", () => {
  it.effect("between two attempts sends nothing more", () =>
    Effect.gen(function* () {
      const { backend, sentAt } = yield* observed(unavailable)
      const fiber = yield* Effect.forkChild(drawing(0.5)(backend.metrics({})))
      yield* TestClock.adjust(200)
      assert.deepStrictEqual(sentAt, [0, 125])
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(yield* Clock.currentTimeMillis, 200)
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(sentAt, [0, 125])
    })
  )
})
