import { assert, describe, it } from "@effect/vitest"
import { ServiceError } from "@effect-rooms/core/ServiceError"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Metric from "effect/Metric"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as CircuitBreaker from "../../src/CircuitBreaker.ts"
import { createRoom, metrics, type OperationCase, roomDetails } from "../fixtures/operations.ts"
import { type Answer, json, key, stream, text, transportError } from "../fixtures/recordingClient.ts"
import { printed, shownOf } from "../fixtures/shown.ts"
import { drawing, inTurn, late, observed, silence } from "./fixtures/observe.ts"
import { failingStore } from "./fixtures/rateLimitStore.ts"

/** The key as it may be written into text, a URL, JSON and HTML. */
const spellings = [
  key,
  encodeURIComponent(key),
  new URLSearchParams({ key }).toString().slice("key=".length),
  key.replaceAll("/", "\\/"),
  key.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
].map((spelling) => spelling.toLowerCase())

const assertHidden = (shown: ReadonlyArray<string>) => {
  assert.isNotEmpty(shown)
  for (const text of shown) {
    const lower = text.toLowerCase()
    assert.isUndefined(
      spellings.find((spelling) => lower.includes(spelling)),
      text.slice(0, 2_000)
    )
  }
}

/** An error of a transport that prints the request that it could not send. */
const chatty = (message: string) =>
  Object.assign(new Error(`${message} x-api-key: ${key}`, { cause: new Error(`while sending ${key}`) }), {
    code: "ECONNRESET",
    request: { headers: { "x-api-key": key } }
  })

// Each brings the key back in another way.
const echoes = {
  message: json({ message: `unknown key ${key}` }, { status: 503, headers: { "x-request-id": `r-${key}` } }),
  html: text(`<p>key=${encodeURIComponent(key)} ${key.replaceAll("&", "&amp;")}</p>`, { status: 502 }),
  limit: json({ message: key }, { status: 429, headers: { "retry-after": "1", "cf-ray": key } }),
  patience: json({ message: key }, { status: 503, headers: { "retry-after": "3600", "x-request-id": key } }),
  reset: transportError(chatty("socket hang up")),
  refused: transportError(Object.assign(chatty("connect"), { code: "ECONNREFUSED", syscall: "connect" })),
  cutOff: stream(Stream.fail(chatty("body"))),
  redirect: text("", { status: 302, headers: { location: `/login?key=${encodeURIComponent(key)}` } }),
  request: text(`{"headers":{"x-api-key":"${key}"},"totalSessions":"${key}"}`),
  unauthorized: json({ message: `no: ${key}` }, { status: 401 }),
  notFound: json({ message: `no room of ${key}` }, { status: 404 })
} satisfies Record<string, Answer>

