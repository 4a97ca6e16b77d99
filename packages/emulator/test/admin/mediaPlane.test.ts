import { assert, describe, it } from "@effect/vitest"
import { PeerId } from "@effect-rooms/core/Identifier"
import { defaultApiKey, World } from "@effect-rooms/testing"
import { directOperations, WorldHost } from "@effect-rooms/testing/unstable"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Emulator } from "../../src/index.ts"
import {
  CreatedRoom,
  Joined,
  LiveParticipants,
  Participants,
  Recording,
  Rooms,
  read,
  Sessions
} from "../fixtures/contract.ts"
import { admin, assertRefused, create, get, jsonOf, send } from "../fixtures/requests.ts"
import { createRoom, join, leave } from "../fixtures/worlds.ts"

const live = Effect.fnUntraced(function* (roomId: string) {
  const { count, participants } = yield* read(LiveParticipants, yield* get(`/live-sessions/participants/${roomId}`))
  const peers = participants.map(({ peerId }) => peerId)
  assert.strictEqual(count, peers.length)
  return peers
})

const assertIdle = Effect.fnUntraced(function* (roomId: string) {
  assertRefused(yield* get(`/live-sessions/participants/${roomId}`), 404, "no ongoing session")
})

/** Returns the sessions of a room, newest first, and whether each is running. */
const sessionsOf = Effect.fnUntraced(function* (roomId: string) {
  const { sessions } = yield* read(Sessions, yield* get(`/rooms/session-details?roomId=${roomId}`))
  return sessions.map(({ endTime, sessionId }) => [sessionId, endTime === null])
})

const metrics = Effect.map(get("/metrics"), jsonOf)

const Ended = Schema.Struct({ sessionId: Schema.String })

