import { assert, describe, it } from "@effect/vitest"
import { fault } from "@effect-rooms/testing"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { Emulator } from "../../src/index.ts"
import { start } from "../fixtures/emulators.ts"
import { answerOf, type Connection } from "../fixtures/sockets.ts"
import { collectLogs, countFibers } from "../fixtures/watched.ts"
import {
  ask,
  asked,
  connectWith,
  eachWay,
  faultHeader,
  inject,
  requestFor,
  somebodyElse,
  ways
} from "../fixtures/wire.ts"

// The clock of these emulators is paused except when a test moves it, so delays end at exact times.

/** Advances the clock, and waits until everything due has been sent. */
const pass = (millis: number) => Effect.andThen(TestClock.adjust(millis), somebodyElse)

describe("a delayed response", () => {
  it.effect.each(
    eachWay([
      { operation: "listRooms", action: fault().delay("3 seconds").action },
      { operation: "createRoom", action: fault().delay("3 seconds", { jitter: 0 }).action }
    ])
  )("arrives on time without delaying others, by $by: $operation", ({ action, meeting, operation }) =>
    Effect.gen(function* () {
      const connection = yield* connectWith(yield* meeting(action, operation))
      yield* asked(1)
      yield* pass(2_999)
      assert.strictEqual(yield* connection.soFar, "")
      assert.strictEqual((yield* ask("metrics")).status, 200)
      assert.strictEqual(yield* connection.soFar, "")
      yield* pass(1)
      assert.include([200, 201], answerOf(yield* connection.closed).status)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.effect("adds up several delays, and precedes other faults", () =>
    Effect.gen(function* () {
      yield* inject({ action: { _tag: "Delay", millis: 100 } })
      yield* inject({ action: { _tag: "Delay", millis: 20 } })
      yield* inject({ action: { _tag: "Respond", status: 503 }, times: 1 })
      yield* inject({ action: { _tag: "Reset", when: "afterWork" } })
      for (const ending of ["HTTP/1.1 503", ""]) {
        const connection = yield* connectWith(requestFor("metrics"))
        yield* asked(ending === "" ? 2 : 1)
        yield* pass(119)
        assert.strictEqual(yield* connection.soFar, "")
        yield* pass(1)
        assert.isTrue((yield* connection.closed).startsWith(ending))
        assert.strictEqual(yield* connection.ending, ending === "" ? "ECONNRESET" : "ended")
      }
    }).pipe(Effect.provide(Emulator.layer()))
  )

  /** Returns the arrival times of the responses to concurrent requests, in milliseconds. */
  const arrivals = Effect.fnUntraced(function* (requests: ReadonlyArray<string>, last: number) {
    const waiting = new Map<Connection, number>()
    for (const [index, bytes] of requests.entries()) {
      waiting.set(yield* connectWith(bytes), index)
      yield* asked(index + 1)
    }
    const millis: Array<number> = []
    for (let now = 0; now <= last; now++) {
      yield* somebodyElse
      for (const [connection, index] of waiting) {
        if ((yield* connection.soFar) === "") continue
        waiting.delete(connection)
        millis[index] = now
      }
      yield* TestClock.adjust(1)
    }
    return millis
  })

  const jitter = { _tag: "Delay", millis: 10, jitterMillis: 20 }

  it.effect("has jitter within its bounds, the same for the same seed", () =>
    Effect.gen(function* () {
      const late = Effect.fnUntraced(function* (seed: string) {
        yield* inject({ action: jitter, seed })
        return yield* arrivals(
          Array.from({ length: 20 }, () => requestFor("metrics")),
          35
        )
      })
      const run = (seed: string) => Effect.provide(late(seed), Layer.fresh(Emulator.layer()))
      const millis = yield* run("a")
      assert.strictEqual(millis.length, 20)
      assert.isTrue(millis.every((each) => each >= 10 && each <= 30))
      assert.isAbove(new Set(millis).size, 5)
      assert.deepStrictEqual(yield* run("a"), millis)
      assert.notDeepEqual(yield* run("b"), millis)
    })
  )

  it.effect("has half of its jitter if requested by header", () =>
    Effect.gen(function* () {
      const bytes = requestFor("metrics", [`x-emulator-fault: ${JSON.stringify(jitter)}`])
      assert.deepStrictEqual(yield* arrivals([bytes, bytes, bytes], 30), [20, 20, 20])
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("a stalled response", () => {
  // The test clock warns about tests that don't use it.
  const logs = collectLogs("Error")
  const fibers = countFibers()

  it.effect.each(ways)("sends its headers but never its body, by $by", ({ meeting }) =>
    Effect.gen(function* () {
      const whole = yield* ask("listRooms")
      const { action } = fault().stall()
      const connection = yield* connectWith(yield* meeting(action, "listRooms"))
      yield* connection.received("\r\n\r\n")
      yield* pass(24 * 60 * 60 * 1_000)
      const received = yield* connection.soFar
      const { headers, status, text } = answerOf(received)
      assert.deepStrictEqual([status, text], [200, ""])
      assert.strictEqual(headers.get("content-type"), "application/json")
      assert.strictEqual(headers.get("content-length"), String(whole.text.length))
      assert.isTrue(received.endsWith("\r\n\r\n"))
    }).pipe(Effect.scoped, Effect.provide(Emulator.layer()))
  )

  it.effect("comes after the operation ran", () =>
    Effect.gen(function* () {
      const connection = yield* connectWith(requestFor("createRoom", ['x-emulator-fault: {"_tag":"Stall"}']))
      yield* connection.received("HTTP/1.1 201")
      assert.include((yield* ask("listRooms")).text, '"count":1')
    }).pipe(Effect.scoped, Effect.provide(Emulator.layer()))
  )

  it.effect.each(["Stall", "Delay", "Drip"])(
    "frees its resources when the client disconnects, and logs nothing: %s",
    (tag) =>
      Effect.gen(function* () {
        const before = yield* fibers.active
        const action = { _tag: tag, ...(tag === "Delay" ? { millis: 60_000 } : {}) }
        const dripping = tag === "Drip" ? { bytes: 1, everyMillis: 60_000 } : {}
        const header = `x-emulator-fault: ${JSON.stringify({ ...action, ...dripping })}`
        const connections = yield* Effect.replicateEffect(connectWith(requestFor("listRooms", [header])), 5)
        yield* asked(5)
        assert.isAtLeast((yield* fibers.active) - before, 5)
        for (const connection of connections) yield* connection.reset
        yield* Effect.repeat(Effect.andThen(somebodyElse, fibers.active), {
          until: (active) => active <= before,
          schedule: Schedule.recurs(1_000)
        })
        assert.strictEqual(yield* fibers.active, before)
        assert.deepStrictEqual(logs.messages, [])
      }).pipe(Effect.provide(Layer.provide(Emulator.layer(), [logs.layer, fibers.layer])))
  )
})

describe("a pending response", () => {
  it.effect.each([
    { _tag: "Delay", millis: 600_000 },
    { _tag: "Stall" },
    { _tag: "Drip", bytes: 1, everyMillis: 600_000 }
  ] as const)("barely delays the end of the emulator: $_tag", (action) =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const emulator = yield* Scope.provide(start(), scope)
      const here = Effect.provideService(Emulator, emulator)
      const connection = yield* here(connectWith(requestFor("listRooms", [faultHeader(action)])))
      yield* here(asked(1))
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(closing)
      yield* connection.closed
    })
  )
})

describe("a dripping response", () => {
  it.effect.each(eachWay([{ bytes: 1 }, { bytes: 25 }, { bytes: 90 }, { bytes: 91 }, { bytes: 1_000 }]))(
    "arrives $bytes bytes at a time, by $by",
    ({ bytes, meeting }) =>
      Effect.gen(function* () {
        const { text: whole } = yield* ask("metrics")
        assert.strictEqual(whole.length, 91)
        const { action } = fault().drip({ bytes, every: "1 second" })
        const connection = yield* connectWith(yield* meeting(action, "metrics"))
        const { head } = yield* connection.receivedBody(Math.min(bytes, whole.length))
        assert.match(head, /\r\ncontent-length: 91\r\n/)
        for (let there = bytes; there < whole.length; there += bytes) {
          yield* pass(999)
          assert.strictEqual(yield* connection.soFar, head + whole.slice(0, there))
          yield* TestClock.adjust(1)
          yield* connection.receivedBody(Math.min(there + bytes, whole.length))
        }
        assert.strictEqual(yield* connection.closed, head + whole)
        assert.strictEqual(yield* connection.ending, "ended")
      }).pipe(Effect.provide(Emulator.layer()))
  )
})
