import { assert, describe, it } from "@effect/vitest"
import { PeerId } from "@effect-rooms/core/Identifier"
import * as Effect from "effect/Effect"
import { World } from "../../src/World.ts"
import { atMinute, createRoom, hold, operations } from "../fixtures/worlds.ts"

const nothing = { totalSessions: 0, totalDuration: 0, totalUsers: 0, recordingCount: 0, livestreamCount: 0 }

const metrics = Effect.flatMap(operations(), (answers) => answers.metrics({}))

describe("metrics", () => {
  it.effect("are all zero without sessions, with or without rooms", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* metrics, nothing)
      yield* createRoom()
      assert.deepStrictEqual(yield* metrics, nothing)
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("count each session once, from its start, in every room", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom()
      yield* hold(roomId, 0, 1)
      yield* hold(roomId, 1, 2)
      yield* world.join(roomId)
      yield* world.join(roomId)
      yield* world.join(yield* createRoom())
      assert.strictEqual((yield* metrics).totalSessions, 4)
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("round the total of all sessions down to minutes, not each session", () =>
    Effect.gen(function* () {
      const roomId = yield* createRoom()
      yield* hold(roomId, 0, 1.5)
      assert.strictEqual((yield* metrics).totalDuration, 1)
      yield* hold(roomId, 10, 11.5)
      assert.strictEqual((yield* metrics).totalDuration, 3)
      yield* hold(roomId, 20, 20.75)
      assert.strictEqual((yield* metrics).totalDuration, 3)
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect(
    "count the minutes of a running session until now once, for any number of participants, and keep them",
    () =>
      Effect.gen(function* () {
        const world = yield* World
        const roomId = yield* createRoom()
        yield* hold(roomId, 0, 2)
        yield* atMinute(10)
        yield* world.join(roomId)
        yield* world.join(roomId)
        assert.strictEqual((yield* metrics).totalDuration, 2)
        yield* atMinute(13)
        assert.strictEqual((yield* metrics).totalDuration, 5)
        yield* world.endSession(roomId)
        yield* atMinute(60)
        assert.strictEqual((yield* metrics).totalDuration, 5)
      }).pipe(Effect.provide(World.layer()))
  )

  it.effect("count a user once across stays, sessions and rooms", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom()
      const ada = PeerId.make("ada")
      yield* world.join(roomId, { peerId: ada })
      yield* world.leave(roomId, ada)
      yield* world.join(roomId, { peerId: ada })
      yield* world.join(yield* createRoom(), { peerId: ada })
      assert.strictEqual((yield* metrics).totalUsers, 1)
      yield* world.join(roomId, { peerId: PeerId.make("grace") })
      yield* world.join(roomId)
      assert.strictEqual((yield* metrics).totalUsers, 3)
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("don't count a peer that couldn't join", () =>
    Effect.gen(function* () {
      const world = yield* World
      yield* Effect.flip(world.join(yield* createRoom({ roomLocked: true })))
      assert.deepStrictEqual(yield* metrics, nothing)
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("count recordings and livestreams", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom()
      const sessionId = yield* hold(roomId, 0, 1)
      yield* world.record(sessionId)
      yield* world.record(sessionId)
      yield* world.livestream(roomId)
      yield* world.livestream(roomId)
      yield* world.livestream(yield* createRoom())
      const { livestreamCount, recordingCount } = yield* metrics
      assert.deepStrictEqual({ livestreamCount, recordingCount }, { livestreamCount: 3, recordingCount: 2 })
    }).pipe(Effect.provide(World.layer()))
  )
})
