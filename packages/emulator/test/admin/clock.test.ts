import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import { Emulator } from "../../src/index.ts"
import { Rooms, read, Sessions } from "../fixtures/contract.ts"
import { admin, assertRefused, get, jsonOf, send } from "../fixtures/requests.ts"
import { answerOf } from "../fixtures/sockets.ts"
import { asked, connectWith, faultHeader, requestFor, somebodyElse } from "../fixtures/wire.ts"
import { createRoom, join } from "../fixtures/worlds.ts"

const State = Schema.Struct({ nowMillis: Schema.Int, isFrozen: Schema.Boolean })

const state = Effect.flatMap(send("GET", "/__emulator/clock", { apiKey: null }), (answer) => read(State, answer))

const clock = (action: string, body?: object) =>
  Effect.flatMap(admin(`/clock/${action}`, body), (answer) => read(State, answer))

/** Returns the creation time of the newest room from the service. */
const createdAt = Effect.gen(function* () {
  yield* createRoom()
  return (yield* read(Rooms, yield* get("/rooms/get-rooms"))).rooms[0]?.createdAt
})

/** 2026-11-21T14:00:00Z, and the latest time that can be set. */
const now = 1_795_269_600_000
const last = 253_402_300_799_999

const frozen = (nowMillis: number) => ({ nowMillis, isFrozen: true })
const running = (nowMillis: number) => ({ nowMillis, isFrozen: false })

// The underlying clock is paused as well, except when a test moves it.

