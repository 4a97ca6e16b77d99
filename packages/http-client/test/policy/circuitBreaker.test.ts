import { assert, describe, it } from "@effect/vitest"
import type { Operations } from "@effect-rooms/core/Backend"
import { ServiceError } from "@effect-rooms/core/ServiceError"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Breaker from "effect/persistence/CircuitBreaker"
import * as References from "effect/References"
import * as TestClock from "effect/testing/TestClock"
import * as CircuitBreaker from "../../src/CircuitBreaker.ts"
import type { RoomsHttpOptions } from "../../src/RoomsHttpOptions.ts"
import { failureOf, reasonOf } from "../fixtures/failure.ts"
import { createRoom, metrics, roomDetails } from "../fixtures/operations.ts"
import { type Answer, json } from "../fixtures/recordingClient.ts"
import { broken, cutOff } from "./fixtures/faults.ts"
import { assertEvidence, inTime, inTurn, late, observed, silence } from "./fixtures/observe.ts"

const unavailable = json({}, { status: 503 })
const good = json(metrics.answer)
const notFound = json({}, { status: 404 })

const circuit = (options?: CircuitBreaker.CircuitBreakerOptions) => Effect.provide(CircuitBreaker.layerMemory(options))

/** A client that sends each request once, whose transport does as the test says from one moment to the next. */
const client = Effect.fnUntraced(function* (answer: Answer, options?: Partial<RoomsHttpOptions>) {
  let current = answer
  const { backend, sentAt } = yield* observed((request, signal) => current(request, signal), {
    retry: false,
    ...options
  })
  return {
    backend,
    sentAt,
    answers: (answer: Answer) => {
      current = answer
    }
  }
})

const failing = ({ metrics }: Operations) => failureOf(metrics({}))

/** How long an open circuit says that it stays open. */
const openFor = Effect.fnUntraced(function* (backend: Operations) {
  const error = yield* failing(backend)
  assert(error instanceof ServiceError)
  const { retryAfter } = reasonOf(error, "CircuitOpen")
  assert.deepStrictEqual(error.retryAfter, retryAfter)
  assert.isTrue(error.isRetryable)
  assertEvidence(error.evidence, [], 0)
  return Option.map(retryAfter, Duration.toMillis)
})

describe("the circuit opens", () => {
  it.effect("after 5 failures in a row, for 30 seconds", () =>
    Effect.gen(function* () {
      const { backend, sentAt } = yield* client(unavailable)
      for (let failures = 1; failures <= 5; failures++) {
        assert.strictEqual(reasonOf(yield* failing(backend), "UnexpectedStatus").status, 503)
        yield* TestClock.adjust("1 second")
      }
      assert.deepStrictEqual(yield* openFor(backend), Option.some(29_000))
      yield* TestClock.adjust("28999 millis")
      assert.deepStrictEqual(yield* openFor(backend), Option.some(1))
      assert.deepStrictEqual(sentAt, [0, 1_000, 2_000, 3_000, 4_000])
    }).pipe(circuit())
  )

  for (const [name, answer] of [
    ["500", json({}, { status: 500 })],
    ["501, which is not sent again", json({}, { status: 501 })],
    ["a connection that is refused", broken("connect", "ECONNREFUSED")],
    ["a connection that is reset", broken("read", "ECONNRESET")],
    ["a body that breaks off", cutOff]
  ] as const) {
    it.effect(`after ${name}`, () =>
      Effect.gen(function* () {
        const { backend, sentAt } = yield* client(answer)
        yield* failing(backend)
        yield* failing(backend)
        assert.deepStrictEqual(yield* openFor(backend), Option.some(10_000))
        assert.strictEqual(sentAt.length, 2)
      }).pipe(circuit({ failures: 2, openFor: "10 seconds" }))
    )
  }

  for (const [name, options, millis] of [
    ["attempts that take too long", { attemptTimeout: "1 second" }, 1_000],
    ["operations that take too long", { timeout: "3 seconds" }, 3_000],
    ["operations that take too long with their retries", { retry: {} }, 60_000]
  ] as const) {
    it.effect(`after ${name}`, () =>
      Effect.gen(function* () {
        const { backend, sentAt } = yield* client(silence, options)
        for (let failures = 1; failures <= 2; failures++) {
          const fiber = yield* Effect.forkChild(failing(backend))
          yield* TestClock.adjust(millis)
          reasonOf(yield* Fiber.join(fiber), "Timeout")
        }
        const sent = sentAt.length
        assert.deepStrictEqual(yield* openFor(backend), Option.some(10_000))
        assert.strictEqual(sentAt.length, sent)
      }).pipe(circuit({ failures: 2, openFor: "10 seconds" }))
    )
  }

  it.effect("by operations, not by attempts", () =>
    Effect.gen(function* () {
      const { backend, sentAt } = yield* client(unavailable, { retry: {} })
      const fiber = yield* Effect.forkChild(Effect.all([failing(backend), failing(backend)]))
      yield* TestClock.adjust("10 seconds")
      yield* Fiber.join(fiber)
      assert.strictEqual(sentAt.length, 8)
      yield* openFor(backend)
    }).pipe(circuit({ failures: 2 }))
  )
})

