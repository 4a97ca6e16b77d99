import { assert, describe, it } from "@effect/vitest"
import { fault, Scenario } from "@effect-rooms/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Emulator } from "../../src/index.ts"
import { answerOf, exchange } from "../fixtures/sockets.ts"
import { collectLogs } from "../fixtures/watched.ts"
import { ask, connectWith, eachWay, outcomes, requestFor, roomCount } from "../fixtures/wire.ts"

describe("a connection that a fault breaks before the response", () => {
  it.live.each(
    eachWay([
      { action: fault().refuse().action, outcome: "createRoom NotDone Refuse", rooms: 0 },
      { action: fault().reset("beforeWork").action, outcome: "createRoom NotDone Reset", rooms: 0 },
      { action: fault().reset("afterWork").action, outcome: "createRoom Success Reset", rooms: 1 }
    ])
  )("is reset without a byte by $by: $action leaves $rooms rooms", ({ action, meeting, outcome, rooms }) =>
    Effect.gen(function* () {
      const connection = yield* connectWith(yield* meeting(action, "createRoom"))
      assert.strictEqual(yield* connection.ending, "ECONNRESET")
      assert.strictEqual(yield* connection.soFar, "")
      assert.deepStrictEqual(yield* outcomes, [outcome])
      assert.strictEqual(yield* roomCount, rooms)
      assert.strictEqual((yield* ask("createRoom")).status, 201)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("drops the requests that wait on it, and affects no other connection", () =>
    Effect.gen(function* () {
      const keptAlive = (...headers: ReadonlyArray<string>) =>
        requestFor("metrics", headers).replace("connection: close\r\n", "")
      const other = yield* connectWith(keptAlive())
      yield* other.received("totalSessions")
      const connection = yield* connectWith(
        keptAlive('x-emulator-fault: {"_tag":"Delay","millis":20}') +
          keptAlive('x-emulator-fault: {"_tag":"Refuse"}') +
          keptAlive('x-emulator-fault: {"_tag":"Respond","status":503}')
      )
      assert.strictEqual(yield* connection.ending, "ECONNRESET")
      assert.strictEqual(yield* connection.soFar, "")
      yield* other.write(requestFor("listRooms"))
      yield* other.received('"count":0')
      assert.strictEqual(yield* other.ending, "ended")
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

const scenario = Scenario.office({ rooms: 7, live: 1, seed: 1 })

describe("a body that is cut off", () => {
  it.live.each(
    eachWay([
      { bytes: undefined, expected: (whole: number) => Math.floor(whole / 2) },
      { bytes: 0, expected: () => 0 },
      { bytes: 1, expected: () => 1 },
      { bytes: 100, expected: () => 100 },
      { bytes: 1_000_000, expected: (whole: number) => whole - 1 }
    ])
  )("has exactly the given number of bytes, by $by: $bytes", (row) =>
    Effect.gen(function* () {
      const whole = yield* ask("listRooms")
      const connection = yield* connectWith(yield* row.meeting(fault().cut(row.bytes).action, "listRooms"))
      const bytes = yield* connection.closed
      const cut = answerOf(bytes)
      assert.strictEqual(cut.status, 200)
      assert.strictEqual(cut.headers.get("content-length"), String(Buffer.byteLength(whole.text)))
      assert.strictEqual(cut.headers.get("content-type"), "application/json")
      const received = Buffer.from(bytes.slice(bytes.indexOf("\r\n\r\n") + 4), "latin1")
      assert.strictEqual(received.length, row.expected(Buffer.byteLength(whole.text)))
      assert.isTrue(Buffer.from(whole.text).subarray(0, received.length).equals(received))
      assert.deepStrictEqual(yield* outcomes, ["listRooms Success", "listRooms Success Cut"])
    }).pipe(Effect.provide(Emulator.layer({ scenario, frozen: true })))
  )

  it.live.each(eachWay([{ action: fault().cut(5).action }]))(
    "comes after the operation ran, by $by",
    ({ action, meeting }) =>
      Effect.gen(function* () {
        const cut = answerOf(yield* exchange(yield* meeting(action, "createRoom")))
        assert.deepStrictEqual([cut.status, cut.text], [201, '{"mes'])
        assert.strictEqual(yield* roomCount, 1)
      }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("can be an error's body", () =>
    Effect.gen(function* () {
      const answer = yield* ask("roomDetails", ['x-emulator-fault: {"_tag":"Cut","bytes":10}'])
      assert.deepStrictEqual([answer.status, answer.text], [404, '{"message"'])
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("a connection that breaks on purpose", () => {
  const logs = collectLogs()

  it.live("logs nothing", () =>
    Effect.gen(function* () {
      for (const action of [
        fault().refuse().action,
        fault().reset("beforeWork").action,
        fault().reset("afterWork").action,
        fault().cut().action
      ]) {
        yield* exchange(requestFor("listRooms", [`x-emulator-fault: ${JSON.stringify(action)}`]))
      }
      assert.deepStrictEqual(logs.messages, [])
    }).pipe(Effect.provide(Layer.provide(Emulator.layer(), logs.layer)))
  )
})