describe("/__emulator/clock", () => {
  it.effect("follows the machine's time until it is paused, and again when it is resumed", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* state, running(now))
        yield* TestClock.adjust(1_000)
        assert.deepStrictEqual(yield* state, running(now + 1_000))
        assert.deepStrictEqual(yield* clock("freeze"), frozen(now + 1_000))
        yield* TestClock.adjust(1_000)
        assert.deepStrictEqual(yield* state, frozen(now + 1_000))
        assert.deepStrictEqual(yield* clock("freeze"), frozen(now + 1_000))
        assert.strictEqual(yield* createdAt, now + 1_000)
        assert.deepStrictEqual(yield* clock("resume"), running(now + 1_000))
        assert.deepStrictEqual(yield* clock("resume"), running(now + 1_000))
        yield* TestClock.adjust(500)
        assert.deepStrictEqual(yield* state, running(now + 1_500))
        assert.strictEqual(yield* createdAt, now + 1_500)
      }).pipe(Effect.provide(Emulator.layer()))
    })
  )

  it.effect("can be set and advanced in either direction, paused or not, and responses show it", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* clock("set", { nowMillis: now }), running(now))
      assert.strictEqual(yield* createdAt, now)
      assert.deepStrictEqual(yield* clock("advance", { millis: 60_000 }), running(now + 60_000))
      yield* TestClock.adjust(5)
      assert.strictEqual(yield* createdAt, now + 60_005)
      yield* clock("freeze")
      assert.deepStrictEqual(yield* clock("set", { nowMillis: now + 90_000 }), frozen(now + 90_000))
      assert.deepStrictEqual(yield* clock("advance", { millis: -1 }), frozen(now + 89_999))
      assert.strictEqual(yield* createdAt, now + 89_999)
      assert.deepStrictEqual(yield* clock("resume"), running(now + 89_999))
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.effect("determines the length of a session and the metrics", () =>
    Effect.gen(function* () {
      const roomId = yield* createRoom()
      yield* join(roomId, "ada")
      yield* clock("advance", { millis: 30 * 60_000 })
      assert.include((yield* get("/metrics")).text, '"totalDuration":30')
      yield* clock("advance", { millis: 15 * 60_000 })
      yield* admin(`/rooms/${roomId}/end`)
      yield* clock("advance", { millis: 60 * 60_000 })
      assert.include((yield* get("/metrics")).text, '"totalDuration":45')
      const { sessions } = yield* read(Sessions, yield* get(`/rooms/session-details?roomId=${roomId}`))
      assert.deepStrictEqual(
        sessions.map(({ endTime, startTime }) => [startTime, endTime]),
        [[now, now + 45 * 60_000]]
      )
    }).pipe(Effect.provide(Emulator.layer({ startMillis: now, frozen: true })))
  )

  it.effect("can be set back while somebody is in a room, and no session ends before it starts", () =>
    Effect.gen(function* () {
      const roomId = yield* createRoom()
      yield* join(roomId, "ada")
      yield* clock("set", { nowMillis: 0 })
      assert.include((yield* get("/metrics")).text, '"totalDuration":0')
      yield* admin(`/rooms/${roomId}/end`)
      const { sessions } = yield* read(Sessions, yield* get(`/rooms/session-details?roomId=${roomId}`))
      assert.deepStrictEqual(
        sessions.map(({ endTime, startTime }) => [startTime, endTime]),
        [[now, now]]
      )
      const text = (yield* send("GET", "/__emulator/world")).text
      assert.strictEqual((yield* send("PUT", "/__emulator/world", { body: text })).status, 204)
    }).pipe(Effect.provide(Emulator.layer({ startMillis: now, frozen: true })))
  )

  it.effect("doesn't affect delays, which pass while it is paused and aren't shortened by an advance", () =>
    Effect.gen(function* () {
      const header = faultHeader({ _tag: "Delay", millis: 1_000 })
      const connection = yield* connectWith(requestFor("metrics", [header]))
      yield* asked(1)
      yield* clock("advance", { millis: 60_000 })
      yield* TestClock.adjust(999)
      yield* somebodyElse
      assert.strictEqual(yield* connection.soFar, "")
      yield* TestClock.adjust(1)
      assert.strictEqual(answerOf(yield* connection.closed).status, 200)
      assert.deepStrictEqual(yield* state, frozen(now + 60_000))
    }).pipe(Effect.provide(Emulator.layer({ startMillis: now, frozen: true })))
  )

  it.effect("goes up to the year 9999, which every response can express", () =>
    Effect.gen(function* () {
      yield* send("PATCH", "/__emulator/quirks", { body: '{"createdAt":"iso8601","retryAfter":"date"}' })
      for (const [nowMillis, written] of [
        [0, "1970-01-01T00:00:00.000Z"],
        [last, "9999-12-31T23:59:59.999Z"]
      ] as const) {
        yield* clock("set", { nowMillis })
        yield* createRoom()
        assert.include((yield* get("/rooms/get-rooms")).text, `"createdAt":"${written}"`)
      }
      yield* admin("/faults", { action: { _tag: "Respond", status: 429, retryAfterMillis: 1_000 } })
      const { headers } = yield* get("/metrics")
      assert.strictEqual(headers.get("retry-after"), "Sat, 01 Jan 10000 00:00:00 GMT")
    }).pipe(Effect.provide(Emulator.layer({ frozen: true })))
  )

  it.effect.each([
    { action: "set", body: {}, message: /^body\.nowMillis: is missing$/ },
    { action: "set", body: { nowMillis: "now" }, message: /^body\.nowMillis: ./ },
    { action: "set", body: { nowMillis: 1.5 }, message: /^body\.nowMillis: ./ },
    { action: "set", body: { nowMillis: -1 }, message: /^body\.nowMillis: expected epoch milliseconds from 1970/ },
    { action: "set", body: { nowMillis: last + 1 }, message: /^body\.nowMillis: .*9999$/ },
    { action: "set", body: { nowMillis: 1, millis: 1 }, message: /^body\.millis: ./ },
    { action: "advance", body: {}, message: /^body\.millis: is missing$/ },
    { action: "advance", body: { millis: null }, message: /^body\.millis: ./ },
    { action: "advance", body: { millis: -now - 1 }, message: /^body\.millis: moves the clock out of its range/ },
    { action: "advance", body: { millis: last }, message: /^body\.millis: moves the clock out of .*9999$/ }
  ])("rejects $action with $body, and doesn't move", ({ action, body, message }) =>
    Effect.gen(function* () {
      assertRefused(yield* admin(`/clock/${action}`, body), 400, message)
      assert.deepStrictEqual(yield* state, frozen(now))
    }).pipe(Effect.provide(Emulator.layer({ startMillis: now, frozen: true })))
  )

  it.live("is the machine's clock by default", () =>
    Effect.gen(function* () {
      const before = yield* Clock.currentTimeMillis
      const { isFrozen, nowMillis } = yield* read(State, yield* send("GET", "/__emulator/clock"))
      assert.isFalse(isFrozen)
      assert.isTrue(before <= nowMillis && nowMillis <= (yield* Clock.currentTimeMillis))
      assert.isTrue(Array.isArray(Object(jsonOf(yield* get("/rooms/get-rooms"))).rooms))
    }).pipe(Effect.provide(Emulator.layer()))
  )
})
