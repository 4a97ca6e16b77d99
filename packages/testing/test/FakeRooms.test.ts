import { assert, describe, it } from "@effect/vitest"
import { Backend } from "@effect-rooms/core/Backend"
import { PeerId, RoomId } from "@effect-rooms/core/Identifier"
import { LiveRooms } from "@effect-rooms/core/LiveRooms"
import { Metrics } from "@effect-rooms/core/Metrics"
import { Recordings } from "@effect-rooms/core/Recordings"
import { Rooms } from "@effect-rooms/core/Rooms"
import { Sessions } from "@effect-rooms/core/Sessions"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import * as FakeRooms from "../src/FakeRooms.ts"
import { World } from "../src/World.ts"
import { alice, bob, createRooms, operations } from "./fixtures/worlds.ts"

const ada = PeerId.make("ada")

describe("FakeRooms.layer", () => {
  it.effect("provides the five services and the world that they read from", () =>
    Effect.gen(function* () {
      const world = yield* World
      const rooms = yield* Rooms
      const sessions = yield* Sessions
      const live = yield* LiveRooms
      const { roomId } = yield* rooms.create({ metadata: { title: "Stand-up" } })
      const { sessionId } = yield* world.join(roomId, { peerId: ada })
      const recording = yield* world.record(sessionId)
      yield* world.livestream(roomId)

      assert.strictEqual((yield* rooms.get(roomId)).roomId, roomId)
      assert.deepStrictEqual(
        (yield* Stream.runCollect(sessions.stream(roomId))).map((session) => session.sessionId),
        [sessionId]
      )
      assert.deepStrictEqual(
        (yield* live.participants(roomId)).participants.map(({ peerId }) => peerId),
        [ada]
      )
      assert.deepStrictEqual(yield* Stream.runCollect((yield* Recordings).stream()), [recording])
      assert.deepStrictEqual(yield* (yield* Metrics).get, {
        totalSessions: 1,
        totalDuration: 0,
        totalUsers: 1,
        recordingCount: 1,
        livestreamCount: 1
      })
    }).pipe(Effect.provide(FakeRooms.layer()))
  )

  it.effect("streams all pages of a list", () =>
    Effect.gen(function* () {
      const roomIds = yield* createRooms(31)
      const all = yield* Stream.runCollect((yield* Rooms).stream())
      assert.deepStrictEqual(
        all.map(({ roomId }) => roomId),
        roomIds.toReversed()
      )
    }).pipe(Effect.provide(FakeRooms.layer()))
  )

  it.effect("uses the program's clock: a watched room shows who joined and left between two polls", () =>
    Effect.gen(function* () {
      const world = yield* World
      const { roomId } = yield* (yield* Rooms).create({})
      const live = yield* LiveRooms
      yield* world.join(roomId, { peerId: ada }).pipe(Effect.delay("7 seconds"), Effect.forkChild)
      yield* world.leave(roomId, ada).pipe(Effect.delay("12 seconds"), Effect.forkChild)
      const polls = Schedule.max([Schedule.spaced("5 seconds"), Schedule.recurs(3)])
      const watching = yield* live.watch(roomId, { every: polls }).pipe(
        Stream.map((event) => event._tag),
        Stream.runCollect,
        Effect.forkChild
      )
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* Fiber.join(watching), ["Snapshot", "Joined", "Snapshot", "Left", "Snapshot"])
    }).pipe(Effect.provide(FakeRooms.layer()))
  )

  it.effect("rejects invalid input before it reaches the world, as a real backend does", () =>
    Effect.gen(function* () {
      const world = yield* World
      const backend = yield* Backend
      const limit = yield* Effect.flip(backend.listSessions({ roomId: RoomId.make("any"), limit: 0 }))
      assert(limit._tag === "InvalidRequest")
      assert.strictEqual(limit.field, "limit")
      const metadata = { title: "x".repeat(20_000) }
      const large = yield* Effect.flip((yield* Rooms).create({ metadata }))
      assert(large._tag === "MetadataTooLarge")
      assert.deepStrictEqual(large.evidence.attempts, [])
      assert.deepStrictEqual(yield* world.log, [])
    }).pipe(Effect.provide(FakeRooms.layer()))
  )

  it.effect("uses the first API key, and starts with the scenario and seed of its options", () =>
    Effect.gen(function* () {
      const scenario = Effect.succeed({ rooms: [{ createdAgo: "1 day", metadata: { title: "Seeded" } }] as const })
      const options = { apiKeys: [alice, bob], scenario }
      const seen = Effect.gen(function* () {
        const [room] = yield* Stream.runCollect((yield* Rooms).stream())
        const { rooms: ofBob } = yield* (yield* operations(bob)).listRooms({})
        assert.deepStrictEqual(ofBob, [])
        assert(room !== undefined && room.metadata._tag === "Some")
        return [room.roomId, room.metadata.value.title]
      })
      const roomIdOf = (seed: string) => Effect.provide(seen, FakeRooms.layer({ ...options, seed }))
      assert.deepStrictEqual(yield* roomIdOf("effect-rooms"), ["kdh-hfmt-ztt", "Seeded"])
      assert.notDeepEqual(yield* roomIdOf("a"), yield* roomIdOf("b"))
    })
  )
})

describe("FakeRooms.layerBackend", () => {
  const seenBy = (apiKey?: typeof alice) =>
    Effect.flatMap(Backend, ({ listRooms }) => Effect.map(listRooms({}), ({ rooms }) => rooms.length)).pipe(
      Effect.provide(FakeRooms.layerBackend(apiKey))
    )

  it.effect("shows the world as one API key sees it", () =>
    Effect.gen(function* () {
      yield* createRooms(2, alice)
      yield* createRooms(3, bob)
      assert.deepStrictEqual([yield* seenBy(alice), yield* seenBy(bob)], [2, 3])
      assert.strictEqual((yield* Effect.flip(seenBy()))._tag, "Unauthorized")
    }).pipe(Effect.provide(World.layer({ apiKeys: [alice, bob] })))
  )

  it.effect("uses the default API key by default", () =>
    Effect.gen(function* () {
      yield* createRooms(2)
      assert.strictEqual(yield* seenBy(), 2)
    }).pipe(Effect.provide(World.layer()))
  )
})
