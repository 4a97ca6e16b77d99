import { assert, describe, it } from "@effect/vitest"
import { Rooms } from "@effect-rooms/core/Rooms"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as FakeRooms from "../../../src/FakeRooms.ts"
import { type Fault, fault } from "../../../src/Fault.ts"
import { inTime } from "../../fixtures/faults.ts"
import { operations } from "../../fixtures/worlds.ts"

const create = fault("createRoom").times(1)

interface Row {
  readonly name: string
  readonly given: Fault
  /** The outcome of a create, which can be unknown. */
  readonly create: "refused" | "unknown"
  readonly roomsMade: number
}

const rows: ReadonlyArray<Row> = [
  { name: "a refusal", given: create.refuse(), create: "refused", roomsMade: 0 },
  { name: "429", given: create.respond(429), create: "refused", roomsMade: 0 },
  { name: "425", given: create.respond(425), create: "refused", roomsMade: 0 },
  { name: "418", given: create.respond(418), create: "refused", roomsMade: 0 },
  { name: "307", given: create.respond(307), create: "refused", roomsMade: 0 },
  { name: "408", given: create.respond(408), create: "unknown", roomsMade: 0 },
  { name: "302", given: create.respond(302), create: "unknown", roomsMade: 0 },
  { name: "503 before the work", given: create.respond(503), create: "unknown", roomsMade: 0 },
  {
    name: "503 after the work",
    given: create.respond(503, { when: "afterWork" }),
    create: "unknown",
    roomsMade: 1
  },
  { name: "a page of HTML", given: create.html(), create: "unknown", roomsMade: 0 },
  { name: "a page of HTML that claims success", given: create.html(200), create: "unknown", roomsMade: 0 },
  { name: "a wrong shape", given: create.wrongShape(), create: "unknown", roomsMade: 1 },
  { name: "a reset before the work", given: create.reset("beforeWork"), create: "unknown", roomsMade: 0 },
  { name: "a reset after the work", given: create.reset("afterWork"), create: "unknown", roomsMade: 1 },
  { name: "a stall", given: create.stall(), create: "unknown", roomsMade: 1 },
  { name: "a cut", given: create.cut(), create: "unknown", roomsMade: 1 },
  { name: "a drip", given: create.drip({ bytes: 1, every: "1 second" }), create: "unknown", roomsMade: 1 },
  { name: "a delay", given: create.delay("1 minute"), create: "unknown", roomsMade: 1 }
]

const roomIds = Effect.flatMap(operations(), ({ listRooms }) =>
  Effect.map(listRooms({}), ({ rooms }) => rooms.map(({ roomId }) => roomId))
)

describe("a create under a fault, in memory", () => {
  it.effect.each(rows)("ends with $create and $roomsMade rooms: $name", ({ create, given, roomsMade }) =>
    Effect.gen(function* () {
      const { result } = yield* inTime((yield* Rooms).create({ metadata: { title: "Once" } }))
      assert(Result.isFailure(result))
      assert.strictEqual(result.failure._tag === "CreateOutcomeUnknown", create === "unknown")
      assert.strictEqual(result.failure.evidence.attempts.length, 1)
      assert.strictEqual((yield* roomIds).length, roomsMade)
    }).pipe(Effect.provide(FakeRooms.layer({ faults: [given] })))
  )

  it.effect.each(rows)("creates exactly one room with a key: $name", ({ create, given }) =>
    Effect.gen(function* () {
      const rooms = yield* Rooms
      const once = inTime(rooms.createOnce({ metadata: { title: "Once" } }, { key: "key" }))
      const first = yield* once
      // There are no retries here: the program decides whether to repeat a rejected create.
      assert.strictEqual(Result.isFailure(first.result), create === "refused")
      const { result } = yield* once
      assert(Result.isSuccess(result))
      assert.deepStrictEqual(yield* roomIds, [result.success.roomId])
      if (Result.isSuccess(first.result)) assert.strictEqual(first.result.success.roomId, result.success.roomId)
    }).pipe(Effect.provide(FakeRooms.layer({ faults: [given] })))
  )

  it.effect("creates one room with a key even if its responses are lost repeatedly", () =>
    Effect.gen(function* () {
      const { result } = yield* inTime((yield* Rooms).createOnce({ metadata: { title: "Once" } }, { key: "key" }))
      assert(Result.isSuccess(result))
      assert.deepStrictEqual(yield* roomIds, [result.success.roomId])
    }).pipe(Effect.provide(FakeRooms.layer({ faults: [fault("createRoom").times(20).reset("afterWork")] })))
  )
})