describe("the circuit stays closed", () => {
  it.effect("if a success comes between the failures", () =>
    Effect.gen(function* () {
      const { backend, sentAt } = yield* client(inTurn(unavailable, good, unavailable, good, unavailable))
      for (let calls = 0; calls < 5; calls++) yield* Effect.exit(backend.metrics({}))
      yield* failing(backend)
      assert.strictEqual(sentAt.length, 6)
      yield* openFor(backend)
    }).pipe(circuit({ failures: 2 }))
  )

  for (const [name, answer] of [
    ["404", notFound],
    ["401", json({}, { status: 401 })],
    ["an answer that is not the contract's", json({ foo: 1 })]
  ] as const) {
    it.effect(`after ${name}: the service is there, and the count starts again`, () =>
      Effect.gen(function* () {
        const { answers, backend, sentAt } = yield* client(answer)
        for (let calls = 0; calls < 10; calls++) yield* failureOf(roomDetails.run(backend))
        answers(inTurn(unavailable, answer, unavailable))
        for (let calls = 0; calls < 3; calls++) yield* failing(backend)
        assert.strictEqual(sentAt.length, 13)
        yield* failing(backend)
        yield* openFor(backend)
      }).pipe(circuit({ failures: 2 }))
    )
  }

  it.effect("after 429, of which nothing is learnt: the count goes on", () =>
    Effect.gen(function* () {
      const limited = json({}, { status: 429 })
      const { answers, backend, sentAt } = yield* client(limited)
      for (let calls = 0; calls < 10; calls++) reasonOf(yield* failing(backend), "RateLimited")
      answers(inTurn(unavailable, limited, unavailable))
      for (let calls = 0; calls < 3; calls++) yield* failing(backend)
      assert.strictEqual(sentAt.length, 13)
      yield* openFor(backend)
    }).pipe(circuit({ failures: 2 }))
  )

  it.effect("after interruptions, of which nothing is learnt", () =>
    Effect.gen(function* () {
      const { answers, backend } = yield* client(silence)
      for (let calls = 0; calls < 5; calls++) {
        const fiber = yield* Effect.forkChild(backend.metrics({}))
        yield* TestClock.adjust("1 second")
        yield* Fiber.interrupt(fiber)
      }
      answers(good)
      assert.deepStrictEqual(yield* backend.metrics({}), metrics.answer)
    }).pipe(circuit({ failures: 1 }))
  )
})

