import { assert, describe, it } from "@effect/vitest"
import { PeerId, type RoomId } from "@effect-rooms/core/Identifier"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { World } from "../../src/World.ts"
import { wire } from "../fixtures/wire.ts"
import { alice, atMinute, bob, createRoom, createRooms, hold, minute, operations, start } from "../fixtures/worlds.ts"

const ada = PeerId.make("ada")
const grace = PeerId.make("grace")

const listed = (apiKey = alice) =>
  Effect.gen(function* () {
    const { listRooms } = yield* operations(apiKey)
    const { count, rooms } = yield* listRooms({})
    return { rooms: rooms.map(({ roomId }) => roomId), count: Option.getOrNull(count) }
  })

describe("deleteRoom", () => {
  it.effect("removes the room from every operation", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom({ metadata: { title: "Gone" } })
      yield* hold(roomId, 0, 1)
      yield* world.deleteRoom(roomId)
      const { listRooms, listSessions, liveParticipants, roomDetails, roomMetadata } = yield* operations()
      assert.deepStrictEqual((yield* listRooms({})).rooms, [])
      assert.strictEqual((yield* Effect.flip(roomDetails({ roomId })))._tag, "RoomNotFound")
      assert.strictEqual((yield* Effect.flip(roomMetadata({ roomId })))._tag, "RoomNotFound")
      assert.strictEqual((yield* Effect.flip(listSessions({ roomId })))._tag, "RoomNotFound")
      assert.strictEqual((yield* Effect.flip(liveParticipants({ roomId })))._tag, "NoLiveSession")
      const refusals: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }>> = [
        world.join(roomId),
        world.leave(roomId, ada),
        world.endSession(roomId),
        world.lock(roomId, true),
        world.livestream(roomId),
        world.deleteRoom(roomId)
      ]
      for (const refusal of refusals) assert.strictEqual((yield* Effect.flip(refusal))._tag, "RoomUnknown")
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("ends the running session and its stays", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom()
      yield* atMinute(0)
      const { sessionId } = yield* world.join(roomId, { peerId: ada })
      yield* world.join(roomId, { peerId: grace })
      yield* atMinute(2)
      yield* world.leave(roomId, ada)
      yield* atMinute(5)
      yield* world.deleteRoom(roomId)
      yield* atMinute(60)
      const { metrics, sessionParticipants } = yield* operations()
      assert.deepStrictEqual(
        wire.participants(yield* sessionParticipants({ sessionId })).participants.map(({ exitTime }) => exitTime),
        [start + 2 * minute, start + 5 * minute]
      )
      assert.strictEqual((yield* metrics({})).totalDuration, 5)
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("keeps the room's sessions, recordings, livestreams and users in the metrics", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom()
      const sessionId = yield* hold(roomId, 0, 7)
      const recording = yield* world.record(sessionId)
      yield* world.livestream(roomId)
      const { listRecordings, metrics, sessionParticipants } = yield* operations()
      const before = [yield* metrics({}), yield* sessionParticipants({ sessionId }), yield* listRecordings({})]
      yield* world.deleteRoom(roomId)
      assert.deepStrictEqual(
        [yield* metrics({}), yield* sessionParticipants({ sessionId }), yield* listRecordings({})],
        before
      )
      assert.deepStrictEqual((yield* listRecordings({ sessionId })).recordings, [recording])
      const later = yield* world.record(sessionId)
      assert.deepStrictEqual((yield* listRecordings({})).recordings, [later, recording])
      assert.deepStrictEqual(yield* metrics({}), {
        totalSessions: 1,
        totalDuration: 7,
        totalUsers: 1,
        recordingCount: 2,
        livestreamCount: 1
      })
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("deletes only the named room, even among rooms of the same moment", () =>
    Effect.gen(function* () {
      const world = yield* World
      let left: ReadonlyArray<RoomId> = yield* createRooms(3, alice)
      for (let count = 0; count < 6; count++) left = [...left, yield* createRoom({}, alice)]
      const ofBob = yield* createRooms(2, bob)
      for (const index of [8, 0, 3, 5, 2, 1, 0, 1, 0]) {
        const gone = left[index]
        assert(gone !== undefined)
        yield* world.deleteRoom(gone)
        left = left.filter((roomId) => roomId !== gone)
        assert.deepStrictEqual(yield* listed(), { rooms: left.toReversed(), count: left.length })
      }
      assert.deepStrictEqual(yield* listed(bob), { rooms: ofBob.toReversed(), count: 2 })
    }).pipe(Effect.provide(World.layer({ apiKeys: [alice, bob] })))
  )

  it.effect("deletes a locked room, and a room of another tenant", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom({ roomLocked: true }, bob)
      yield* world.deleteRoom(roomId)
      assert.deepStrictEqual(yield* listed(bob), { rooms: [], count: 0 })
    }).pipe(Effect.provide(World.layer({ apiKeys: [alice, bob] })))
  )

  it.effect("isn't logged as an operation", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom()
      const log = yield* world.log
      yield* world.deleteRoom(roomId)
      assert.deepStrictEqual(yield* world.log, log)
    }).pipe(Effect.provide(World.layer()))
  )
})
