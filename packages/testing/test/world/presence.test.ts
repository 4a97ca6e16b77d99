import { assert, describe, it } from "@effect/vitest"
import { PeerId, type RoomId } from "@effect-rooms/core/Identifier"
import * as Effect from "effect/Effect"
import { World } from "../../src/World.ts"
import { wire } from "../fixtures/wire.ts"
import { atMinute, createRoom, hold, minute, operations, start } from "../fixtures/worlds.ts"

const ada = PeerId.make("ada")
const grace = PeerId.make("grace")

const at = (minutes: number) => start + minutes * minute

const sessionsOf = (roomId: RoomId) =>
  Effect.flatMap(operations(), ({ listSessions }) =>
    Effect.map(listSessions({ roomId }), (page) => wire.sessions(page).sessions)
  )

const staysOf = (sessionId: Effect.Success<ReturnType<typeof hold>>) =>
  Effect.flatMap(operations(), ({ sessionParticipants }) =>
    Effect.map(sessionParticipants({ sessionId }), (page) => wire.participants(page).participants)
  )

const liveIn = (roomId: RoomId) =>
  Effect.flatMap(operations(), ({ liveParticipants }) => Effect.map(liveParticipants({ roomId }), wire.live))

describe("joining a room", () => {
  it.effect("starts a session at that moment, with one stay", () =>
    Effect.gen(function* () {
      const world = yield* World
      yield* atMinute(0)
      const roomId = yield* createRoom()
      assert.deepStrictEqual(yield* sessionsOf(roomId), [])
      yield* atMinute(3)
      const { peerId, sessionId } = yield* world.join(roomId, { metadata: { displayName: "Ada" } })
      yield* atMinute(5)
      const metadata = { displayName: "Ada" }
      assert.deepStrictEqual(yield* sessionsOf(roomId), [{ sessionId, startTime: at(3), endTime: null }])
      assert.deepStrictEqual(yield* staysOf(sessionId), [{ peerId, joinTime: at(3), exitTime: null, metadata }])
      assert.deepStrictEqual(yield* liveIn(roomId), {
        count: 1,
        participants: [{ peerId, joinTime: at(3), metadata }]
      })
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("enters the running session, and each peer has its own times", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom()
      yield* atMinute(1)
      const first = yield* world.join(roomId, { peerId: ada })
      yield* atMinute(2)
      const second = yield* world.join(roomId, { peerId: grace })
      assert.deepStrictEqual(second, { sessionId: first.sessionId, peerId: grace })
      assert.deepStrictEqual(yield* sessionsOf(roomId), [
        { sessionId: first.sessionId, startTime: at(1), endTime: null }
      ])
      assert.deepStrictEqual(yield* liveIn(roomId), {
        count: 2,
        participants: [
          { peerId: ada, joinTime: at(1), metadata: null },
          { peerId: grace, joinTime: at(2), metadata: null }
        ]
      })
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("fails for a peer that is already in the room, and changes nothing", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom()
      yield* atMinute(1)
      const { sessionId } = yield* world.join(roomId, { peerId: ada })
      yield* atMinute(2)
      const error = yield* Effect.flip(world.join(roomId, { peerId: ada, metadata: { displayName: "Ada" } }))
      assert.strictEqual(error._tag, "PeerPresent")
      assert.strictEqual(error.message, `peer "ada" is in room "${roomId}" already`)
      assert.deepStrictEqual(yield* staysOf(sessionId), [
        { peerId: ada, joinTime: at(1), exitTime: null, metadata: null }
      ])
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("works for one peer in two rooms at a time", () =>
    Effect.gen(function* () {
      const world = yield* World
      const one = yield* world.join(yield* createRoom(), { peerId: ada })
      const other = yield* world.join(yield* createRoom(), { peerId: ada })
      assert.notStrictEqual(one.sessionId, other.sessionId)
    }).pipe(Effect.provide(World.layer()))
  )
})

describe("leaving a room", () => {
  it.effect("ends the stay, but not the session while another peer is there", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom()
      yield* atMinute(0)
      const { sessionId } = yield* world.join(roomId, { peerId: ada })
      yield* world.join(roomId, { peerId: grace })
      yield* atMinute(4)
      yield* world.leave(roomId, ada)
      yield* atMinute(5)
      assert.deepStrictEqual(yield* sessionsOf(roomId), [{ sessionId, startTime: at(0), endTime: null }])
      assert.deepStrictEqual(yield* staysOf(sessionId), [
        { peerId: ada, joinTime: at(0), exitTime: at(4), metadata: null },
        { peerId: grace, joinTime: at(0), exitTime: null, metadata: null }
      ])
      assert.deepStrictEqual(yield* liveIn(roomId), {
        count: 1,
        participants: [{ peerId: grace, joinTime: at(0), metadata: null }]
      })
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("ends the session with the last peer, at that moment", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom()
      yield* atMinute(0)
      const { sessionId } = yield* world.join(roomId, { peerId: ada })
      yield* world.join(roomId, { peerId: grace })
      yield* atMinute(4)
      yield* world.leave(roomId, ada)
      yield* atMinute(6)
      yield* world.leave(roomId, grace)
      yield* atMinute(9)
      assert.deepStrictEqual(yield* sessionsOf(roomId), [{ sessionId, startTime: at(0), endTime: at(6) }])
      assert.deepStrictEqual(
        (yield* staysOf(sessionId)).map(({ exitTime }) => exitTime),
        [at(4), at(6)]
      )
      assert.strictEqual((yield* Effect.flip(liveIn(roomId)))._tag, "NoLiveSession")
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("allows the peer to come back to the running session for a new stay", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom()
      yield* atMinute(0)
      const { sessionId } = yield* world.join(roomId, { peerId: grace })
      yield* world.join(roomId, { peerId: ada })
      yield* atMinute(1)
      yield* world.leave(roomId, ada)
      yield* atMinute(2)
      assert.deepStrictEqual(yield* world.join(roomId, { peerId: ada }), { sessionId, peerId: ada })
      assert.deepStrictEqual(yield* staysOf(sessionId), [
        { peerId: grace, joinTime: at(0), exitTime: null, metadata: null },
        { peerId: ada, joinTime: at(0), exitTime: at(1), metadata: null },
        { peerId: ada, joinTime: at(2), exitTime: null, metadata: null }
      ])
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("allows the peer to start a new session after the end", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom()
      const sessionId = yield* hold(roomId, 0, 1)
      yield* atMinute(2)
      const again = yield* world.join(roomId, { peerId: ada })
      assert.notStrictEqual(again.sessionId, sessionId)
      assert.deepStrictEqual(yield* sessionsOf(roomId), [
        { sessionId: again.sessionId, startTime: at(2), endTime: null },
        { sessionId, startTime: at(0), endTime: at(1) }
      ])
      assert.strictEqual((yield* staysOf(sessionId)).length, 1)
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("fails for a peer that was never in it or has left", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom()
      const { peerId } = yield* world.join(roomId, { peerId: grace })
      const never = yield* Effect.flip(world.leave(roomId, ada))
      assert.strictEqual(never._tag, "PeerAbsent")
      assert.strictEqual(never.message, `peer "ada" is not in room "${roomId}"`)
      yield* world.join(roomId, { peerId: ada })
      yield* world.leave(roomId, ada)
      assert.strictEqual((yield* Effect.flip(world.leave(roomId, ada)))._tag, "PeerAbsent")
      assert.deepStrictEqual(
        (yield* liveIn(roomId)).participants.map((peer) => peer.peerId),
        [peerId]
      )
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("fails if nobody is in the room", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom()
      const error = yield* Effect.flip(world.leave(roomId, ada))
      assert.strictEqual(error._tag, "RoomIdle")
      assert.strictEqual(error.message, `room "${roomId}" has no ongoing session`)
    }).pipe(Effect.provide(World.layer()))
  )
})
