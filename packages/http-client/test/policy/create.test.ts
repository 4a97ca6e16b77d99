import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Random from "effect/Random"
import * as Stream from "effect/Stream"
import { inject } from "vitest"
import * as RateLimit from "../../src/RateLimit.ts"
import { failureOf, reasonOf } from "../fixtures/failure.ts"
import { createRoom } from "../fixtures/operations.ts"
import { type Answer, json, stream, text } from "../fixtures/recordingClient.ts"
import { broken, cutOff } from "./fixtures/faults.ts"
import { assertEvidence, failed, inTime, inTurn, late, observed, silence } from "./fixtures/observe.ts"
import { silentStore, stallingStore } from "./fixtures/rateLimitStore.ts"

const refused = broken("connect", "ECONNREFUSED")
const limited = json({}, { status: 429 })
const made = json(createRoom.answer, { status: 201 })
const ofRefused = "Transport: the service could not be reached: connect ECONNREFUSED"
const ofLimited = "RateLimited: the service limits the rate of requests; try again later"

describe("a create", () => {
  it.effect("is sent again after a refused connection and after 429, with the same body", () =>
    Effect.gen(function* () {
      const { backend, sent, sentAt } = yield* observed(inTurn(refused, limited, refused, made))
      const { exit } = yield* inTime(createRoom.run(backend))
      assert.isTrue(Exit.isSuccess(exit))
      assert.strictEqual(sentAt.length, 4)
      assert.strictEqual(new Set(sent.map(({ body }) => body)).size, 1)
      assert.strictEqual(sent[0]?.body, JSON.stringify({ roomLocked: true, metadata: { title: "Stand-up" } }))
    })
  )

  for (const [name, lost, met] of [
    ["503", json({}, { status: 503 }), { status: 503 }],
    [
      "a reset",
      broken("read", "ECONNRESET"),
      { cause: "Transport: the service could not be reached: read ECONNRESET" }
    ],
    [
      "a room without an id",
      json({ message: "room created", data: {} }, { status: 201 }),
      { status: 201, cause: "InvalidResponse: the response breaks the contract at data.roomId: is missing" }
    ]
  ] as const) {
    it.effect(`is not sent a third time where the second met ${name}: the evidence has both`, () =>
      Effect.gen(function* () {
        const { error, sentAt } = yield* failed(createRoom, inTurn(refused, lost, made))
        assert.deepStrictEqual(sentAt, [0, 125])
        assert.strictEqual(error._tag, "CreateOutcomeUnknown")
        assert.isFalse(error.isRetryable)
        assertEvidence(
          error.evidence,
          [
            { cause: ofRefused, waitedMillis: 0 },
            { ...met, waitedMillis: 125 }
          ],
          125
        )
      })
    )
  }

  it.effect("that was refused every time was not made", () =>
    Effect.gen(function* () {
      for (const answer of [refused, limited]) {
        const { error, sentAt } = yield* failed(createRoom, answer)
        assert.strictEqual(error._tag, "ServiceError")
        assert.isTrue(error.isRetryable)
        assert.deepStrictEqual(sentAt, [0, 125, 375, 875])
      }
    })
  )
})

describe("the deadline of a create", () => {
  it.effect("while its request is out: nobody knows, and what came before is in the evidence", () =>
    Effect.gen(function* () {
      const { error } = yield* failed(createRoom, inTurn(limited, silence), { timeout: "5 seconds" })
      assert.strictEqual(error._tag, "CreateOutcomeUnknown")
      assert.strictEqual(reasonOf(error, "Timeout").limit, "operation")
      assertEvidence(
        error.evidence,
        [
          { status: 429, cause: ofLimited, waitedMillis: 0 },
          { cause: "Timeout: no complete response within 5s (the limit of one operation)", waitedMillis: 125 }
        ],
        5_000
      )
    })
  )

  it.effect("while it waits for what never comes before it is sent: it was not made", () =>
    Effect.gen(function* () {
      const { endedAt, error, sentAt } = yield* failed(createRoom, made, { timeout: "500 millis" })
      assert.deepStrictEqual(sentAt, [])
      assert.strictEqual(endedAt, 500)
      assert.strictEqual(error._tag, "ServiceError")
      assert.strictEqual(reasonOf(error, "Timeout").limit, "operation")
      assert.isTrue(error.isRetryable)
      assertEvidence(error.evidence, [], 500)
    }).pipe(Effect.provide(silentStore))
  )

  it.effect(
    "while it waits for what never comes before it is sent again: it was not made, as it had been refused",
    () =>
      Effect.gen(function* () {
        const { endedAt, error, sentAt } = yield* failed(createRoom, limited, { timeout: "500 millis" })
        assert.deepStrictEqual(sentAt, [0])
        assert.strictEqual(endedAt, 500)
        assert.strictEqual(error._tag, "ServiceError")
        reasonOf(error, "Timeout")
        assertEvidence(error.evidence, [{ status: 429, cause: ofLimited, waitedMillis: 0 }], 500)
      }).pipe(Effect.provide(stallingStore))
  )

  it.effect("before its place under the rate limit: it was not made, as it was never sent", () =>
    Effect.gen(function* () {
      const { backend, sentAt } = yield* observed(made, { timeout: "5 seconds" })
      yield* createRoom.run(backend)
      const { exit } = yield* inTime(createRoom.run(backend))
      const error = yield* failureOf(exit)
      assert.deepStrictEqual(sentAt, [0])
      assert.strictEqual(error._tag, "ServiceError")
      reasonOf(error, "RateLimited")
      assert.isTrue(error.isRetryable)
      assertEvidence(error.evidence, [], 0)
    }).pipe(Effect.provide(RateLimit.layerMemory({ limit: 1, window: "1 hour" })))
  )

  it.effect("before its place to be sent again: it was not made, as it had been refused", () =>
    Effect.gen(function* () {
      const { error, sentAt } = yield* failed(createRoom, limited, { timeout: "5 seconds" })
      assert.deepStrictEqual(sentAt, [0])
      assert.strictEqual(error._tag, "ServiceError")
      reasonOf(error, "RateLimited")
      assertEvidence(error.evidence, [{ status: 429, cause: ofLimited, waitedMillis: 0 }], 125)
    }).pipe(Effect.provide(RateLimit.layerMemory({ limit: 1, window: "1 hour" })))
  )
})