describe("after the time of an open circuit", () => {
  const opened = Effect.fnUntraced(function* () {
    const opened = yield* client(unavailable, { timeout: "5 seconds" })
    yield* failing(opened.backend)
    yield* openFor(opened.backend)
    yield* TestClock.adjust("10 seconds")
    return opened
  })
  const tenSeconds = circuit({ failures: 1, openFor: "10 seconds" })

  it.effect("one operation is let through, and no other while it runs; its success closes the circuit", () =>
    Effect.gen(function* () {
      const { answers, backend, sentAt } = yield* opened()
      answers(late(2_000, good))
      const probe = yield* Effect.forkChild(backend.metrics({}))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* openFor(backend), Option.some(0))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* Fiber.join(probe), metrics.answer)
      answers(good)
      yield* Effect.replicateEffect(backend.metrics({}), 3)
      assert.deepStrictEqual(sentAt, [0, 10_000, 12_000, 12_000, 12_000])
    }).pipe(tenSeconds)
  )

  it.effect("its failure opens the circuit for as long again", () =>
    Effect.gen(function* () {
      const { backend, sentAt } = yield* opened()
      reasonOf(yield* failing(backend), "UnexpectedStatus")
      assert.deepStrictEqual(yield* openFor(backend), Option.some(10_000))
      assert.deepStrictEqual(sentAt, [0, 10_000])
    }).pipe(tenSeconds)
  )

  it.effect("its end by the deadline opens the circuit for as long again", () =>
    Effect.gen(function* () {
      const { answers, backend, sentAt } = yield* opened()
      answers(silence)
      const probe = yield* Effect.forkChild(failing(backend))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(reasonOf(yield* Fiber.join(probe), "Timeout").limit, "operation")
      assert.deepStrictEqual(yield* openFor(backend), Option.some(10_000))
      assert.deepStrictEqual(sentAt, [0, 10_000])
    }).pipe(tenSeconds)
  )

  it.effect("a 404 closes the circuit", () =>
    Effect.gen(function* () {
      const { answers, backend, sentAt } = yield* opened()
      answers(notFound)
      assert.strictEqual((yield* failureOf(roomDetails.run(backend)))._tag, "RoomNotFound")
      answers(good)
      yield* backend.metrics({})
      assert.deepStrictEqual(sentAt, [0, 10_000, 10_000])
    }).pipe(tenSeconds)
  )
})

describe("an open circuit", () => {
  it.effect("lets no create through, and certainly makes no room", () =>
    Effect.gen(function* () {
      const { backend, sentAt } = yield* client(unavailable)
      assert.strictEqual((yield* failureOf(createRoom.run(backend)))._tag, "CreateOutcomeUnknown")
      const error = yield* failureOf(createRoom.run(backend))
      assert.strictEqual(error._tag, "ServiceError")
      reasonOf(error, "CircuitOpen")
      assert.strictEqual(sentAt.length, 1)
    }).pipe(circuit({ failures: 1 }))
  )

  it.effect("is shared by all clients that are made with it", () =>
    Effect.gen(function* () {
      const first = yield* client(unavailable)
      const second = yield* client(good)
      yield* failing(first.backend)
      yield* openFor(second.backend)
      assert.deepStrictEqual(second.sentAt, [])
    }).pipe(circuit({ failures: 1 }))
  )

  it.effect("is off unless the program provides a circuit breaker", () =>
    Effect.gen(function* () {
      const { backend, sentAt } = yield* client(unavailable)
      for (let calls = 0; calls < 20; calls++) yield* failing(backend)
      assert.strictEqual(sentAt.length, 20)
    })
  )
})

describe("a store that does not answer", () => {
  const closed = { generation: 0, probe: false, consecutiveOpenings: 0, transition: undefined }

  for (const [name, admit, sent, ends] of [
    ["before", Effect.never, 1_000, 1_500],
    ["after", Effect.succeed(closed), 0, 1_500]
  ] as const) {
    it.effect(`delays an operation by at most a second ${name} its request`, () =>
      Effect.gen(function* () {
        const { backend, sentAt } = yield* client(late(500, good))
        const start = yield* Clock.currentTimeMillis
        const { endedAt, exit } = yield* inTime(backend.metrics({}))
        assert.deepStrictEqual(yield* exit, metrics.answer)
        assert.deepStrictEqual([sentAt, endedAt - start], [[sent], ends])
      }).pipe(
        Effect.provide(
          CircuitBreaker.layer().pipe(
            Layer.provide(
              Layer.succeed(Breaker.CircuitBreakerStore, {
                admit: () => admit,
                record: () => Effect.never,
                state: () => Effect.never
              })
            )
          )
        ),
        // The breaker's own log messages about its store don't matter here.
        Effect.provideService(References.UnhandledLogLevel, undefined)
      )
    )
  }
})
