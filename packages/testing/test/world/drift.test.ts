import { assert, describe, it } from "@effect/vitest"
import { PeerId, RoomId } from "@effect-rooms/core/Identifier"
import type { OperationName } from "@effect-rooms/core/unstable"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type FaultRequest, fault } from "../../src/Fault.ts"
import { World } from "../../src/World.ts"
import { WorldHost } from "../../src/world/WorldHost.ts"
import { wire } from "../fixtures/wire.ts"
import {
  alice,
  atMinute,
  bob,
  createRoom,
  createRooms,
  hold,
  minute,
  operations,
  start,
  stranger
} from "../fixtures/worlds.ts"

const ada = PeerId.make("ada")

interface Change {
  readonly added?: number
  readonly removed?: number
}

/** Applies the drift of a list before a request for it. */
const drift = (operation: OperationName, change: Change, input: FaultRequest["input"] = {}, apiKey = alice) =>
  Effect.flatMap(WorldHost, (host) =>
    host.applyFaults(Redacted.value(apiKey), operation, () => input, [{ _tag: "Drift", ...change }])
  )

const roomIds = Effect.gen(function* () {
  const { listRooms } = yield* operations(alice)
  return (yield* listRooms({})).rooms.map(({ roomId }) => roomId)
})

describe("rooms that drift", () => {
  it.effect("leave and appear at the head of a newest-first list", () =>
    Effect.gen(function* () {
      const [oldest, , , newest] = yield* createRooms(4, alice)
      yield* atMinute(1)
      yield* drift("listRooms", { added: 2, removed: 1 })
      const ids = yield* roomIds
      assert.strictEqual(ids.length, 5)
      assert.notInclude(ids, newest)
      assert.strictEqual(ids.at(-1), oldest)
      const { rooms } = yield* (yield* operations(alice)).listRooms({})
      assert.deepStrictEqual(
        rooms.map(({ createdAt }) => DateTime.toEpochMillis(createdAt) - start),
        [minute, minute, 2, 1, 0]
      )
    }).pipe(Effect.provide(World.layer({ apiKeys: [alice, bob] })))
  )

  it.effect("leave at the head and appear at the end of an oldest-first list", () =>
    Effect.gen(function* () {
      const [, ...others] = yield* createRooms(4, alice)
      yield* atMinute(1)
      yield* drift("listRooms", { added: 1, removed: 1 })
      const ids = yield* roomIds
      assert.deepStrictEqual(ids.slice(0, 3), others)
      assert.strictEqual(ids.length, 4)
    }).pipe(Effect.provide(World.layer({ apiKeys: [alice], quirks: { roomsOrder: "oldestFirst" } })))
  )

  it.effect("are deleted like any room: their sessions end, and still count", () =>
    Effect.gen(function* () {
      const world = yield* World
      const [roomId = RoomId.make("none")] = yield* createRooms(1, alice)
      yield* atMinute(0)
      const { sessionId } = yield* world.join(roomId, { peerId: ada })
      yield* atMinute(3)
      yield* drift("listRooms", { removed: 1 })
      yield* atMinute(9)
      const { metrics, sessionParticipants } = yield* operations(alice)
      const { participants } = wire.participants(yield* sessionParticipants({ sessionId }))
      assert.deepStrictEqual(
        participants.map(({ exitTime }) => exitTime),
        [start + 3 * minute]
      )
      assert.strictEqual((yield* metrics({})).totalDuration, 3)
      assert.strictEqual((yield* Effect.flip(world.join(roomId)))._tag, "RoomUnknown")
    }).pipe(Effect.provide(World.layer({ apiKeys: [alice] })))
  )

  it.effect("can all be deleted, and no more than that", () =>
    Effect.gen(function* () {
      yield* createRooms(3, alice)
      yield* createRooms(2, bob)
      yield* drift("listRooms", { removed: 4 })
      assert.deepStrictEqual(yield* roomIds, [])
      yield* drift("listRooms", { added: 1, removed: 1 })
      assert.strictEqual((yield* roomIds).length, 1)
      const { listRooms } = yield* operations(bob)
      assert.strictEqual((yield* listRooms({})).rooms.length, 2)
    }).pipe(Effect.provide(World.layer({ apiKeys: [alice, bob] })))
  )
})

