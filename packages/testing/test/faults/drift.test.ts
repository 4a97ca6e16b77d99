import { assert, describe, it } from "@effect/vitest"
import { Backend } from "@effect-rooms/core/Backend"
import { RoomId } from "@effect-rooms/core/Identifier"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as FakeRooms from "../../src/FakeRooms.ts"
import { type Fault, fault } from "../../src/Fault.ts"
import { World } from "../../src/World.ts"
import { createRoom, createRooms, hold, stranger } from "../fixtures/worlds.ts"

const inject = (given: Fault) => Effect.flatMap(World, (world) => world.inject(given))

const page = Effect.fnUntraced(function* (cursor: number) {
  const { count, rooms } = yield* (yield* Backend).listRooms({ cursor })
  return { count: Option.getOrUndefined(count), roomIds: rooms.map(({ roomId }) => roomId) }
})

describe("the list of rooms", () => {
  it.effect("gains rooms at its head and loses the first ones before it is read", () =>
    Effect.gen(function* () {
      const roomIds = (yield* createRooms(12)).toReversed()
      yield* inject(fault("listRooms").drift({ added: 1, removed: 2 }))
      const first = yield* page(1)
      assert.strictEqual(first.count, 11)
      // The new room, followed by the remaining ones.
      assert.deepStrictEqual(first.roomIds.slice(1), roomIds.slice(2, 11))
      assert.notInclude(roomIds, first.roomIds[0])
      const second = yield* page(2)
      assert.strictEqual(second.count, 10)
      assert.deepStrictEqual(second.roomIds, [])
    }).pipe(Effect.provide(FakeRooms.layer()))
  )

  it.effect("gains rooms at its tail and loses the first ones if it is oldest first", () =>
    Effect.gen(function* () {
      const roomIds = yield* createRooms(12)
      yield* inject(fault("listRooms").drift({ added: 1, removed: 2 }))
      const first = yield* page(1)
      assert.deepStrictEqual(first.roomIds, roomIds.slice(2))
      assert.strictEqual(first.count, 11)
    }).pipe(Effect.provide(FakeRooms.layer({ quirks: { roomsOrder: "oldestFirst" } })))
  )

  it.effect.each(["newestFirst", "oldestFirst"] as const)("loses the rooms at its end, %s", (roomsOrder) =>
    Effect.gen(function* () {
      const oldestFirst = yield* createRooms(12)
      const roomIds = roomsOrder === "newestFirst" ? oldestFirst.toReversed() : oldestFirst
      yield* inject(fault("listRooms").drift({ removed: 1, removedAtEnd: 3 }))
      assert.deepStrictEqual(yield* page(1), { count: 8, roomIds: roomIds.slice(1, 9) })
      // Rooms at both ends are deleted once, which empties the list.
      yield* inject(fault("listRooms").drift({ removed: 5, removedAtEnd: 5 }))
      assert.deepStrictEqual(yield* page(1), { count: 0, roomIds: [] })
    }).pipe(Effect.provide(FakeRooms.layer({ quirks: { roomsOrder } })))
  )

  it.effect("loses at most all of its rooms, and their sessions still count", () =>
    Effect.gen(function* () {
      yield* hold(yield* createRoom(), 0, 1)
      yield* inject(fault("listRooms").drift({ removed: 5 }))
      assert.deepStrictEqual(yield* page(1), { count: 0, roomIds: [] })
      assert.strictEqual((yield* (yield* Backend).metrics({})).totalSessions, 1)
    }).pipe(Effect.provide(FakeRooms.layer()))
  )

  it.effect("doesn't drift for an unknown API key", () =>
    Effect.gen(function* () {
      yield* createRooms(1)
      yield* inject(fault("listRooms").drift({ added: 1, removed: 1 }))
      const before = yield* (yield* World).snapshot
      yield* Effect.flip(Effect.provide(page(1), FakeRooms.layerBackend(stranger)))
      assert.deepStrictEqual(yield* (yield* World).snapshot, before)
    }).pipe(Effect.provide(FakeRooms.layer()))
  )
})

describe("the list of sessions", () => {
  const sessionsOf = Effect.fnUntraced(function* (roomId: RoomId) {
    const { sessions } = yield* (yield* Backend).listSessions({ roomId, limit: 50 })
    return sessions.map(({ endTime, sessionId }) => ({ sessionId, isOver: Option.isSome(endTime) }))
  })

  it.effect("gains ended sessions, and keeps the running one", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom()
      const { peerId, sessionId } = yield* world.join(roomId)
      yield* world.inject(fault("listSessions").times(1).drift({ added: 2 }))
      const sessions = yield* sessionsOf(roomId)
      assert.deepStrictEqual(
        sessions.map(({ isOver }) => isOver),
        [true, true, false]
      )
      assert.strictEqual(sessions[2]?.sessionId, sessionId)
      assert.deepStrictEqual(
        (yield* (yield* Backend).liveParticipants({ roomId })).participants.map((peer) => peer.peerId),
        [peerId]
      )
      yield* world.leave(roomId, peerId)
      assert.deepStrictEqual(
        (yield* sessionsOf(roomId)).map(({ isOver }) => isOver),
        [true, true, true]
      )
      assert.strictEqual((yield* (yield* Backend).metrics({})).totalSessions, 3)
    }).pipe(Effect.provide(FakeRooms.layer()))
  )

  it.effect("grows in the requested room only, and not for an unknown room", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* createRoom(), yield* createRoom()]
      yield* inject(fault("listSessions").times(2).drift({ added: 1 }))
      yield* sessionsOf(one)
      yield* Effect.flip(sessionsOf(RoomId.make("none")))
      assert.strictEqual((yield* sessionsOf(one)).length, 1)
      assert.strictEqual((yield* sessionsOf(other)).length, 0)
    }).pipe(Effect.provide(FakeRooms.layer()))
  )
})

describe("the list of recordings", () => {
  const recordings = Effect.flatMap(Backend, (backend) =>
    Effect.map(backend.listRecordings({}), (page) => page.recordings)
  )

  it.effect("gains recordings of the last recorded session, and none without such a session", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom()
      const [first, last] = [yield* hold(roomId, 0, 1), yield* hold(roomId, 1, 2)]
      yield* world.inject(fault("listRecordings").drift({ added: 2 }))
      assert.deepStrictEqual(yield* recordings, [])
      yield* world.record(first)
      yield* world.record(last)
      assert.strictEqual((yield* recordings).length, 4)
      yield* world.clearFaults
      const ofLast = yield* (yield* Backend).listRecordings({ sessionId: last })
      assert.strictEqual(ofLast.recordings.length, 3)
    }).pipe(Effect.provide(FakeRooms.layer()))
  )
})
