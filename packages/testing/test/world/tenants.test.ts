import { assert, describe, it } from "@effect/vitest"
import { PeerId, RoomId, SessionId } from "@effect-rooms/core/Identifier"
import { evidenceFor, operationNames } from "@effect-rooms/core/unstable"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { defaultApiKey, World } from "../../src/World.ts"
import { WorldHost } from "../../src/world/WorldHost.ts"
import { wire } from "../fixtures/wire.ts"
import { alice, bob, createRoom, operations, stranger } from "../fixtures/worlds.ts"

/** A tenant's room with a running session, a recording and a livestream. */
const settle = Effect.fnUntraced(function* (apiKey: Redacted.Redacted<string>) {
  const world = yield* World
  const roomId = yield* createRoom({}, apiKey)
  const { sessionId } = yield* world.join(roomId, { peerId: PeerId.make("ada") })
  const recording = yield* world.record(sessionId)
  yield* world.livestream(roomId)
  return { roomId, sessionId, recording }
})

describe("tenants", () => {
  it.effect("never see each other's data through any of the nine operations", () =>
    Effect.gen(function* () {
      const { roomId, sessionId } = yield* settle(alice)
      const own = yield* createRoom({}, bob)
      const ofBob = yield* operations(bob)

      const { count, rooms } = wire.rooms(yield* ofBob.listRooms({}))
      assert.deepStrictEqual({ count, rooms: rooms.map((room) => room.roomId) }, { count: 1, rooms: [own] })
      assert.strictEqual((yield* Effect.flip(ofBob.roomDetails({ roomId })))._tag, "RoomNotFound")
      assert.strictEqual((yield* Effect.flip(ofBob.roomMetadata({ roomId })))._tag, "RoomNotFound")
      assert.strictEqual((yield* Effect.flip(ofBob.listSessions({ roomId })))._tag, "RoomNotFound")
      assert.strictEqual((yield* Effect.flip(ofBob.sessionParticipants({ sessionId })))._tag, "SessionNotFound")
      assert.strictEqual((yield* Effect.flip(ofBob.liveParticipants({ roomId })))._tag, "NoLiveSession")
      const none = { nextCursor: null, recordings: [] }
      assert.deepStrictEqual(wire.recordings(yield* ofBob.listRecordings({})), none)
      assert.deepStrictEqual(wire.recordings(yield* ofBob.listRecordings({ sessionId })), none)
      assert.deepStrictEqual(yield* ofBob.metrics({}), {
        totalSessions: 0,
        totalDuration: 0,
        totalUsers: 0,
        recordingCount: 0,
        livestreamCount: 0
      })

      const ofAlice = yield* operations(alice)
      yield* ofBob.createRoom({ roomLocked: false })
      assert.deepStrictEqual(
        (yield* ofAlice.listRooms({})).rooms.map((room) => room.roomId),
        [roomId]
      )
    }).pipe(Effect.provide(World.layer({ apiKeys: [alice, bob] })))
  )

  it.effect("see all their data, and a peer with the same name counts for each", () =>
    Effect.gen(function* () {
      for (const [apiKey, theirs] of [
        [alice, yield* settle(alice)],
        [bob, yield* settle(bob)]
      ] as const) {
        const { roomId, recording, sessionId } = theirs
        const answers = yield* operations(apiKey)
        assert.strictEqual((yield* answers.roomDetails({ roomId })).roomId, roomId)
        assert.deepStrictEqual(
          (yield* answers.listSessions({ roomId })).sessions.map((session) => session.sessionId),
          [sessionId]
        )
        assert.strictEqual((yield* answers.sessionParticipants({ sessionId })).participants.length, 1)
        assert.strictEqual((yield* answers.liveParticipants({ roomId })).count, 1)
        assert.deepStrictEqual((yield* answers.listRecordings({})).recordings, [recording])
        assert.deepStrictEqual(yield* answers.metrics({}), {
          totalSessions: 1,
          totalDuration: 0,
          totalUsers: 1,
          recordingCount: 1,
          livestreamCount: 1
        })
      }
    }).pipe(Effect.provide(World.layer({ apiKeys: [alice, bob] })))
  )

  it.effect("are the API keys of the options, or one default key", () =>
    Effect.gen(function* () {
      const known = Effect.map(WorldHost, (host) =>
        [defaultApiKey, alice, bob, stranger].map((apiKey) => host.isTenant(Redacted.value(apiKey)))
      )
      assert.deepStrictEqual(yield* Effect.provide(known, World.layer()), [true, false, false, false])
      const two = World.layer({ apiKeys: [alice, bob] })
      assert.deepStrictEqual(yield* Effect.provide(known, two), [false, true, true, false])
    })
  )

  it.effect("exclude an unknown key, which is Unauthorized for each of the nine operations", () =>
    Effect.gen(function* () {
      const { roomId, sessionId } = yield* settle(alice)
      const ofStranger = yield* operations(stranger)
      const errors = {
        createRoom: yield* Effect.flip(ofStranger.createRoom({ roomLocked: false })),
        listRooms: yield* Effect.flip(ofStranger.listRooms({})),
        roomDetails: yield* Effect.flip(ofStranger.roomDetails({ roomId })),
        roomMetadata: yield* Effect.flip(ofStranger.roomMetadata({ roomId: RoomId.make("nope") })),
        listSessions: yield* Effect.flip(ofStranger.listSessions({ roomId })),
        sessionParticipants: yield* Effect.flip(ofStranger.sessionParticipants({ sessionId })),
        liveParticipants: yield* Effect.flip(ofStranger.liveParticipants({ roomId })),
        listRecordings: yield* Effect.flip(ofStranger.listRecordings({ sessionId: SessionId.make("nope") })),
        metrics: yield* Effect.flip(ofStranger.metrics({}))
      }
      for (const operation of operationNames) {
        const error = errors[operation]
        assert(error._tag === "Unauthorized")
        assert.deepStrictEqual(error.evidence, evidenceFor(operation, 401))
        assert.notInclude(JSON.stringify(error) + error.message, "key-of-nobody")
      }
      const { listRooms } = yield* operations(alice)
      assert.strictEqual((yield* listRooms({})).rooms.length, 1)
    }).pipe(Effect.provide(World.layer({ apiKeys: [alice] })))
  )

  it.effect("aren't made with an invalid scenario", () =>
    Effect.gen(function* () {
      const world = yield* World
      const scenario = { rooms: [{ createdAgo: -1 }] }
      assert.strictEqual((yield* Effect.flip(world.seed(scenario, stranger)))._tag, "InvalidScenario")
      assert.isFalse((yield* WorldHost).isTenant(Redacted.value(stranger)))
      yield* world.seed({ rooms: [{ createdAgo: 1 }] }, stranger)
      assert.isTrue((yield* WorldHost).isTenant(Redacted.value(stranger)))
    }).pipe(Effect.provide(World.layer()))
  )
})