describe("sessions that drift", () => {
  it.effect("are new sessions of zero length with one peer each, and leave the running one alone", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom({}, alice)
      const first = yield* hold(roomId, 0, 1)
      const { sessionId } = yield* world.join(roomId, { peerId: ada })
      yield* atMinute(2)
      yield* drift("listSessions", { added: 2, removed: 5 }, { roomId })
      const { listSessions, liveParticipants, metrics, sessionParticipants } = yield* operations(alice)
      const { sessions } = wire.sessions(yield* listSessions({ roomId }))
      assert.deepStrictEqual(
        sessions.slice(0, 2).map(({ endTime, startTime }) => [startTime, endTime]),
        Array.from({ length: 2 }, () => [start + 2 * minute, start + 2 * minute])
      )
      assert.deepStrictEqual(
        sessions.slice(2).map((session) => session.sessionId),
        [sessionId, first]
      )
      const [newest] = (yield* listSessions({ roomId })).sessions
      assert(newest !== undefined)
      assert.strictEqual((yield* sessionParticipants(newest)).participants.length, 1)
      assert.strictEqual((yield* liveParticipants({ roomId })).count, 1)
      yield* atMinute(4)
      yield* world.leave(roomId, ada)
      const { totalDuration, totalSessions, totalUsers } = yield* metrics({})
      assert.deepStrictEqual([totalSessions, totalUsers, totalDuration], [4, 4, 4])
    }).pipe(Effect.provide(World.layer({ apiKeys: [alice] })))
  )

  it.effect("belong to the requested room, if it is the tenant's", () =>
    Effect.gen(function* () {
      const roomId = yield* createRoom({}, alice)
      yield* drift("listSessions", { added: 1 }, { roomId }, bob)
      yield* drift("listSessions", { added: 1 }, { roomId: "nowhere" })
      yield* drift("listSessions", { added: 1 })
      const { listSessions, liveParticipants } = yield* operations(alice)
      assert.deepStrictEqual((yield* listSessions({ roomId })).sessions, [])
      yield* drift("listSessions", { added: 1 }, { roomId })
      assert.strictEqual((yield* listSessions({ roomId })).sessions.length, 1)
      assert.strictEqual((yield* Effect.flip(liveParticipants({ roomId })))._tag, "NoLiveSession")
    }).pipe(Effect.provide(World.layer({ apiKeys: [alice, bob] })))
  )
})

describe("recordings that drift", () => {
  it.effect("belong to the last recorded session, and don't appear if nothing was recorded", () =>
    Effect.gen(function* () {
      const world = yield* World
      const { listRecordings } = yield* operations(alice)
      const first = yield* hold(yield* createRoom({}, alice), 0, 1)
      const last = yield* hold(yield* createRoom({}, alice), 1, 2)
      yield* drift("listRecordings", { added: 2 })
      assert.deepStrictEqual((yield* listRecordings({})).recordings, [])
      yield* world.record(last)
      yield* world.record(first)
      yield* drift("listRecordings", { added: 2, removed: 1 })
      assert.strictEqual((yield* listRecordings({})).recordings.length, 4)
      assert.strictEqual((yield* listRecordings({ sessionId: first })).recordings.length, 3)
      const ids = (yield* listRecordings({})).recordings.map(({ id }) => id)
      assert.strictEqual(new Set(ids).size, 4)
    }).pipe(Effect.provide(World.layer({ apiKeys: [alice] })))
  )
})

describe("a list", () => {
  it.effect("doesn't drift for another operation or an unknown key", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom({}, alice)
      yield* world.record(yield* hold(roomId, 0, 1))
      const text = JSON.stringify(yield* world.snapshot)
      const change = { added: 1, removed: 1 }
      for (const operation of ["roomDetails", "roomMetadata", "liveParticipants", "metrics", "createRoom"] as const) {
        yield* drift(operation, change, { roomId })
      }
      for (const operation of ["listRooms", "listSessions", "listRecordings"] as const) {
        yield* drift(operation, change, { roomId }, stranger)
        yield* drift(operation, {}, { roomId })
      }
      assert.strictEqual(JSON.stringify(yield* world.snapshot), text)
    }).pipe(Effect.provide(World.layer({ apiKeys: [alice] })))
  )

  it.effect("applies all of its drift faults in order", () =>
    Effect.gen(function* () {
      const world = yield* World
      yield* createRooms(3, alice)
      yield* world.inject(fault("listRooms").drift({ removed: 2 }))
      yield* world.inject(fault("listRooms").times(1).drift({ added: 4 }))
      yield* (yield* WorldHost).applyFaults(Redacted.value(alice), "listRooms", () => ({}))
      assert.strictEqual((yield* roomIds).length, 5)
      yield* (yield* WorldHost).applyFaults(Redacted.value(alice), "listRooms", () => ({}))
      assert.strictEqual((yield* roomIds).length, 3)
    }).pipe(Effect.provide(World.layer({ apiKeys: [alice] })))
  )
})
