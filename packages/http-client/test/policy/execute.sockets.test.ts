import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { ClientRequest, type ServerResponse } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Predicate from "effect/Predicate"
import * as TestClock from "effect/testing/TestClock"
import { failureOf, reasonOf } from "../fixtures/failure.ts"
import { serve, watch } from "../fixtures/nodeServer.ts"
import { roomDetails } from "../fixtures/operations.ts"
import { clientOn, type Transport, transports } from "../fixtures/transports.ts"

/** The channels on which undici (and so fetch) and node:http announce the head of a response. */
const channels = ["undici:request:headers", "http.client.response.finish"]

const drips = (response: ServerResponse) => {
  response.writeHead(200)
  const drip = setInterval(() => response.write(" "), 5)
  response.once("close", () => clearInterval(drip))
}

const answers: ReadonlyArray<readonly [string, (response: ServerResponse) => void]> = [
  ["no headers ever come", () => {}],
  ["the body stalls after the headers", (response) => response.writeHead(200).flushHeaders()],
  [
    "the body stalls after the headers, with a content-length",
    (response) => response.writeHead(200, { "content-length": 500 }).flushHeaders()
  ],
  ["the body drips", drips]
]

const originOf = (request: unknown) => (Predicate.hasProperty(request, "origin") ? request.origin : undefined)

/** Done when the head of an answer from there has reached this process, whichever client it was asked by. */
const headFrom = (baseUrl: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const answered = Deferred.makeUnsafe<void>()
        const listener = (message: unknown) => {
          if (!Predicate.hasProperty(message, "request")) return
          const { request } = message
          const origin = request instanceof ClientRequest ? `http://${request.getHeader("host")}` : originOf(request)
          if (origin === baseUrl) Deferred.doneUnsafe(answered, Effect.void)
        }
        for (const channel of channels) subscribe(channel, listener)
        return { answered, listener }
      }),
      ({ listener }) =>
        Effect.sync(() => {
          for (const channel of channels) unsubscribe(channel, listener)
        })
    ),
    ({ answered }) => answered
  )

/** A request that is never answered whole, sent on a real socket. It is under way when this is done. */
const underWay = Effect.fnUntraced(function* (
  transport: Transport,
  answer: (response: ServerResponse) => void,
  hasHeaders: boolean
) {
  const { arrived, closed, listener } = watch(answer)
  const baseUrl = yield* serve(listener)
  const answered = yield* headFrom(baseUrl)
  const backend = yield* clientOn(transport, baseUrl, { timeout: "5 seconds" })
  const fiber = yield* Effect.forkChild(roomDetails.run(backend))
  // An operation that ends before it gets so far fails the test at once.
  const reached = (point: Deferred.Deferred<void>) => Effect.raceFirst(Deferred.await(point), Fiber.join(fiber))
  yield* reached(arrived)
  if (hasHeaders) {
    yield* reached(answered)
    // The response arrives in this turn, and the program continues in the next.
    yield* TestClock.withLive(Effect.sleep(0))
  }
  return { closed, fiber }
})

describe.each(transports)("on $name", (transport) => {
  describe("the service sees the connection closed", () => {
    for (const [name, answer] of answers) {
      const hasHeaders = name !== "no headers ever come"

      it.effect(`after the deadline, where ${name}`, () =>
        Effect.gen(function* () {
          const { closed, fiber } = yield* underWay(transport, answer, hasHeaders)
          yield* TestClock.adjust("5 seconds")
          const error = yield* failureOf(Fiber.join(fiber))
          const reason = reasonOf(error, "Timeout")
          assert.strictEqual(reason.limitMillis, 5_000)
          yield* Deferred.await(closed)
        })
      )

      it.effect(`after an interruption, where ${name}`, () =>
        Effect.gen(function* () {
          const { closed, fiber } = yield* underWay(transport, answer, hasHeaders)
          yield* Fiber.interrupt(fiber)
          yield* Deferred.await(closed)
        })
      )
    }

    it.live("after a deadline of real time, where the body drips", () =>
      Effect.gen(function* () {
        const { arrived, closed, listener } = watch(drips)
        const baseUrl = yield* serve(listener)
        const backend = yield* clientOn(transport, baseUrl, { timeout: "1 second" })
        reasonOf(yield* failureOf(backend.metrics({})), "Timeout")
        // On a very slow machine, no connection was made in time, so none can be closed.
        if (Deferred.isDoneUnsafe(arrived)) yield* Deferred.await(closed)
      })
    )

    for (const [name, status, headers] of [
      ["an error whose body stalls", 404, {}],
      ["a body that is declared too large", 200, { "content-length": 17 * 1024 * 1024 }]
    ] as const) {
      it.effect(`after ${name}`, () =>
        Effect.gen(function* () {
          const { closed, fiber } = yield* underWay(
            transport,
            (response) => response.writeHead(status, headers).flushHeaders(),
            true
          )
          yield* TestClock.adjust("2 seconds")
          const error = yield* failureOf(Fiber.join(fiber))
          assert.strictEqual(error.evidence.status, status)
          yield* Deferred.await(closed)
        })
      )
    }
  })
})
