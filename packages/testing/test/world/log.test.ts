import { assert, describe, it } from "@effect/vitest"
import { Backend } from "@effect-rooms/core/Backend"
import { PeerId, RoomId, SessionId } from "@effect-rooms/core/Identifier"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import * as FakeRooms from "../../src/FakeRooms.ts"
import { fault } from "../../src/Fault.ts"
import { World } from "../../src/World.ts"
import { atMinute, createRoom, minute, operations, start, stranger } from "../fixtures/worlds.ts"

const log = Effect.flatMap(World, (world) => world.log)

describe("the log of operations", () => {
  it.effect("lists each operation with its time, whole input and outcome, oldest first", () =>
    Effect.gen(function* () {
      const answers = yield* operations()
      const world = yield* World
      assert.deepStrictEqual(yield* log, [])
      yield* atMinute(0)
      const { data } = yield* answers.createRoom({ roomLocked: false, metadata: { title: "Stand-up" } })
      const { roomId } = data
      const { sessionId } = yield* world.join(roomId)
      yield* atMinute(1)
      yield* answers.listRooms({})
      yield* answers.listRooms({ cursor: 2 })
      yield* answers.roomDetails({ roomId })
      yield* answers.roomMetadata({ roomId })
      yield* atMinute(2)
      yield* answers.listSessions({ roomId, limit: 5, cursor: 3 })
      yield* answers.sessionParticipants({ sessionId })
      yield* answers.liveParticipants({ roomId })
      yield* answers.listRecordings({ sessionId, limit: 4, cursor: 1 })
      yield* answers.metrics({})
      const outcome = "Success"
      assert.deepStrictEqual<ReadonlyArray<unknown>>(yield* log, [
        {
          at: start,
          operation: "createRoom",
          input: { roomLocked: false, metadata: { title: "Stand-up" } },
          outcome
        },
        { at: start + minute, operation: "listRooms", input: {}, outcome },
        { at: start + minute, operation: "listRooms", input: { cursor: 2 }, outcome },
        { at: start + minute, operation: "roomDetails", input: { roomId }, outcome },
        { at: start + minute, operation: "roomMetadata", input: { roomId }, outcome },
        { at: start + 2 * minute, operation: "listSessions", input: { roomId, limit: 5, cursor: 3 }, outcome },
        { at: start + 2 * minute, operation: "sessionParticipants", input: { sessionId }, outcome },
        { at: start + 2 * minute, operation: "liveParticipants", input: { roomId }, outcome },
        { at: start + 2 * minute, operation: "listRecordings", input: { sessionId, limit: 4, cursor: 1 }, outcome },
        { at: start + 2 * minute, operation: "metrics", input: {}, outcome }
      ])
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("names the error of an operation that failed", () =>
    Effect.gen(function* () {
      const roomId = RoomId.make("nope")
      const answers = yield* operations()
      const metadata = { title: "x".repeat(20_000) }
      yield* Effect.flip(answers.createRoom({ roomLocked: false, metadata }))
      yield* Effect.flip(answers.roomDetails({ roomId }))
      yield* Effect.flip(answers.roomMetadata({ roomId }))
      yield* Effect.flip(answers.listSessions({ roomId }))
      yield* Effect.flip(answers.sessionParticipants({ sessionId: SessionId.make("nope") }))
      yield* Effect.flip(answers.liveParticipants({ roomId }))
      yield* Effect.flip((yield* operations(stranger)).metrics({}))
      assert.deepStrictEqual(
        (yield* log).map(({ operation, outcome }) => [operation, outcome]),
        [
          ["createRoom", "InvalidRequest"],
          ["roomDetails", "RoomNotFound"],
          ["roomMetadata", "RoomNotFound"],
          ["listSessions", "RoomNotFound"],
          ["sessionParticipants", "SessionNotFound"],
          ["liveParticipants", "NoLiveSession"],
          ["metrics", "Unauthorized"]
        ]
      )
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("gains an entry each time an operation runs, and not before", () =>
    Effect.gen(function* () {
      const { listRooms } = yield* operations()
      const once = listRooms({})
      assert.deepStrictEqual(yield* log, [])
      yield* TestClock.setTime(1)
      yield* once
      yield* TestClock.setTime(2)
      yield* once
      assert.deepStrictEqual(
        (yield* log).map(({ at }) => at),
        [1, 2]
      )
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("names the fault of an operation, and marks operations that a fault prevented", () =>
    Effect.gen(function* () {
      const world = yield* World
      const { listRooms, metrics } = yield* Effect.provide(Backend, FakeRooms.layerBackend())
      yield* world.inject(fault("metrics").times(1).reset("beforeWork"))
      yield* world.inject(fault("metrics").times(1).reset("afterWork"))
      yield* world.inject(fault("listRooms").delay("1 second"))
      yield* atMinute(0)
      yield* Effect.flip(metrics({}))
      yield* Effect.flip(metrics({}))
      yield* metrics({})
      const answered = yield* Effect.forkChild(listRooms({ cursor: 2 }))
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(answered)
      assert.deepStrictEqual<ReadonlyArray<unknown>>(yield* log, [
        { at: start, operation: "metrics", input: {}, outcome: "NotDone", fault: "Reset" },
        { at: start, operation: "metrics", input: {}, outcome: "Success", fault: "Reset" },
        { at: start, operation: "metrics", input: {}, outcome: "Success" },
        { at: start, operation: "listRooms", input: { cursor: 2 }, outcome: "Success", fault: "Delay" }
      ])
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("omits changes that the test made through World", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom()
      const before = yield* log
      const peerId = PeerId.make("ada")
      const { sessionId } = yield* world.join(roomId, { peerId })
      yield* world.record(sessionId)
      yield* world.livestream(roomId)
      yield* world.leave(roomId, peerId)
      yield* world.lock(roomId, true)
      yield* world.seed({ rooms: [{ createdAgo: "1 day" }] })
      assert.deepStrictEqual(yield* log, before)
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("keeps the newest 10 000 operations, and earlier reads of it don't change", () =>
    Effect.gen(function* () {
      const { listRooms } = yield* operations()
      const early = yield* log
      let done = 0
      for (const total of [9_999, 10_000, 10_001, 20_000, 20_001, 30_001, 45_000]) {
        for (; done < total; done++) yield* listRooms({ cursor: done })
        const entries = yield* log
        assert.strictEqual(entries.length, Math.min(total, 10_000))
        assert.deepStrictEqual(entries[0]?.input, { cursor: Math.max(0, total - 10_000) })
        assert.deepStrictEqual(entries.at(-1)?.input, { cursor: total - 1 })
      }
      assert.deepStrictEqual(early, [])
    }).pipe(Effect.provide(World.layer()))
  )
})