/** All that can be seen of an operation that fails, whatever time it takes. */
const shown = Effect.fnUntraced(function* ({ run }: OperationCase, answer: Answer, timeout = "60 seconds" as const) {
  const { backend, sent, sentAt } = yield* observed(answer, { timeout, attemptTimeout: "2 seconds" })
  const fiber = yield* Effect.forkChild(
    Effect.gen(function* () {
      const shown = yield* shownOf(drawing(0.5)(run(backend)))
      const metrics = printed(yield* Metric.snapshot)
      return {
        ...shown,
        metrics,
        all: [...shown.error, ...shown.logged, ...shown.spans, ...metrics, ...printed(backend)]
      }
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
  )
  yield* TestClock.adjust("10 minutes")
  assert.isTrue(sent.every(({ headers }) => headers["x-api-key"] === key))
  return { ...(yield* Fiber.join(fiber)), sentAt }
})

/** The attempts in the evidence of an error, as JSON has them. */
const attemptsOf = (json: unknown) => {
  const text = JSON.stringify(json)
  const parsed: { evidence?: { attempts?: ReadonlyArray<unknown> } } = JSON.parse(text)
  return { attempts: parsed.evidence?.attempts ?? [], text }
}

describe("the API key is in nothing that can be seen of an operation", () => {
  const rows: ReadonlyArray<readonly [string, OperationCase, Answer, number]> = [
    ["that was sent four times", metrics, inTurn(echoes.message, echoes.reset, echoes.cutOff, echoes.html), 4],
    ["that met the rate limit", metrics, inTurn(echoes.limit, echoes.limit, echoes.limit, echoes.limit), 4],
    ["that was asked to wait too long", metrics, inTurn(echoes.html, echoes.patience), 2],
    ["that was redirected after a failure", metrics, inTurn(echoes.message, echoes.redirect), 2],
    ["that was refused after a failure", metrics, inTurn(echoes.reset, echoes.unauthorized), 2],
    ["of a room that was not found after a failure", roomDetails, inTurn(echoes.limit, echoes.notFound), 2],
    ["of an invalid response after a failure", metrics, inTurn(echoes.cutOff, echoes.request), 2],
    ["that ran out of time after failures", metrics, inTurn(echoes.message, echoes.reset, silence), 4],
    ["that creates, refused again and again", createRoom, inTurn(echoes.refused, echoes.limit, echoes.refused), 4],
    ["that creates, with an unknown end", createRoom, inTurn(echoes.limit, echoes.refused, echoes.reset), 3],
    ["that creates, with an unknown end and HTML", createRoom, inTurn(echoes.refused, echoes.html), 2],
    ["that creates, and gets its request back", createRoom, inTurn(echoes.limit, echoes.request), 2]
  ]

  for (const [name, operation, answer, attempts] of rows) {
    it.effect(name, () =>
      Effect.gen(function* () {
        const { all, json, logged, metrics, sentAt, spans } = yield* shown(operation, answer)
        assertHidden(all)
        for (const sink of [logged, spans, metrics]) assert.isNotEmpty(sink)
        assert.strictEqual(sentAt.length, attempts)
        const evidence = attemptsOf(json)
        assert.strictEqual(evidence.attempts.length, attempts)
        // The echo did arrive in the error.
        assert.include(evidence.text, "<redacted>")
      })
    )
  }

  it.effect("that the deadline ended", () =>
    Effect.gen(function* () {
      const { all, json } = yield* shown(metrics, inTurn(echoes.reset, late(59_000, echoes.html)))
      assertHidden(all)
      assert.include(attemptsOf(json).text, "<redacted>")
    })
  )

  it.effect("that an open circuit stopped", () =>
    Effect.gen(function* () {
      const { backend } = yield* observed(echoes.message, { retry: false })
      yield* Effect.exit(backend.metrics({}))
      const { error, logged, spans } = yield* shownOf(backend.metrics({}))
      assertHidden([...error, ...logged, ...spans])
    }).pipe(Effect.provide(CircuitBreaker.layerMemory({ failures: 1 })))
  )

  it.effect("that the store of its rate limit failed", () =>
    Effect.gen(function* () {
      const { all, logged } = yield* shown(metrics, inTurn(echoes.message, echoes.reset, echoes.html))
      assertHidden(all)
      assert.isTrue(logged.some((line) => line.includes("The rate limit could not be consulted")))
    }).pipe(Effect.provide(failingStore))
  )
})

describe("an error after retries", () => {
  it.effect("has the masked causes of its attempts, and the rest of their words", () =>
    Effect.gen(function* () {
      const { backend } = yield* observed(inTurn(echoes.reset, echoes.cutOff, echoes.unauthorized))
      const fiber = yield* Effect.forkChild(Effect.flip(drawing(0.5)(backend.metrics({}))))
      yield* TestClock.adjust("1 minute")
      const error = yield* Fiber.join(fiber)
      assert.deepStrictEqual(error.evidence.attempts, [
        {
          cause: "Transport: the service could not be reached: socket hang up x-api-key: <redacted> (ECONNRESET)",
          waitedMillis: 0
        },
        {
          status: 200,
          cause:
            "Transport: the service could not be reached: the body broke off: body x-api-key: <redacted> (ECONNRESET)",
          waitedMillis: 125
        },
        { status: 401, waitedMillis: 250 }
      ])
      assert(error._tag === "Unauthorized")
      assert.strictEqual(error.serverMessage, "no: <redacted>")
    })
  )

  it.effect("has at most 512 characters of the last body, masked before it is cut", () =>
    Effect.gen(function* () {
      const body = `${"x".repeat(512 - 4)}${key}${"y".repeat(5_000)}`
      const { backend } = yield* observed(inTurn(echoes.message, text(body)))
      const fiber = yield* Effect.forkChild(Effect.flip(drawing(0.5)(backend.metrics({}))))
      yield* TestClock.adjust("1 minute")
      const error = yield* Fiber.join(fiber)
      assert(error instanceof ServiceError && error.reason._tag === "InvalidResponse")
      assert.strictEqual(error.reason.excerpt, `${"x".repeat(512 - 4)}<red`)
    })
  )
})
