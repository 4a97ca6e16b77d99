import { assert, describe, it } from "@effect/vitest"
import type { RawResponse } from "@effect-rooms/core/unstable"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { ExchangeFailure, Outgoing } from "../../src/transport/exchange.ts"
import { exchangeFrom } from "../../src/transport/exchangeFrom.ts"
import { Gathering, type Listener } from "../../src/transport/ResponseCollector.ts"

const request: Outgoing = { method: "GET", url: "http://localhost/metrics", headers: {}, body: undefined }
const answer: RawResponse = { status: 200, headers: {}, text: "{}" }
const failure: ExchangeFailure = { _tag: "NoAnswer", cause: "the connection ended", neverSent: false }

describe("a program that waits for an exchange", () => {
  it.effect.each<readonly [string, (listener: Listener) => void]>([
    ["an answer", (listener) => listener.onAnswer(answer)],
    ["a failure", (listener) => listener.onFailure(failure)]
  ])("goes on only after the transport's callback has returned: %s", ([, call]) =>
    Effect.gen(function* () {
      const steps: Array<string> = []
      let callback: (() => void) | undefined
      const exchange = exchangeFrom((_, bodyBytes, listener) => {
        callback = () => call(listener)
        return { gathering: new Gathering(bodyBytes, listener, () => {}), isStarted: true }
      })
      const waiting = exchange(request, { bodyBytes: 100, time: Duration.infinity }).pipe(
        Effect.exit,
        Effect.tap(() => Effect.sync(() => steps.push("the program goes on")))
      )
      const fiber = yield* Effect.forkChild(waiting, { startImmediately: true })
      callback?.()
      steps.push("the callback returned")
      yield* Fiber.join(fiber)
      assert.deepStrictEqual(steps, ["the callback returned", "the program goes on"])
    })
  )
})
