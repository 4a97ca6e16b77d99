import { assert, describe, it } from "@effect/vitest"
import { RoomId } from "@effect-rooms/core/Identifier"
import { Rooms } from "@effect-rooms/core/Rooms"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { expectCalls, expectNoUnexpectedCalls } from "../src/Calls.ts"
import * as FakeRooms from "../src/FakeRooms.ts"
import { fault } from "../src/Fault.ts"
import { World } from "../src/World.ts"

/** Reads eleven rooms in two pages, and one that doesn't exist. */
const program = Effect.gen(function* () {
  const rooms = yield* Rooms
  yield* rooms.create({ metadata: { title: "Stand-up" } })
  yield* Effect.repeat(rooms.create({}), { times: 9 })
  yield* Stream.runDrain(rooms.stream())
  yield* Effect.flip(rooms.get(RoomId.make("nope")))
})

const creates = Array.from({ length: 10 }, () => "createRoom" as const)

const difference = <A, R>(effect: Effect.Effect<A, { readonly difference: string }, R>) =>
  Effect.map(Effect.flip(effect), (error) => error.difference.split("\n"))

describe("expectCalls", () => {
  it.effect("passes if the calls came in this order, and ignores fields that aren't named", () =>
    Effect.gen(function* () {
      yield* program
      yield* expectCalls([
        { operation: "createRoom", input: { metadata: { title: "Stand-up" } } },
        ...creates,
        "listRooms",
        { operation: "listRooms", input: { cursor: 2 }, outcome: "Success" },
        { operation: "roomDetails", input: { roomId: "nope" }, outcome: "RoomNotFound" }
      ])
    }).pipe(Effect.provide(FakeRooms.layer()))
  )

  it.effect("shows missing, unexpected and matching calls", () =>
    Effect.gen(function* () {
      const rooms = yield* Rooms
      yield* rooms.page()
      yield* rooms.page({ cursor: 2 })
      yield* Effect.flip(rooms.get(RoomId.make("nope")))
      const lines = yield* difference(
        expectCalls([
          "listRooms",
          { operation: "listRooms", input: { cursor: 3 }, outcome: "Success" },
          { operation: "roomDetails", outcome: "RoomNotFound" },
          "metrics"
        ])
      )
      assert.deepStrictEqual(lines, [
        "  listRooms",
        '- listRooms {"cursor":3} → Success',
        '+ listRooms {"cursor":2} → Success',
        "  roomDetails → RoomNotFound",
        "- metrics"
      ])
    }).pipe(Effect.provide(FakeRooms.layer()))
  )

  it.effect("fails for an extra call, and for a call with a different outcome", () =>
    Effect.gen(function* () {
      const rooms = yield* Rooms
      yield* rooms.page()
      yield* rooms.page()
      assert.deepStrictEqual(yield* difference(expectCalls(["listRooms"])), ["  listRooms", "+ listRooms → Success"])
      assert.deepStrictEqual(
        yield* difference(expectCalls(["listRooms", { operation: "listRooms", outcome: "Unauthorized" }])),
        ["  listRooms", "- listRooms → Unauthorized", "+ listRooms → Success"]
      )
    }).pipe(Effect.provide(FakeRooms.layer()))
  )

  it.effect("names the fault that applied to a call, and starts over after a reset of the world", () =>
    Effect.gen(function* () {
      const world = yield* World
      const rooms = yield* Rooms
      yield* world.inject(fault("listRooms").times(1).respond(503))
      yield* Effect.flip(rooms.page())
      assert.deepStrictEqual(yield* difference(expectCalls([])), ["+ listRooms → NotDone (met Respond)"])
      yield* world.reset
      yield* expectCalls([])
    }).pipe(Effect.provide(FakeRooms.layer()))
  )

  it.effect("compares with a log of thousands of calls in reasonable time", () =>
    Effect.gen(function* () {
      const rooms = yield* Rooms
      yield* Effect.repeat(rooms.page(), { times: 9_999 })
      const lines = yield* difference(expectCalls(Array.from({ length: 10_000 }, () => "metrics" as const)))
      assert.strictEqual(lines.length, 20_000)
    }).pipe(Effect.provide(FakeRooms.layer()))
  )
})

describe("expectNoUnexpectedCalls", () => {
  it.effect("passes if every call is in the list", () =>
    Effect.gen(function* () {
      yield* program
      yield* expectNoUnexpectedCalls([
        "createRoom",
        "listRooms",
        { operation: "roomDetails", input: { roomId: "nope" } }
      ])
    }).pipe(Effect.provide(FakeRooms.layer()))
  )

  it.effect("shows the unexpected calls among all calls", () =>
    Effect.gen(function* () {
      const rooms = yield* Rooms
      yield* rooms.page()
      yield* Effect.flip(rooms.get(RoomId.make("nope")))
      const allowed = ["listRooms", { operation: "roomDetails", input: { roomId: "yes" } }] as const
      assert.deepStrictEqual(yield* difference(expectNoUnexpectedCalls(allowed)), [
        "  listRooms → Success",
        '+ roomDetails {"roomId":"nope"} → RoomNotFound'
      ])
      const { message } = yield* Effect.flip(expectNoUnexpectedCalls(allowed))
      assert.match(message, /^the calls differ from the expected ones/)
    }).pipe(Effect.provide(FakeRooms.layer()))
  )
})
