import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as RateLimiter from "effect/persistence/RateLimiter"
import * as TestClock from "effect/testing/TestClock"
import * as RateLimit from "../../src/RateLimit.ts"
import { failureOf, reasonOf } from "../fixtures/failure.ts"
import { metrics } from "../fixtures/operations.ts"
import { json, key } from "../fixtures/recordingClient.ts"
import { assertEvidence, drawing, failed, inTime, inTurn, late, observed, silence } from "./fixtures/observe.ts"
import { failingStore, silentStore } from "./fixtures/rateLimitStore.ts"

const good = json(metrics.answer)
const unavailable = json({}, { status: 503 })
const fourASecond = RateLimit.layerMemory({ limit: 4, window: "1 second" })
const [oneAnHour, oneInTwoSeconds] = [
  RateLimit.layerMemory({ limit: 1, window: "1 hour" }),
  RateLimit.layerMemory({ limit: 1, window: "2 seconds" })
]

describe("a rate limit in memory", () => {
  for (const [name, concurrency] of [
    ["all at once", "unbounded"],
    ["one after the other", 1],
    ["three at a time", 3]
  ] as const) {
    it.effect(`sends 12 requests, ${name}, at the permitted times`, () =>
      Effect.gen(function* () {
        const { backend, sentAt } = yield* observed(good)
        yield* inTime(Effect.replicateEffect(backend.metrics({}), 12, { concurrency }))
        assert.deepStrictEqual(sentAt, [0, 0, 0, 0, 250, 500, 750, 1_000, 1_250, 1_500, 1_750, 2_000])
      }).pipe(Effect.provide(fourASecond))
    )
  }

  it.effect("has all its slots again after a while without requests, and no more", () =>
    Effect.gen(function* () {
      const { backend, sentAt } = yield* observed(good)
      const burst = Effect.replicateEffect(backend.metrics({}), 6, { concurrency: "unbounded" })
      yield* inTime(Effect.andThen(burst, Effect.andThen(Effect.sleep("10 seconds"), burst)))
      assert.deepStrictEqual(sentAt, [0, 0, 0, 0, 250, 500, 10_500, 10_500, 10_500, 10_500, 10_750, 11_000])
    }).pipe(Effect.provide(fourASecond))
  )

  it.effect("is shared by the clients that are made with it", () =>
    Effect.gen(function* () {
      const first = yield* observed(good)
      const second = yield* observed(good)
      const twice = ({ metrics }: typeof first.backend) => Effect.replicateEffect(metrics({}), 4, { concurrency: 4 })
      yield* inTime(Effect.all([twice(first.backend), twice(second.backend)], { concurrency: 2 }))
      assert.deepStrictEqual(
        [...first.sentAt, ...second.sentAt].toSorted((a, b) => a - b),
        [0, 0, 0, 0, 250, 500, 750, 1_000]
      )
    }).pipe(Effect.provide(fourASecond))
  )

  it.effect("with another key, in the same store, is another limit", () =>
    Effect.gen(function* () {
      const sentWith = Effect.fnUntraced(function* (options: RateLimit.RateLimitOptions) {
        const { backend, sentAt } = yield* Effect.provide(observed(good), RateLimit.layer(options))
        return { sentAt, run: backend.metrics({}) }
      })
      const rate = { limit: 1, window: "1 hour" } as const
      const [one, another, same] = yield* Effect.all([
        sentWith(rate),
        sentWith({ ...rate, key: "another" }),
        sentWith({ ...rate, key: "effect-rooms" })
      ])
      yield* inTime(Effect.all([one.run, another.run, Effect.exit(same.run)]))
      assert.deepStrictEqual([one.sentAt, another.sentAt, same.sentAt], [[0], [0], []])
    }).pipe(Effect.provide(RateLimiter.layer.pipe(Layer.provide(RateLimiter.layerStoreMemory))))
  )

  it.effect("is off unless the program provides a limit", () =>
    Effect.gen(function* () {
      const { backend, sentAt } = yield* observed(good)
      yield* inTime(Effect.replicateEffect(backend.metrics({}), 100, { concurrency: "unbounded" }))
      assert.isTrue(sentAt.length === 100 && sentAt.every((at) => at === 0))
    })
  )
})

