import { assert, describe, it } from "@effect/vitest"
import type { Operations } from "@effect-rooms/core/Backend"
import * as Effect from "effect/Effect"
import { withAttemptTimeout, withRetryPolicy, withTimeout } from "../../src/RoomsHttp.ts"
import type { RoomsHttpOptions } from "../../src/RoomsHttpOptions.ts"
import { failureOf, reasonOf } from "../fixtures/failure.ts"
import { createRoom } from "../fixtures/operations.ts"
import { type Answer, json } from "../fixtures/recordingClient.ts"
import { drawing, inTime, observed, silence } from "./fixtures/observe.ts"

const unavailable = json({}, { status: 503 })

/** Runs a program with a client whose delays are half of the longest, and returns the times of its requests. */
const program = Effect.fnUntraced(function* <A, E>(
  use: (backend: Operations) => Effect.Effect<A, E>,
  answer: Answer = unavailable,
  options?: Partial<RoomsHttpOptions>
) {
  const { backend, sentAt } = yield* observed(answer, options)
  const { endedAt, exit } = yield* inTime(drawing(0.5)(use(backend)))
  return { result: yield* exit, sentAt, endedAt }
})

const failing = ({ metrics }: Operations) => failureOf(metrics({}))

describe("withRetryPolicy", () => {
  it.effect("holds for its effect, and not for what comes before, after and at the same time", () =>
    Effect.gen(function* () {
      const { sentAt } = yield* program((backend) =>
        Effect.gen(function* () {
          yield* failing(backend)
          yield* withRetryPolicy(false)(failing(backend))
          yield* failing(backend)
        })
      )
      assert.deepStrictEqual(sentAt, [0, 125, 375, 875, 875, 875, 1_000, 1_250, 1_750])

      const beside = yield* program((backend) =>
        Effect.all([withRetryPolicy(false)(failing(backend)), failing(backend)], { concurrency: 2 })
      )
      const start = beside.sentAt[0] ?? Number.NaN
      assert.deepStrictEqual(
        beside.sentAt.map((at) => at - start),
        [0, 0, 125, 375, 875]
      )
    })
  )

  it.effect("nested: the inner one holds inside, the outer one again after it", () =>
    Effect.gen(function* () {
      const { sentAt } = yield* program((backend) =>
        withRetryPolicy({ attempts: 2 })(
          Effect.gen(function* () {
            yield* failing(backend)
            yield* withRetryPolicy({ attempts: 3, baseDelay: "1 second" })(failing(backend))
            yield* failing(backend)
          })
        )
      )
      assert.deepStrictEqual(sentAt, [0, 125, 125, 625, 1_625, 1_625, 1_750])
    })
  )

  it.effect("is over the defaults, not over the policy of the client", () =>
    Effect.gen(function* () {
      const { sentAt } = yield* program((backend) => withRetryPolicy({ attempts: 3 })(failing(backend)), unavailable, {
        retry: { attempts: 2, baseDelay: "10 seconds" }
      })
      assert.deepStrictEqual(sentAt, [0, 125, 375])
    })
  )

  it.effect("brings retries back to a client without retries", () =>
    Effect.gen(function* () {
      const use = (backend: Operations) => Effect.andThen(failing(backend), withRetryPolicy({})(failing(backend)))
      const { sentAt } = yield* program(use, unavailable, { retry: false })
      assert.deepStrictEqual(sentAt, [0, 0, 125, 375, 875])
    })
  )

  it.effect("does not make a create that may have happened be sent again", () =>
    Effect.gen(function* () {
      const use = (backend: Operations) => withRetryPolicy({ attempts: 9 })(failureOf(createRoom.run(backend)))
      const { result, sentAt } = yield* program(use)
      assert.strictEqual(result._tag, "CreateOutcomeUnknown")
      assert.deepStrictEqual(sentAt, [0])
    })
  )

  for (const [name, bad] of [
    ["no attempt", { attempts: 0 }],
    ["half an attempt", { attempts: 1.5 }],
    ["a negative wait", { baseDelay: -1 }]
  ] as const) {
    it.effect(`that makes no sense (${name}) leaves the policy of the client`, () =>
      Effect.gen(function* () {
        const { sentAt } = yield* program((backend) => withRetryPolicy(bad)(failing(backend)), unavailable, {
          retry: { attempts: 2 }
        })
        assert.deepStrictEqual(sentAt, [0, 125])
      })
    )
  }
})

