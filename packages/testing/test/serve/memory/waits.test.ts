import { assert, describe, it } from "@effect/vitest"
import { Backend } from "@effect-rooms/core/Backend"
import { RoomId } from "@effect-rooms/core/Identifier"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type Fault, fault } from "../../../src/Fault.ts"
import { World } from "../../../src/World.ts"
import { inTime, layerMemory, metrics } from "../../fixtures/faults.ts"

/** The metrics of a new world are 91 bytes of JSON. The error for an unknown room, `{"message":"room not found"}`, is 28 bytes. */
const metricsBytes = 91
const notFoundBytes = 28

const room = Effect.flatMap(Backend, (backend) => backend.roomDetails({ roomId: RoomId.make("none") }))

const drip = (bytes: number, every: number) => fault().drip({ bytes, every })

describe("a late response, in memory", () => {
  it.effect.each<readonly [name: string, faults: ReadonlyArray<Fault>, millis: number]>([
    ["by nothing", [fault().delay(0)], 0],
    ["by a delay", [fault().delay("3 seconds")], 3_000],
    ["by a millisecond less than an attempt may take", [fault().delay("14999 millis")], 14_999],
    ["by a drip of all of it", [drip(metricsBytes, 1_000)], 0],
    ["by a drip of all but a byte", [drip(metricsBytes - 1, 1_000)], 1_000],
    ["by a drip of bytes", [drip(1, 10)], (metricsBytes - 1) * 10],
    ["by a delay and a drip", [fault().delay("3 seconds"), drip(46, 500)], 3_500]
  ])("arrives %s", ([, faults, expected]) =>
    Effect.gen(function* () {
      const { millis, result } = yield* inTime(metrics)
      assert(Result.isSuccess(result))
      assert.strictEqual(result.success.totalSessions, 0)
      assert.strictEqual(millis, expected)
    }).pipe(Effect.provide(layerMemory({ faults })))
  )

  it.effect.each<readonly [name: string, faults: ReadonlyArray<Fault>]>([
    ["a stall", [fault().stall()]],
    ["a delay and a stall", [fault().delay("14 seconds"), fault().stall()]],
    ["a delay", [fault().delay("15 seconds")]],
    ["a day", [fault().delay("23 hours")]],
    ["a drip", [drip(1, 200)]],
    ["a delay and a drip", [fault().delay("10 seconds"), drip(10, 600)]],
    ["a late break", [fault().delay("16 seconds"), fault().reset("beforeWork")]],
    ["a late refusal", [fault().delay("16 seconds"), fault().refuse()]],
    ["a late 503", [fault().delay("16 seconds"), fault().respond(503)]],
    ["a late cut", [fault().delay("16 seconds"), fault().cut()]]
  ])("times out after 15 seconds: %s", ([, faults]) =>
    Effect.gen(function* () {
      const { millis, result } = yield* inTime(metrics)
      assert(Result.isFailure(result) && result.failure._tag === "ServiceError")
      assert.strictEqual(millis, 15_000)
      const { evidence, reason } = result.failure
      assert.deepStrictEqual<unknown>({ ...reason }, { _tag: "Timeout", limit: "attempt", limitMillis: 15_000 })
      assert.deepStrictEqual(evidence, {
        operation: "metrics",
        method: "GET",
        urlTemplate: "/api/v2/sdk/metrics",
        attempts: [{ cause: "Timeout: no complete response within 15s (the limit of one attempt)", waitedMillis: 0 }],
        elapsedMillis: 15_000
      })
    }).pipe(Effect.provide(layerMemory({ faults })))
  )

  it.effect("does its work when the request arrives, and doesn't block the rest of the world", () =>
    Effect.gen(function* () {
      const backend = yield* Backend
      const world = yield* World
      const start = yield* Clock.currentTimeMillis
      const create = backend.createRoom({ roomLocked: false })
      const { result } = yield* inTime(
        Effect.all([create, Effect.delay(backend.listRooms({}), 1)], { concurrency: "unbounded" })
      )
      assert(Result.isSuccess(result))
      const [{ data }, { rooms }] = result.success
      assert.deepStrictEqual(
        rooms.map(({ roomId }) => roomId),
        [data.roomId]
      )
      assert.deepStrictEqual(
        (yield* world.log).map(({ at, operation }) => [operation, at - start]),
        [
          ["createRoom", 0],
          ["listRooms", 1]
        ]
      )
    }).pipe(Effect.provide(layerMemory({ faults: [fault("createRoom").delay("5 seconds")] })))
  )

  it.effect("takes as long as its bytes take to drip", () =>
    Effect.gen(function* () {
      const list = Effect.flatMap(Backend, (backend) => backend.listRooms({}))
      yield* Effect.flatMap(Backend, (backend) => backend.createRoom({ roomLocked: false, metadata: { title: "é" } }))
      const { millis: before } = yield* inTime(list)
      yield* (yield* World).setQuirks({ metadata: "jsonText", roomsEnd: "absent" })
      const { millis: after } = yield* inTime(list)
      // Two quotes, four backslashes; and no `"nextCursor":null,`.
      assert.strictEqual(after - before, 10 * (6 - 18))
    }).pipe(Effect.provide(layerMemory({ faults: [fault("listRooms").drip({ bytes: 1, every: 10 })] })))
  )
})

describe("the late body of an error, in memory", () => {
  it.effect.each<readonly [name: string, faults: ReadonlyArray<Fault>, millis: number, message: string | undefined]>([
    ["a stall", [fault().stall()], 2_000, undefined],
    ["a delayed stall", [fault().delay("3 seconds"), fault().stall()], 5_000, undefined],
    ["a drip that is too slow", [drip(1, 100)], 2_000, undefined],
    ["a drip", [drip(1, 50)], (notFoundBytes - 1) * 50, "room not found"],
    ["a drip that comes with the limit", [drip(notFoundBytes / 2, 2_000)], 2_000, "room not found"],
    ["a cut, which is not waited for", [fault().delay(10), fault().cut()], 10, undefined]
  ])("times out after 2 seconds, and the status decides: %s", ([, faults, expected, message]) =>
    Effect.gen(function* () {
      const { millis, result } = yield* inTime(room)
      assert(Result.isFailure(result) && result.failure._tag === "RoomNotFound")
      assert.strictEqual(millis, expected)
      assert.strictEqual(result.failure.serverMessage, message)
      assert.deepStrictEqual(result.failure.evidence.attempts, [{ status: 404, waitedMillis: 0 }])
      assert.strictEqual(result.failure.evidence.elapsedMillis, expected)
    }).pipe(Effect.provide(layerMemory({ faults })))
  )

  it.effect("is abandoned when the attempt ends", () =>
    Effect.gen(function* () {
      const { millis, result } = yield* inTime(room)
      assert(Result.isFailure(result) && result.failure._tag === "ServiceError")
      assert.strictEqual(result.failure.reason._tag, "Timeout")
      assert.strictEqual(millis, 15_000)
    }).pipe(Effect.provide(layerMemory({ faults: [fault().delay("13500 millis"), fault().stall()] })))
  )
})