describe("the wait for a slot under the rate limit", () => {
  it.effect("is needed for every attempt, and adds to its wait in the evidence", () =>
    Effect.gen(function* () {
      const { endedAt, error, sentAt } = yield* failed(metrics, unavailable)
      assert.deepStrictEqual(sentAt, [0, 2_000, 4_000, 6_000])
      assert.strictEqual(endedAt, 6_000)
      assertEvidence(
        error.evidence,
        [0, 2_000, 2_000, 2_000].map((waitedMillis) => ({ status: 503, waitedMillis })),
        6_000
      )
    }).pipe(Effect.provide(oneInTwoSeconds))
  )

  it.effect("before the first attempt is in the evidence too", () =>
    Effect.gen(function* () {
      const { backend } = yield* observed(inTurn(good, json({}, { status: 401 })))
      yield* backend.metrics({})
      yield* TestClock.adjust("500 millis")
      const { exit } = yield* inTime(backend.metrics({}))
      const error = yield* failureOf(exit)
      assertEvidence(error.evidence, [{ status: 401, waitedMillis: 1_500 }], 1_500)
    }).pipe(Effect.provide(oneInTwoSeconds))
  )

  it.effect("is not part of the time that an attempt may take", () =>
    Effect.gen(function* () {
      const { backend, sentAt } = yield* observed(late(900, good), { attemptTimeout: "1 second" })
      const { exit } = yield* inTime(Effect.replicateEffect(backend.metrics({}), 3, { concurrency: 3 }))
      assert.isTrue(Exit.isSuccess(exit))
      assert.deepStrictEqual(sentAt, [0, 2_000, 4_000])
    }).pipe(Effect.provide(oneInTwoSeconds))
  )

  it.effect("is part of the time that the operation may take", () =>
    Effect.gen(function* () {
      const { backend, sentAt } = yield* observed(inTurn(good, silence), { timeout: "5 seconds" })
      yield* backend.metrics({})
      const { endedAt, exit } = yield* inTime(backend.metrics({}))
      const error = yield* failureOf(exit)
      assert.deepStrictEqual(sentAt, [0, 2_000])
      assert.strictEqual(endedAt, 5_000)
      assert.strictEqual(reasonOf(error, "Timeout").limit, "operation")
      assert.deepStrictEqual(
        error.evidence.attempts.map(({ waitedMillis }) => waitedMillis),
        [2_000]
      )
    }).pipe(Effect.provide(oneInTwoSeconds))
  )

  it.effect("does not start if it would not end in time, and the error contains its length", () =>
    Effect.gen(function* () {
      const { backend, sentAt } = yield* observed(good, { timeout: "2 seconds" })
      yield* backend.metrics({})
      const { endedAt, exit } = yield* inTime(backend.metrics({}))
      const error = yield* failureOf(exit)
      assert.deepStrictEqual(sentAt, [0])
      assert.strictEqual(endedAt, 0)
      assert.deepStrictEqual(reasonOf(error, "RateLimited").retryAfter, Option.some(Duration.seconds(2)))
      assert.isTrue(error.isRetryable)
      assertEvidence(error.evidence, [], 0)
    }).pipe(Effect.provide(oneInTwoSeconds))
  )

  it.effect("is no longer for those who come after many that gave up", () =>
    Effect.gen(function* () {
      const { backend, sentAt } = yield* observed(good, { timeout: "5 seconds" })
      const burst = Effect.replicateEffect(Effect.exit(backend.metrics({})), 20, { concurrency: "unbounded" })
      yield* inTime(Effect.andThen(burst, Effect.andThen(Effect.sleep("1 second"), burst)))
      // Three of the first burst, and after them two of the second: the seventeen that gave up have left no gap.
      assert.deepStrictEqual(sentAt, [0, 2_000, 4_000, 6_000, 8_000])
    }).pipe(Effect.provide(oneInTwoSeconds))
  )

  it.effect("ends with an interruption, and nothing is sent", () =>
    Effect.gen(function* () {
      const { backend, sentAt } = yield* observed(good)
      yield* backend.metrics({})
      const fiber = yield* Effect.forkChild(backend.metrics({}))
      yield* TestClock.adjust("1 second")
      yield* Fiber.interrupt(fiber)
      yield* TestClock.adjust("1 day")
      assert.deepStrictEqual(sentAt, [0])
    }).pipe(Effect.provide(oneAnHour))
  )
})

describe("a store that fails", () => {
  it.effect("lets every request pass at once, and each leaves a warning", () =>
    Effect.gen(function* () {
      const logged: Array<string> = []
      const logger = Logger.make((options) => void logged.push(Logger.formatLogFmt.log(options)))
      const { backend, sentAt } = yield* observed(inTurn(unavailable, good))
      yield* inTime(drawing(0.5)(Effect.andThen(backend.metrics({}), backend.metrics({})))).pipe(
        Effect.provide(Logger.layer([logger]))
      )
      assert.deepStrictEqual(sentAt, [0, 125, 125])
      assert.strictEqual(logged.length, 3)
      for (const line of logged) {
        assert.include(line, "level=WARN")
        assert.include(line, "The rate limit could not be consulted")
        assert.include(line, "the store is down")
        assert.notInclude(line, key)
      }
    }).pipe(Effect.provide(failingStore))
  )

  it.effect("by never answering lets every request pass after a second", () =>
    Effect.gen(function* () {
      const { backend, sentAt } = yield* observed(inTurn(unavailable, good))
      yield* inTime(drawing(0.5)(backend.metrics({})))
      assert.deepStrictEqual(sentAt, [1_000, 2_125])
    }).pipe(Effect.provide(silentStore))
  )

  it.effect("by never answering does not hold an operation beyond its deadline", () =>
    Effect.gen(function* () {
      const { endedAt, error, sentAt } = yield* failed(metrics, good, { timeout: "500 millis" })
      assert.deepStrictEqual(sentAt, [])
      assert.strictEqual(endedAt, 500)
      reasonOf(error, "Timeout")
      assertEvidence(error.evidence, [], 500)
    }).pipe(Effect.provide(silentStore))
  )
})

describe("the service of a rate limit", () => {
  it.effect("returns the wait for a reserved slot, and releases a slot", () =>
    Effect.gen(function* () {
      const { acquire, release } = yield* RateLimit.RateLimit
      const millis = Effect.map(acquire, Duration.toMillis)
      assert.deepStrictEqual([yield* millis, yield* millis, yield* millis], [0, 2_000, 4_000])
      yield* release
      assert.deepStrictEqual([yield* millis, yield* millis], [4_000, 6_000])
    }).pipe(Effect.provide(oneInTwoSeconds))
  )
})
