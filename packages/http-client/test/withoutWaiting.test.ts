import { assert, describe, it } from "@effect/vitest"
import { Sessions } from "@effect-rooms/core/Sessions"
import type { OperationName } from "@effect-rooms/core/unstable"
import { defaultApiKey, FakeRooms, type Fault, fault, Scenario, World, withoutWaiting } from "@effect-rooms/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as RoomsHttp from "../src/RoomsHttp.ts"

const layer = RoomsHttp.layer({ baseUrl: "http://localhost", apiKey: defaultApiKey }).pipe(
  Layer.provide(FakeRooms.layerHttpClient),
  Layer.provideMerge(World.layer({ scenario: Scenario.office({ rooms: 25, sessions: 60 }) }))
)

/** Reads who took part in each session, a few at a time. */
const stays = (concurrency: number) =>
  Effect.gen(function* () {
    const sessions = yield* Sessions
    return yield* sessions.streamAll({ concurrency }).pipe(
      Stream.mapEffect(({ session }) => sessions.participants(session.sessionId), { concurrency }),
      Stream.runCollect
    )
  })

const operations: ReadonlyArray<OperationName> = ["listRooms", "listSessions", "sessionParticipants"]

const faults: ReadonlyArray<readonly [string, (operation: OperationName) => Fault]> = [
  ["refusals", (operation) => fault(operation).after(1).times(2).respond(503)],
  ["a rate limit", (operation) => fault(operation).after(1).times(2).respond(429, { retryAfter: "20 seconds" })],
  ["answers that stall", (operation) => fault(operation).after(1).times(2).stall()]
]

const cases = [1, 8].flatMap((concurrency) =>
  operations.flatMap((operation) =>
    faults.map(([what, make]) => ({ concurrency, operation, what, fault: make(operation) }))
  )
)

describe("withoutWaiting", () => {
  it.effect.each(cases)(
    "gets a program with $concurrency requests at a time over $what of $operation",
    ({ concurrency, fault }) =>
      Effect.gen(function* () {
        const expected = yield* stays(1)
        const injected = yield* World.use((world) => world.inject(fault))
        assert.deepStrictEqual(yield* withoutWaiting(stays(concurrency)), expected)
        assert.isAbove(yield* injected.applied, 1)
      }).pipe(Effect.provide(layer))
  )
})
