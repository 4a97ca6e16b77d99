import { assert, describe, it } from "@effect/vitest"
import { Backend } from "@effect-rooms/core/Backend"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Fault, fault } from "../../../src/Fault.ts"
import { layerMemory } from "../../fixtures/faults.ts"
import { operations } from "../../fixtures/worlds.ts"

const unreachable = "Transport: the service could not be reached"

interface Row {
  readonly given: Fault
  readonly description: string
  readonly requestSent: boolean
  /** The status, if the response's headers arrived. */
  readonly status?: number
  readonly roomsMade: number
}

const rows: ReadonlyArray<Row> = [
  { given: fault().refuse(), description: "connect ECONNREFUSED", requestSent: false, roomsMade: 0 },
  { given: fault().reset("beforeWork"), description: "read ECONNRESET", requestSent: true, roomsMade: 0 },
  { given: fault().reset("afterWork"), description: "read ECONNRESET", requestSent: true, roomsMade: 1 },
  ...[undefined, 0, 7, 1_000_000].map((bytes) => ({
    given: fault().cut(bytes),
    description: "the body broke off: aborted (ECONNRESET)",
    requestSent: true,
    status: 201,
    roomsMade: 1
  }))
]

const roomCount = Effect.flatMap(operations(), ({ listRooms }) =>
  Effect.map(listRooms({}), ({ count }) => Option.getOrThrow(count))
)

describe("a connection that breaks, in memory", () => {
  it.effect.each(rows)("$given.action", ({ description, given, requestSent, roomsMade, status }) =>
    Effect.gen(function* () {
      const backend = yield* Backend
      const error = yield* Effect.flip(backend.createRoom({ roomLocked: false }))
      assert(error._tag === "ServiceError" || error._tag === "CreateOutcomeUnknown")
      const { evidence, reason } = error
      assert.deepStrictEqual<unknown>({ ...reason }, { _tag: "Transport", description, requestSent })
      // Only a request that wasn't sent certainly created nothing.
      assert.strictEqual(error._tag === "CreateOutcomeUnknown", requestSent)
      const answered = status === undefined ? {} : { status }
      assert.deepStrictEqual(evidence, {
        operation: "createRoom",
        method: "POST",
        urlTemplate: "/api/v2/sdk/rooms/create-room",
        ...answered,
        ...(status === undefined ? {} : { requestId: "request-00000001" }),
        attempts: [{ ...answered, cause: `${unreachable}: ${description}`, waitedMillis: 0 }],
        elapsedMillis: 0
      })
      assert.strictEqual(yield* roomCount, roomsMade)
    }).pipe(Effect.provide(layerMemory({ faults: [given], quirks: { requestId: "x-request-id" } })))
  )

  it.effect("leaves an error without its message if it breaks in the error's body", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip((yield* Backend).liveParticipants({ roomId: yield* idleRoom }))
      assert(error._tag === "NoLiveSession")
      assert.isUndefined(error.serverMessage)
      assert.deepStrictEqual(error.evidence.attempts, [{ status: 404, waitedMillis: 0 }])
    }).pipe(Effect.provide(layerMemory({ faults: [fault("liveParticipants").cut()] })))
  )

  const idleRoom = Effect.flatMap(Backend, (backend) =>
    Effect.map(backend.createRoom({ roomLocked: false }), ({ data }) => data.roomId)
  )

  it.effect("reports the status that this world uses for a create", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip((yield* Backend).createRoom({ roomLocked: false }))
      assert.strictEqual(error.evidence.status, 200)
    }).pipe(Effect.provide(layerMemory({ faults: [fault().cut()], quirks: { createdStatus: 200 } })))
  )
})