describe("withTimeout", () => {
  it.effect("holds for each operation of its effect, and not for what comes after it", () =>
    Effect.gen(function* () {
      const { result, sentAt } = yield* program(
        (backend) =>
          Effect.all([
            withTimeout("3 seconds")(Effect.all([failing(backend), failing(backend)])),
            failing(backend),
            withTimeout("5 seconds")(Effect.all([withTimeout("1 second")(failing(backend)), failing(backend)]))
          ]),
        silence,
        { timeout: "10 seconds" }
      )
      assert.deepStrictEqual(sentAt, [0, 3_000, 6_000, 16_000, 17_000])
      assert.deepStrictEqual(
        result.flat().map((error) => reasonOf(error, "Timeout").limitMillis),
        [3_000, 3_000, 10_000, 1_000, 5_000]
      )
    })
  )

  it.effect("false: there is no deadline", () =>
    Effect.gen(function* () {
      const { result, endedAt } = yield* program((backend) => withTimeout(false)(failing(backend)), silence)
      // Four attempts of 15 seconds, and the waits between them: more than the 60 seconds of the client.
      assert.strictEqual(endedAt, 60_875)
      assert.strictEqual(reasonOf(result, "Timeout").limit, "attempt")
    })
  )
})

describe("withAttemptTimeout", () => {
  it.effect("holds for each attempt of its effect, and not for what comes after it", () =>
    Effect.gen(function* () {
      const { result, sentAt } = yield* program(
        (backend) => Effect.all([withAttemptTimeout("1 second")(failing(backend)), failing(backend)]),
        silence,
        { retry: { attempts: 2 } }
      )
      assert.deepStrictEqual(sentAt, [0, 1_125, 2_125, 17_250])
      assert.deepStrictEqual(
        result.map((error) => reasonOf(error, "Timeout").limitMillis),
        [1_000, 15_000]
      )
    })
  )

  it.effect("false: an attempt may take all of the deadline", () =>
    Effect.gen(function* () {
      const { result, sentAt } = yield* program((backend) => withAttemptTimeout(false)(failing(backend)), silence)
      assert.deepStrictEqual(sentAt, [0])
      assert.strictEqual(reasonOf(result, "Timeout").limit, "operation")
      assert.strictEqual(result.evidence.elapsedMillis, 60_000)
    })
  )
})

describe("overrides of different things", () => {
  it.effect("add up, in whichever order", () =>
    Effect.gen(function* () {
      const { result, sentAt } = yield* program(
        (backend) =>
          Effect.all([
            withTimeout("10 seconds")(
              withAttemptTimeout("1 second")(withRetryPolicy({ attempts: 2 })(failing(backend)))
            ),
            withRetryPolicy({ attempts: 2 })(
              withAttemptTimeout("1 second")(withTimeout("1500 millis")(failing(backend)))
            )
          ]),
        silence
      )
      assert.deepStrictEqual(sentAt, [0, 1_125, 2_125, 3_250])
      assert.deepStrictEqual(
        result.map((error) => reasonOf(error, "Timeout").limit),
        ["attempt", "operation"]
      )
    })
  )

  for (const bad of [0, -1, Number.NaN]) {
    it.effect(`that make no sense (${bad} milliseconds) leave the limits of the client`, () =>
      Effect.gen(function* () {
        const { result } = yield* program(
          (backend) => withTimeout(bad)(withAttemptTimeout(bad)(failing(backend))),
          silence,
          { timeout: "5 seconds", attemptTimeout: "1 second", retry: false }
        )
        assert.strictEqual(reasonOf(result, "Timeout").limitMillis, 1_000)
      })
    )
  }
})
