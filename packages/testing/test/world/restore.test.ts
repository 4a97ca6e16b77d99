import { assert, describe, it } from "@effect/vitest"
import { PeerId } from "@effect-rooms/core/Identifier"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { fault } from "../../src/Fault.ts"
import { World } from "../../src/World.ts"
import { wire } from "../fixtures/wire.ts"
import {
  alice,
  atMinute,
  bob,
  createRoom,
  createRooms,
  driven,
  hold,
  makeWorld,
  minute,
  operations,
  start,
  stranger
} from "../fixtures/worlds.ts"

const ada = PeerId.make("ada")
const grace = PeerId.make("grace")

describe("restore", () => {
  it.effect("replaces the state of the world with the snapshot", () =>
    Effect.gen(function* () {
      const world = yield* World
      const kept = yield* createRoom()
      const { sessionId } = yield* world.join(kept, { peerId: ada })
      const snapshot = yield* world.snapshot
      const gone = yield* createRoom()
      const later = yield* world.join(gone, { peerId: grace })
      yield* world.record(later.sessionId)
      yield* world.livestream(gone)
      yield* world.leave(kept, ada)

      yield* world.restore(snapshot)
      const { listRecordings, listRooms, liveParticipants, metrics, roomDetails, sessionParticipants } =
        yield* operations()
      assert.deepStrictEqual(
        (yield* listRooms({})).rooms.map(({ roomId }) => roomId),
        [kept]
      )
      assert.strictEqual((yield* Effect.flip(roomDetails({ roomId: gone })))._tag, "RoomNotFound")
      const { sessionId: ofGone } = later
      assert.strictEqual((yield* Effect.flip(sessionParticipants({ sessionId: ofGone })))._tag, "SessionNotFound")
      assert.strictEqual((yield* Effect.flip(world.join(gone)))._tag, "RoomUnknown")
      assert.strictEqual((yield* Effect.flip(world.record(ofGone)))._tag, "SessionUnknown")
      assert.deepStrictEqual((yield* listRecordings({})).recordings, [])
      assert.strictEqual((yield* liveParticipants({ roomId: kept })).count, 1)
      assert.strictEqual((yield* sessionParticipants({ sessionId })).participants.length, 1)
      assert.deepStrictEqual(yield* metrics({}), {
        totalSessions: 1,
        totalDuration: 0,
        totalUsers: 1,
        recordingCount: 0,
        livestreamCount: 0
      })
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("resumes a running session, which its peers can leave, end and count", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom()
      yield* atMinute(0)
      const { sessionId } = yield* world.join(roomId, { peerId: ada })
      yield* atMinute(1)
      yield* world.join(roomId, { peerId: grace })
      yield* atMinute(2)
      yield* world.leave(roomId, ada)
      yield* world.restore(yield* world.snapshot)

      const error = yield* Effect.flip(world.join(roomId, { peerId: grace }))
      assert.strictEqual(error._tag, "PeerPresent")
      yield* atMinute(3)
      assert.strictEqual((yield* world.join(roomId, { peerId: ada })).sessionId, sessionId)
      yield* world.leave(roomId, grace)
      yield* atMinute(10)
      yield* world.leave(roomId, ada)
      const { listSessions, metrics, sessionParticipants } = yield* operations()
      assert.deepStrictEqual(wire.sessions(yield* listSessions({ roomId })).sessions, [
        { sessionId, startTime: start, endTime: start + 10 * minute }
      ])
      const { participants } = wire.participants(yield* sessionParticipants({ sessionId }))
      assert.deepStrictEqual(
        participants.map(({ exitTime, joinTime, peerId }) => [peerId, joinTime, exitTime]),
        [
          [ada, start, start + 2 * minute],
          [grace, start + minute, start + 3 * minute],
          [ada, start + 3 * minute, start + 10 * minute]
        ]
      )
      yield* atMinute(60)
      assert.strictEqual((yield* metrics({})).totalDuration, 10)
      assert.strictEqual((yield* metrics({})).totalUsers, 2)
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("assigns tenants to API keys in order, and leaves a key without a tenant empty", () =>
    Effect.gen(function* () {
      const world = yield* World
      const [ofAlice] = yield* createRooms(1, alice)
      const [ofBob] = yield* createRooms(1, bob)
      yield* hold(yield* createRoom({}, bob), 0, 1)
      const snapshot = yield* world.snapshot

      const restored = yield* makeWorld({ apiKeys: [stranger, alice, bob] })
      yield* restored.restore(snapshot)
      const roomsOf = (apiKey: typeof alice) =>
        Effect.map(restored.operations(apiKey).listRooms({}), ({ rooms }) => rooms.map(({ roomId }) => roomId))
      assert.deepStrictEqual(yield* roomsOf(stranger), [ofAlice])
      assert.strictEqual((yield* roomsOf(alice)).at(-1), ofBob)
      assert.deepStrictEqual(yield* roomsOf(bob), [])
      const sessions = [stranger, alice, bob].map((apiKey) => restored.operations(apiKey).metrics({}))
      assert.deepStrictEqual(
        (yield* Effect.all(sessions)).map(({ totalSessions }) => totalSessions),
        [0, 1, 0]
      )
      assert.strictEqual((yield* restored.snapshot).tenants.length, 3)
    }).pipe(Effect.scoped, Effect.provide(World.layer({ apiKeys: [alice, bob] })))
  )

  it.effect("keeps quirks, faults and the log", () =>
    Effect.gen(function* () {
      const world = yield* World
      yield* createRooms(11)
      const snapshot = yield* world.snapshot
      yield* world.setQuirks({ firstPage: 0 })
      const { applied } = yield* world.inject(fault("metrics").refuse())
      const log = yield* world.log
      yield* world.restore(snapshot)
      assert.deepStrictEqual(yield* world.log, log)
      assert.strictEqual((yield* world.quirks).firstPage, 0)
      const { listRooms } = yield* operations()
      assert.strictEqual((yield* listRooms({ cursor: 1 })).rooms.length, 1)
      yield* (yield* driven).host.applyFaults("dev", "metrics", () => ({}))
      assert.strictEqual(yield* applied, 1)
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("keeps a copy of the snapshot", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom({ metadata: { hosts: ["ada"], nested: { key: "value" } } })
      yield* world.join(roomId, { metadata: { roles: ["host"] } })
      const text = JSON.stringify(yield* world.snapshot)
      const given: unknown = JSON.parse(text)
      yield* world.restore(given)
      empty(given)
      assert.deepStrictEqual(given, {})
      assert.strictEqual(JSON.stringify(yield* world.snapshot), text)
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("keeps metadata keys that are special in JavaScript", () =>
    Effect.gen(function* () {
      const world = yield* World
      const metadata = JSON.parse('{"__proto__":{"title":"x"},"constructor":1,"a":{"__proto__":2}}')
      yield* createRoom({ metadata })
      const text = JSON.stringify(yield* world.snapshot)
      assert.include(text, JSON.stringify(metadata))
      yield* world.restore(JSON.parse(text))
      assert.strictEqual(JSON.stringify(yield* world.snapshot), text)
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("sorts rooms by age, in any order in the snapshot", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomIds = yield* createRooms(5)
      const { tenants, ...snapshot } = yield* world.snapshot
      const [tenant] = tenants
      assert(tenant !== undefined)
      yield* world.restore({ ...snapshot, tenants: [{ ...tenant, rooms: tenant.rooms.toReversed() }] })
      const { rooms } = yield* (yield* operations()).listRooms({})
      assert.deepStrictEqual(
        rooms.map(({ roomId }) => roomId),
        roomIds.toReversed()
      )
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("accepts snapshots of a world whose clock was set back, or was between two milliseconds", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom()
      const { metrics } = yield* operations()
      yield* TestClock.setTime(start + 0.5)
      yield* world.join(roomId, { peerId: ada })
      for (const [joined, left] of [
        [start + 500, start + 600],
        [start + 250, start - minute],
        [0, 1]
      ] as const) {
        yield* TestClock.setTime(joined)
        const { peerId } = yield* world.join(roomId)
        yield* world.restore(yield* world.snapshot)
        yield* TestClock.setTime(left)
        yield* world.leave(roomId, peerId)
        yield* world.restore(yield* world.snapshot)
        assert.strictEqual((yield* metrics({})).totalDuration, 0)
      }
      yield* world.restore(yield* world.snapshot)
      yield* world.endSession(roomId)
      const snapshot = yield* world.snapshot
      yield* world.restore(snapshot)
      assert.deepStrictEqual(yield* world.snapshot, snapshot)
      const [session] = snapshot.tenants[0]?.rooms[0]?.sessions ?? []
      assert.deepStrictEqual([session?.startTime, session?.endTime], [start, start + 600])
    }).pipe(Effect.provide(World.layer()))
  )
})

/** Empties an object and everything in it. */
const empty = (value: unknown): void => {
  if (typeof value !== "object" || value === null) return
  for (const key of Reflect.ownKeys(value)) {
    empty(Reflect.get(value, key))
    Reflect.deleteProperty(value, key)
  }
}
