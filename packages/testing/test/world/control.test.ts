import { assert, describe, it } from "@effect/vitest"
import { PeerId, RoomId, SessionId } from "@effect-rooms/core/Identifier"
import * as Effect from "effect/Effect"
import { World } from "../../src/World.ts"
import { wire } from "../fixtures/wire.ts"
import { atMinute, createRoom, hold, minute, operations, start } from "../fixtures/worlds.ts"

const ada = PeerId.make("ada")
const grace = PeerId.make("grace")

describe("a locked room", () => {
  it.effect("rejects joins until it is unlocked, and doesn't start a session", () =>
    Effect.gen(function* () {
      const world = yield* World
      const { listSessions } = yield* operations()
      const roomId = yield* createRoom({ roomLocked: true })
      const error = yield* Effect.flip(world.join(roomId))
      assert.strictEqual(error._tag, "RoomLocked")
      assert.strictEqual(error.message, `room "${roomId}" is locked`)
      assert.deepStrictEqual(yield* listSessions({ roomId }), { sessions: [] })
      yield* world.lock(roomId, false)
      yield* world.join(roomId)
      assert.strictEqual((yield* listSessions({ roomId })).sessions.length, 1)
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("keeps its participants and lets them leave", () =>
    Effect.gen(function* () {
      const world = yield* World
      const { liveParticipants } = yield* operations()
      const roomId = yield* createRoom()
      yield* world.join(roomId, { peerId: ada })
      yield* world.lock(roomId, true)
      assert.strictEqual((yield* Effect.flip(world.join(roomId, { peerId: grace })))._tag, "RoomLocked")
      assert.strictEqual((yield* liveParticipants({ roomId })).count, 1)
      yield* world.leave(roomId, ada)
      assert.strictEqual((yield* Effect.flip(liveParticipants({ roomId })))._tag, "NoLiveSession")
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("appears as locked in its details and in the list", () =>
    Effect.gen(function* () {
      const world = yield* World
      const { listRooms, roomDetails } = yield* operations()
      const roomId = yield* createRoom()
      const shown = Effect.gen(function* () {
        const { rooms } = yield* listRooms({})
        return [(yield* roomDetails({ roomId })).roomLocked, ...rooms.map((room) => room.roomLocked)]
      })
      assert.deepStrictEqual(yield* shown, [false, false])
      yield* world.lock(roomId, true)
      assert.deepStrictEqual(yield* shown, [true, true])
    }).pipe(Effect.provide(World.layer()))
  )
})

describe("endSession", () => {
  it.effect("ends the session and its stays, and the next join starts another session", () =>
    Effect.gen(function* () {
      const world = yield* World
      const { liveParticipants, listSessions, sessionParticipants } = yield* operations()
      const roomId = yield* createRoom()
      yield* atMinute(0)
      const { sessionId } = yield* world.join(roomId, { peerId: ada })
      yield* atMinute(1)
      yield* world.join(roomId, { peerId: grace })
      yield* atMinute(2)
      yield* world.leave(roomId, ada)
      yield* atMinute(3)
      yield* world.join(roomId, { peerId: ada })
      yield* atMinute(7)
      assert.strictEqual(yield* world.endSession(roomId), sessionId)
      yield* atMinute(9)
      assert.deepStrictEqual(wire.sessions(yield* listSessions({ roomId })).sessions, [
        { sessionId, startTime: start, endTime: start + 7 * minute }
      ])
      assert.deepStrictEqual(
        wire.participants(yield* sessionParticipants({ sessionId })).participants.map(({ exitTime }) => exitTime),
        [2, 7, 7].map((minutes) => start + minutes * minute)
      )
      assert.strictEqual((yield* Effect.flip(liveParticipants({ roomId })))._tag, "NoLiveSession")
      assert.notStrictEqual((yield* world.join(roomId, { peerId: ada })).sessionId, sessionId)
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("fails if no session is running", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom()
      assert.strictEqual((yield* Effect.flip(world.endSession(roomId)))._tag, "RoomIdle")
      yield* hold(roomId, 0, 1)
      assert.strictEqual((yield* Effect.flip(world.endSession(roomId)))._tag, "RoomIdle")
    }).pipe(Effect.provide(World.layer()))
  )
})

describe("record", () => {
  it.effect("adds a recording to a running or ended session", () =>
    Effect.gen(function* () {
      const world = yield* World
      const { listRecordings } = yield* operations()
      const sessionId = yield* hold(yield* createRoom(), 0, 1)
      const sized = yield* world.record(sessionId, { recordingSize: 12 })
      const other = yield* world.record(sessionId)
      assert.strictEqual(sized.recordingSize, 12)
      assert.strictEqual(other.recordingSize, 1_048_576)
      assert.deepStrictEqual((yield* listRecordings({ sessionId })).recordings, [other, sized])
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("fails for an unknown session", () =>
    Effect.gen(function* () {
      const world = yield* World
      const error = yield* Effect.flip(world.record(SessionId.make("nope")))
      assert.strictEqual(error._tag, "SessionUnknown")
      assert.strictEqual(error.message, 'the world has no session "nope"')
    }).pipe(Effect.provide(World.layer()))
  )
})

describe("an unknown room", () => {
  const nope = RoomId.make("nope")

  it.effect.each([
    { name: "join", run: (world: World["Service"]) => Effect.flip(world.join(nope)) },
    { name: "leave", run: (world: World["Service"]) => Effect.flip(world.leave(nope, ada)) },
    { name: "endSession", run: (world: World["Service"]) => Effect.flip(world.endSession(nope)) },
    { name: "lock", run: (world: World["Service"]) => Effect.flip(world.lock(nope, true)) },
    { name: "livestream", run: (world: World["Service"]) => Effect.flip(world.livestream(nope)) }
  ])("is RoomUnknown for $name", ({ run }) =>
    Effect.gen(function* () {
      const error = yield* run(yield* World)
      assert.strictEqual(error._tag, "RoomUnknown")
      assert.strictEqual(error.message, 'the world has no room "nope"')
    }).pipe(Effect.provide(World.layer()))
  )
})
