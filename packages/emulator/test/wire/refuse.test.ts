import { createServer } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { Emulator } from "../../src/index.ts"
import { start } from "../fixtures/emulators.ts"
import { admin, assertRefused } from "../fixtures/requests.ts"
import { answerOf, connect, connectTo, exchange, request, sendRaw } from "../fixtures/sockets.ts"
import { collectLogs, countFibers } from "../fixtures/watched.ts"
import { asked, connectWith, faultHeader, requestFor, roomCount } from "../fixtures/wire.ts"

// On a clock that is paused except when a test moves it.

const health = request("GET", "/__emulator/health")

const refusing = (millis: number) => {
  const body = JSON.stringify({ millis })
  const headers = ["content-type: application/json", `content-length: ${body.length}`]
  return request("POST", "/__emulator/connections/refuse", headers, body)
}

/** Asks the emulator to refuse connections, over an unpooled connection. */
const refuse = (millis: number) => Effect.map(exchange(refusing(millis)), answerOf)

/** Returns why a connection fails. One that is closed at once was still in the accept queue. */
const refusal = Effect.gen(function* () {
  const { host, port } = yield* Emulator
  return yield* Effect.scoped(Effect.flip(connectTo(host, port)))
})

/** Connects again as soon as possible. */
const again = Effect.gen(function* () {
  const { host, port } = yield* Emulator
  const connection = yield* Effect.retry(connectTo(host, port), Schedule.forever)
  yield* connection.write(health)
  assert.strictEqual(answerOf(yield* connection.closed).status, 200)
})

describe("refused connections", () => {
  const counted = countFibers()

  it.effect("are refused for the given time, and then the same port listens again", () =>
    Effect.gen(function* () {
      yield* sendRaw("POST", "/__emulator/clock/freeze", ["content-length: 0"])
      assert.strictEqual((yield* refuse(5_000)).status, 204)
      assert.strictEqual(yield* refusal, "ECONNREFUSED")
      yield* TestClock.adjust(4_999)
      assert.strictEqual(yield* refusal, "ECONNREFUSED")
      yield* TestClock.adjust(1)
      yield* again
      // It is the same emulator.
      assert.include((yield* sendRaw("GET", "/__emulator/clock")).text, '"isFrozen":true')
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.effect("close open connections, idle or with a request in progress", () =>
    Effect.gen(function* () {
      const idle = yield* connect
      const kept = yield* connectWith(health.replace("connection: close\r\n", ""))
      yield* kept.received('{"status":"ok"}')
      const late = yield* connectWith(requestFor("createRoom", [faultHeader({ _tag: "Delay", millis: 60_000 })]))
      yield* asked(1)
      yield* refuse(1_000)
      yield* Effect.forEach([idle, kept, late], ({ ending }) => ending)
      assert.strictEqual(yield* late.soFar, "")
      yield* TestClock.adjust(1_000)
      yield* again
      // Completed operations keep their effect.
      assert.strictEqual(yield* roomCount, 1)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.effect("can be requested repeatedly, and the first of two concurrent requests counts", () =>
    Effect.gen(function* () {
      const fibers = yield* counted.active
      for (const _ of [1, 2]) {
        const both = yield* connectWith(refusing(1_000).replace("connection: close\r\n", "") + refusing(5_000))
        assert.match(yield* both.closed, /^HTTP\/1\.1 204 /)
        assert.strictEqual(yield* refusal, "ECONNREFUSED")
        yield* TestClock.adjust(1_000)
        yield* again
        // The second request doesn't wait.
        yield* Effect.repeat(counted.active, { until: (active) => active <= fibers })
      }
    }).pipe(Effect.provide(Layer.provide(Emulator.layer(), counted.layer)))
  )

  it.effect("don't delay the end of an emulator, which doesn't listen again", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const emulator = yield* Scope.provide(start(), scope)
      const here = Effect.provideService(Emulator, emulator)
      yield* here(refuse(1_000))
      assert.strictEqual(yield* here(refusal), "ECONNREFUSED")
      yield* Scope.close(scope, Exit.void)
      yield* TestClock.adjust(2_000)
      assert.strictEqual(yield* here(refusal), "ECONNREFUSED")
    })
  )

  const logs = collectLogs()

  it.effect("last until the port is free if another program has taken it", () =>
    Effect.gen(function* () {
      const { host, port } = yield* Emulator
      yield* refuse(1_000)
      assert.strictEqual(yield* refusal, "ECONNREFUSED")
      const other = createServer((socket) => socket.end("somebody else"))
      yield* Effect.callback<void>((resume) => {
        other.listen({ host, port }, () => resume(Effect.void))
      })
      yield* TestClock.adjust(1_000)
      yield* Effect.repeat(Effect.yieldNow, { until: () => logs.messages.length > 0 })
      assert.match(logs.messages[0] ?? "", /^Warn cannot listen again: the port is taken; it will be tried again/)
      const taken = yield* connect
      assert.strictEqual(yield* taken.closed, "somebody else")
      yield* Effect.callback<void>((resume) => {
        other.close(() => resume(Effect.void))
      })
      yield* TestClock.adjust(1_000)
      yield* again
    }).pipe(Effect.provide(Layer.provide(Emulator.layer(), logs.layer)))
  )

  it.live.each([0, -1, 1.5, 600_001, "1000", null])("can't have an invalid duration: %j", (millis) =>
    Effect.gen(function* () {
      assertRefused(yield* admin("/connections/refuse", { millis }), 400, /^body\.millis: /)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})