/** What a service may do with a create: whether it makes the room, and what it answers. */
const outcomes: ReadonlyArray<{ readonly makes: ReadonlyArray<boolean>; readonly answer: Answer }> = [
  { makes: [true], answer: made },
  { makes: [false], answer: refused },
  { makes: [false], answer: limited },
  { makes: [false], answer: json({}, { status: 422 }) },
  { makes: [true, false], answer: late(1_000, json({}, { status: 503 })) },
  { makes: [true, false], answer: text("<html>", { status: 504 }) },
  { makes: [true, false], answer: json({}, { status: 408 }) },
  { makes: [true, false], answer: broken("read", "ECONNRESET") },
  { makes: [true, false], answer: cutOff },
  { makes: [true, false], answer: silence },
  { makes: [true, false], answer: stream(Stream.never, { status: 201 }) },
  { makes: [true, false], answer: json({ foo: 1 }) }
]

/** Runs the creates all at once, each with its own seed, and gives how each ended, and what the service did. */
const creates = Effect.fnUntraced(function* (seeds: ReadonlyArray<number>) {
  const server = yield* Random.withSeed(Random.Random, `server ${seeds[0]}`)
  const pick = <A>(list: ReadonlyArray<A>): A => {
    const picked = list[Math.floor(server.nextDoubleUnsafe() * list.length)]
    assert(picked !== undefined)
    return picked
  }
  const create = Effect.fnUntraced(function* (seed: number) {
    let requests = 0
    let rooms = 0
    const answer: Answer = (request, signal) => {
      requests++
      const { answer, makes } = pick(outcomes)
      if (pick(makes)) rooms++
      return answer(request, signal)
    }
    const { backend } = yield* observed(answer, { timeout: "5 seconds", retry: { attempts: 3 } })
    const exit = yield* Effect.exit(backend.createRoom({ roomLocked: false })).pipe(Random.withSeed(seed))
    const end = Exit.isSuccess(exit) ? "made" : (yield* failureOf(exit))._tag
    return { end, requests, rooms }
  })
  const { exit } = yield* inTime(Effect.forEach(seeds, create, { concurrency: "unbounded" }))
  return yield* exit
})

const batches = inject("soak") ? 10 : 2

describe("thousands of creates, whatever the service does", () => {
  it.effect(
    "make no room twice, and tell the truth about what is known",
    () =>
      Effect.gen(function* () {
        const seen = new Map<string, number>()
        let requests = 0
        for (let batch = 0; batch < batches; batch++) {
          for (const run of yield* creates(Array.from({ length: 1_000 }, (_, index) => batch * 1_000 + index))) {
            requests += run.requests
            const known = run.end === "CreateOutcomeUnknown" ? run.end : `${run.end} and there is ${run.rooms}`
            seen.set(known, (seen.get(known) ?? 0) + 1)
            assert.isAtMost(run.rooms, 1)
          }
        }
        assert.sameMembers(
          [...seen.keys()],
          [
            "made and there is 1",
            "CreateOutcomeUnknown",
            "InvalidRequest and there is 0",
            "ServiceError and there is 0"
          ]
        )
        assert.isTrue(
          [...seen.values()].every((count) => count > batches),
          JSON.stringify([...seen])
        )
        assert.isAbove(requests, 1_100 * batches)
      }),
    // Seconds of a processor that others may be using too.
    120_000
  )
})