describe("GET /__emulator/health", () => {
  it.live("responds without a key", () =>
    Effect.gen(function* () {
      const answer = yield* send("GET", "/__emulator/health", { apiKey: null })
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(jsonOf(answer), { status: "ok" })
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("join and leave", () => {
  it.live("start a session with the first join, and end it with the last leave", () =>
    Effect.gen(function* () {
      const roomId = yield* createRoom()
      const first = yield* join(roomId, "ada")
      assert.strictEqual(first.peerId, "ada")
      assert.deepStrictEqual(yield* join(roomId, "grace"), { sessionId: first.sessionId, peerId: "grace" })
      assert.deepStrictEqual(yield* live(roomId), ["ada", "grace"])
      assert.deepStrictEqual(yield* sessionsOf(roomId), [[first.sessionId, true]])
      yield* leave(roomId, "ada")
      assert.deepStrictEqual(yield* live(roomId), ["grace"])
      assert.deepStrictEqual(yield* sessionsOf(roomId), [[first.sessionId, true]])
      yield* leave(roomId, "grace")
      yield* assertIdle(roomId)
      assert.deepStrictEqual(yield* sessionsOf(roomId), [[first.sessionId, false]])
      const second = yield* join(roomId, "ada")
      assert.deepStrictEqual(yield* sessionsOf(roomId), [
        [second.sessionId, true],
        [first.sessionId, false]
      ])
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("generate an id for a peer without one, and show its metadata in both lists", () =>
    Effect.gen(function* () {
      const roomId = yield* createRoom()
      const metadata = { displayName: "Ada 💥", tags: ["a", 1, null] }
      const joined = yield* read(Joined, yield* admin(`/rooms/${roomId}/join`, { metadata }))
      assert.match(joined.peerId, /^peer_/)
      const present = yield* read(LiveParticipants, yield* get(`/live-sessions/participants/${roomId}`))
      assert.deepStrictEqual(
        present.participants.map((peer) => [peer.peerId, peer.metadata]),
        [[joined.peerId, metadata]]
      )
      const list = yield* get(`/rooms/participant-list?sessionId=${joined.sessionId}`)
      const { participants } = yield* read(Participants, list)
      assert.deepStrictEqual(
        participants.map((stay) => [stay.peerId, stay.exitTime, stay.metadata]),
        [[joined.peerId, null, metadata]]
      )
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("count each peer once and every session in the metrics", () =>
    Effect.gen(function* () {
      const roomId = yield* createRoom()
      yield* join(roomId, "ada")
      yield* join(roomId, "grace")
      yield* leave(roomId, "ada")
      yield* leave(roomId, "grace")
      yield* join(roomId, "ada")
      assert.deepStrictEqual(yield* metrics, {
        totalSessions: 2,
        totalDuration: 0,
        totalUsers: 2,
        recordingCount: 0,
        livestreamCount: 0
      })
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("end", () => {
  it.live("ends the session for everybody and returns its id", () =>
    Effect.gen(function* () {
      const roomId = yield* createRoom()
      const { sessionId } = yield* join(roomId, "ada")
      yield* join(roomId, "grace")
      assert.deepStrictEqual(yield* read(Ended, yield* admin(`/rooms/${roomId}/end`)), { sessionId })
      yield* assertIdle(roomId)
      assert.deepStrictEqual(yield* sessionsOf(roomId), [[sessionId, false]])
      const list = yield* get(`/rooms/participant-list?sessionId=${sessionId}`)
      const { participants } = yield* read(Participants, list)
      assert.deepStrictEqual(
        participants.map(({ exitTime, peerId }) => [peerId, exitTime === null]),
        [
          ["ada", false],
          ["grace", false]
        ]
      )
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("lock", () => {
  it.live("shows in the room and rejects joins until the room is unlocked", () =>
    Effect.gen(function* () {
      const roomId = yield* createRoom()
      const details = Effect.map(get(`/rooms/room-details/${roomId}`), jsonOf)
      assert.strictEqual((yield* admin(`/rooms/${roomId}/lock`, { locked: true })).status, 204)
      assert.deepStrictEqual(yield* details, { roomId, roomLocked: true, metadata: null })
      assertRefused(yield* admin(`/rooms/${roomId}/join`, {}), 409, `room "${roomId}" is locked`)
      yield* assertIdle(roomId)
      assert.strictEqual((yield* admin(`/rooms/${roomId}/lock`, { locked: false })).status, 204)
      assert.deepStrictEqual(yield* details, { roomId, roomLocked: false, metadata: null })
      yield* join(roomId, "ada")
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("applies to a room that was created locked", () =>
    Effect.gen(function* () {
      const { data } = yield* read(CreatedRoom, yield* create({ roomLocked: true }), 201)
      assertRefused(yield* admin(`/rooms/${data.roomId}/join`, {}), 409, `room "${data.roomId}" is locked`)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("livestream and record", () => {
  it.live("count in the metrics", () =>
    Effect.gen(function* () {
      const roomId = yield* createRoom()
      const { sessionId } = yield* join(roomId, "ada")
      assert.strictEqual((yield* admin(`/rooms/${roomId}/livestream`)).status, 204)
      assert.strictEqual((yield* admin(`/rooms/${roomId}/livestream`)).status, 204)
      yield* read(Recording, yield* admin(`/sessions/${sessionId}/recordings`, {}))
      assert.deepStrictEqual(yield* metrics, {
        totalSessions: 1,
        totalDuration: 0,
        totalUsers: 1,
        recordingCount: 1,
        livestreamCount: 2
      })
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("add recordings of the given size, or 1 MiB, during and after the session", () =>
    Effect.gen(function* () {
      const roomId = yield* createRoom()
      const { sessionId } = yield* join(roomId, "ada")
      const sized = yield* read(Recording, yield* admin(`/sessions/${sessionId}/recordings`, { recordingSize: 12 }))
      assert.strictEqual(sized.recordingSize, 12)
      yield* leave(roomId, "ada")
      const other = yield* read(Recording, yield* admin(`/sessions/${sessionId}/recordings`, {}))
      assert.strictEqual(other.recordingSize, 1_048_576)
      assert.deepStrictEqual(jsonOf(yield* get(`/recordings?sessionId=${sessionId}`)), {
        nextCursor: null,
        recordings: [other, sized]
      })
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("deleteRoom", () => {
  it.live("removes a room from the list and ends its session, which still counts", () =>
    Effect.gen(function* () {
      const roomId = yield* createRoom()
      const kept = yield* createRoom()
      const { sessionId } = yield* join(roomId, "ada")
      yield* read(Recording, yield* admin(`/sessions/${sessionId}/recordings`, {}))
      const counted = yield* metrics
      assert.strictEqual((yield* send("DELETE", `/__emulator/rooms/${roomId}`, { apiKey: null })).status, 204)
      const { count, rooms } = yield* read(Rooms, yield* get("/rooms/get-rooms"))
      assert.deepStrictEqual([count, rooms.map((room) => room.roomId)], [1, [kept]])
      assertRefused(yield* get(`/rooms/room-details/${roomId}`), 404, "room not found")
      assertRefused(yield* admin(`/rooms/${roomId}/join`, {}), 404, `the world has no room "${roomId}"`)
      yield* assertIdle(roomId)
      assert.deepStrictEqual(yield* metrics, counted)
      const { participants } = yield* read(Participants, yield* get(`/rooms/participant-list?sessionId=${sessionId}`))
      assert.isTrue(participants.length === 1 && participants.every(({ exitTime }) => exitTime !== null))
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("the world of an emulator", () => {
  it.live("is the same over the socket, and its log omits admin requests", () =>
    Effect.gen(function* () {
      const world = yield* World
      const { roomId } = (yield* directOperations(yield* WorldHost, defaultApiKey).createRoom({ roomLocked: false }))
        .data
      yield* world.join(roomId, { peerId: PeerId.make("ada") })
      assert.deepStrictEqual(yield* live(roomId), ["ada"])
      yield* leave(roomId, "ada")
      assert.strictEqual((yield* Effect.flip(world.leave(roomId, PeerId.make("ada"))))._tag, "RoomIdle")
      assert.deepStrictEqual(
        (yield* world.log).map(({ operation }) => operation),
        ["createRoom", "liveParticipants"]
      )
    }).pipe(Effect.provide(Emulator.layer()))
  )
})
