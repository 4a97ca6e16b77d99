import { assert, describe, it } from "@effect/vitest"
import type { Operations } from "@effect-rooms/core/Backend"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { failureOf, reasonOf } from "../fixtures/failure.ts"
import { createRoom, everyRead, metrics, roomDetails } from "../fixtures/operations.ts"
import { type Answer, answering, bytewise, json, stream } from "../fixtures/recordingClient.ts"

/** An answer, with what became of its request: `aborted` is how often, in the order of the requests. */
const watched = (answer: Answer) => {
  const signals: Array<AbortSignal> = []
  const watchedAnswer: Answer = (request, signal) => {
    signals.push(signal)
    return answer(request, signal)
  }
  return { answer: watchedAnswer, aborted: () => signals.map((signal) => signal.aborted) }
}

const every = (interval: Duration.Input, body: Stream.Stream<Uint8Array>) =>
  Stream.tap(body, () => Effect.sleep(interval))
const blanks = Stream.forever(Stream.make(new TextEncoder().encode(" ")))
const body = JSON.stringify(metrics.answer)
const declared = { headers: { "content-length": String(body.length) } }

const neverWhole: ReadonlyArray<readonly [string, Answer]> = [
  ["no headers ever come", () => Effect.never],
  ["the body stalls after the headers", stream(Stream.never)],
  ["the body stalls after the headers, with a content-length", stream(Stream.never, declared)],
  ["the body stalls in the middle", stream(Stream.concat(bytewise(body.slice(0, 9)), Stream.never))],
  ["the body drips", stream(every("1 second", blanks))],
  ["the body drips, with a content-length", stream(every("1 second", blanks), declared)],
  [
    "the headers are late and the body stalls",
    (request, signal) => Effect.delay(stream(Stream.never)(request, signal), "3 seconds")
  ]
]

/** How the operation fails at its deadline of 5 seconds, and not before. */
const atDeadline = Effect.fnUntraced(function* (
  answer: Answer,
  run: (backend: Operations) => ReturnType<typeof createRoom.run>
) {
  const { aborted, answer: watchedAnswer } = watched(answer)
  const { backend } = yield* answering(watchedAnswer, { timeout: "5 seconds" })
  const fiber = yield* Effect.forkChild(failureOf(run(backend)))
  yield* TestClock.adjust("4999 millis")
  assert.isUndefined(fiber.pollUnsafe())
  assert.strictEqual(aborted().at(-1), false)
  yield* TestClock.adjust("1 millis")
  const error = yield* Fiber.join(fiber)
  const reason = reasonOf(error, "Timeout")
  assert.strictEqual(reason.limit, "operation")
  assert.strictEqual(reason.limitMillis, 5_000)
  assert.strictEqual(error.evidence.elapsedMillis, 5_000)
  assert.isAtLeast(error.evidence.attempts.length, 1)
  assert.notInclude(aborted(), false)
  return error
})

describe("the deadline of an operation", () => {
  for (const [name, answer] of neverWhole) {
    it.effect(`ends a read if ${name}`, () =>
      Effect.gen(function* () {
        for (const { run } of everyRead) {
          const error = yield* atDeadline(answer, run)
          assert.strictEqual(error._tag, "ServiceError")
          assert.isTrue(error.isRetryable)
        }
      })
    )

    it.effect(`ends a create with an unknown outcome if ${name}`, () =>
      Effect.gen(function* () {
        const error = yield* atDeadline(answer, createRoom.run)
        assert.strictEqual(error._tag, "CreateOutcomeUnknown")
      })
    )
  }

  it.effect("accepts a slow response that is complete in time", () =>
    Effect.gen(function* () {
      const slowly = stream(every("100 millis", bytewise(body)))
      const { backend } = yield* answering(slowly, { timeout: body.length * 100 + 1 })
      const fiber = yield* Effect.forkChild(backend.metrics({}))
      yield* TestClock.adjust(body.length * 100)
      assert.deepStrictEqual(yield* Fiber.join(fiber), metrics.answer)
    })
  )

  it.effect("is 60 seconds by default", () =>
    Effect.gen(function* () {
      const { backend } = yield* answering(() => Effect.never)
      const fiber = yield* Effect.forkChild(failureOf(backend.metrics({})))
      yield* TestClock.adjust("59999 millis")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      const reason = reasonOf(yield* Fiber.join(fiber), "Timeout")
      assert.strictEqual(reason.limitMillis, 60_000)
    })
  )

  it.effect("starts again with each run", () =>
    Effect.gen(function* () {
      const late: Answer = (request, signal) => Effect.delay(json(metrics.answer)(request, signal), "4 seconds")
      const { backend } = yield* answering(late, { timeout: "5 seconds" })
      for (let run = 0; run < 3; run++) {
        const fiber = yield* Effect.forkChild(backend.metrics({}))
        yield* TestClock.adjust("4 seconds")
        assert.deepStrictEqual(yield* Fiber.join(fiber), metrics.answer)
      }
    })
  )
})

describe("an operation that is interrupted", () => {
  for (const [name, answer] of neverWhole) {
    it.effect(`leaves no request in flight if ${name}`, () =>
      Effect.gen(function* () {
        const { aborted, answer: watchedAnswer } = watched(answer)
        const { backend } = yield* answering(watchedAnswer)
        const fiber = yield* Effect.forkChild(backend.metrics({}))
        yield* TestClock.adjust("2 seconds")
        assert.deepStrictEqual(aborted(), [false])
        yield* Fiber.interrupt(fiber)
        assert.deepStrictEqual(aborted(), [true])
      })
    )
  }
})

describe("an operation that fails", () => {
  it.effect("leaves no request in flight if the body of an error stalls", () =>
    Effect.gen(function* () {
      const { aborted, answer } = watched(stream(Stream.never, { status: 404 }))
      const { backend } = yield* answering(answer)
      const fiber = yield* Effect.forkChild(failureOf(roomDetails.run(backend)))
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(fiber)
      assert.deepStrictEqual(aborted(), [true])
    })
  )

  it.effect("leaves no request in flight if the body is too large", () =>
    Effect.gen(function* () {
      const { aborted, answer } = watched(stream(blanks))
      const { backend } = yield* answering(answer, { maxBodyBytes: 100 })
      yield* failureOf(backend.metrics({}))
      assert.deepStrictEqual(aborted(), [true])
    })
  )
})
