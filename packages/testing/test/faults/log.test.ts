import { assert, describe, it } from "@effect/vitest"
import { Backend } from "@effect-rooms/core/Backend"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import * as FakeRooms from "../../src/FakeRooms.ts"
import { type Fault, fault } from "../../src/Fault.ts"
import { World, type WorldOptions } from "../../src/World.ts"
import { inTime } from "../fixtures/faults.ts"
import { create, get } from "../fixtures/httpServer.ts"
import { stranger } from "../fixtures/worlds.ts"

const at = 1_750_000_000_000
const metadata = { title: "Stand-up" }
const input = { roomLocked: false, metadata }

const inMemory = Effect.flatMap(Backend, (backend) => Effect.exit(backend.createRoom(input)))
const overHttp = Effect.exit(create(JSON.stringify(input)))

/** One world in memory and over HTTP. */
const layerBoth = (options: WorldOptions) =>
  Layer.mergeAll(FakeRooms.layerBackend(), FakeRooms.layerHttpClient).pipe(Layer.provideMerge(World.layer(options)))

const log = Effect.flatMap(World, (world) => world.log)

/** The log entry of a create under a fault: its outcome and the name of the fault. */
const rows: ReadonlyArray<readonly [name: string, given: ReadonlyArray<Fault>, outcome: string, fault?: string]> = [
  ["no fault", [], "Success"],
  ["a fault of other requests", [fault("metrics").refuse()], "Success"],
  ["an answer in its place", [fault().respond(503)], "NotDone", "Respond"],
  ["an answer before it", [fault().respond(503, { when: "beforeWork" })], "NotDone", "Respond"],
  ["a different response", [fault().respond(503, { when: "afterWork" })], "Success", "Respond"],
  ["HTML", [fault().html()], "NotDone", "Respond"],
  ["a wrong shape", [fault().wrongShape()], "Success", "Respond"],
  ["a refusal", [fault().refuse()], "NotDone", "Refuse"],
  ["a reset before", [fault().reset("beforeWork")], "NotDone", "Reset"],
  ["a reset after", [fault().reset("afterWork")], "Success", "Reset"],
  ["a stall", [fault().stall()], "Success", "Stall"],
  ["a cut", [fault().cut()], "Success", "Cut"],
  ["a drip", [fault().drip({ bytes: 10, every: 1 })], "Success", "Drip"],
  ["a delay", [fault().delay(10)], "Success", "Delay"],
  ["a delayed refusal", [fault().delay(10), fault().refuse()], "NotDone", "Refuse"],
  ["a delayed cut", [fault().delay(10), fault().cut()], "Success", "Cut"]
]

describe("the log under a fault", () => {
  it.effect.each(rows)("records the operation and the fault that applied to it: %s", ([, given, outcome, name]) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(at)
      yield* inTime(inMemory)
      yield* TestClock.setTime(at)
      // A stalled body never ends, so the client has to give up.
      yield* inTime(Effect.timeoutOption(overHttp, "1 hour"))
      const entry = { at, operation: "createRoom", input, outcome, ...(name === undefined ? {} : { fault: name }) }
      assert.deepStrictEqual<ReadonlyArray<unknown>>(yield* log, [entry, entry])
    }).pipe(Effect.provide(layerBoth({ faults: given })))
  )

  it.effect("records a drift, and the operation at the time it ran, before the delay", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(at)
      yield* inTime(Effect.flatMap(Backend, (backend) => backend.listRooms({})))
      const [entry] = yield* log
      assert.deepStrictEqual<unknown>(entry, {
        at,
        operation: "listRooms",
        input: {},
        outcome: "Success",
        fault: "Drift"
      })
    }).pipe(Effect.provide(layerBoth({ faults: [fault().delay(500), fault("listRooms").drift({ added: 1 })] })))
  )

  it.effect("has the typed error of a rejected operation, with any fault", () =>
    Effect.gen(function* () {
      yield* Effect.exit(get("/rooms/room-details/none"))
      yield* Effect.flatMap(Backend, (backend) =>
        Effect.exit(backend.createRoom({ roomLocked: false, metadata: { title: "x".repeat(2_000) } }))
      )
      assert.deepStrictEqual(
        (yield* log).map(({ fault, outcome }) => [outcome, fault]),
        [
          ["RoomNotFound", "Reset"],
          ["InvalidRequest", "Reset"]
        ]
      )
    }).pipe(Effect.provide(layerBoth({ faults: [fault().reset("afterWork")], quirks: { metadataLimit: 1_024 } })))
  )

  it.effect("includes requests with an unknown API key, in memory and over HTTP", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(at)
      yield* Effect.exit(get("/rooms/get-rooms?cursor=2", { apiKey: "key-of-nobody" }))
      yield* Effect.flatMap(Backend, (backend) => Effect.exit(backend.listRooms({ cursor: 2 }))).pipe(
        Effect.provide(FakeRooms.layerBackend(stranger))
      )
      yield* Effect.exit(create(JSON.stringify(input), { apiKey: null }))
      const refused = { at, outcome: "Unauthorized", fault: "Cut" }
      assert.deepStrictEqual<ReadonlyArray<unknown>>(yield* log, [
        { ...refused, operation: "listRooms", input: { cursor: 2 } },
        { ...refused, operation: "listRooms", input: { cursor: 2 } },
        { ...refused, operation: "createRoom", input }
      ])
    }).pipe(Effect.provide(layerBoth({ faults: [fault().cut()] })))
  )

  it.effect("keeps a copy of the request, not a reference to it", () =>
    Effect.gen(function* () {
      const changing = { title: "before", zero: -0 }
      const ask = Effect.flatMap(Backend, (backend) =>
        Effect.exit(backend.createRoom({ roomLocked: true, metadata: changing }))
      )
      yield* ask
      yield* ask
      changing.title = "after"
      const kept = { roomLocked: true, metadata: { title: "before", zero: 0 } }
      assert.deepStrictEqual(
        (yield* log).map(({ input, outcome }) => [outcome, input]),
        [
          ["NotDone", kept],
          ["Success", kept]
        ]
      )
    }).pipe(Effect.provide(layerBoth({ faults: [fault().times(1).refuse()] })))
  )
})
