/**
 * Laws about presence: sessions begin with the first join and end with the last leave.
 */
import { assert } from "@effect/vitest"
import { PeerId, RoomId, SessionId } from "@effect-rooms/core/Identifier"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { assertEvidence, failure } from "./failure.ts"
import { minute, start } from "./fixtures.ts"
import { type Chapter, type Client, worldLaw } from "./law.ts"
import * as plain from "./plainValues.ts"

const ada = PeerId.make("ada")
const grace = PeerId.make("grace")

const atMinute = (minutes: number) => TestClock.setTime(start + minutes * minute)
const moment = (minutes: number) => start + minutes * minute

const sessionsOf = ({ sessions }: Client, roomId: RoomId) => plain.collect(sessions.stream(roomId), plain.session)

const staysOf = ({ sessions }: Client, sessionId: SessionId) =>
  Effect.map(sessions.participants(sessionId), (participants) => participants.map(plain.participant))

/** A stay from one minute to another, or until now. */
const stay = (peerId: PeerId, from: number, until: number | null, metadata: object | null = null) => ({
  peerId,
  joinTime: moment(from),
  exitTime: until === null ? null : moment(until),
  metadata
})

export const presence: Chapter = {
  title: "sessions and who is in them",
  laws: [
    worldLaw(
      "a session begins with the first join, runs while anybody is there, and ends with the last leave",
      (ground) =>
        Effect.gen(function* () {
          const { rooms, world } = ground
          const { roomId } = yield* rooms.create({})
          yield* atMinute(1)
          const { sessionId } = yield* world.join(roomId, { peerId: ada })
          yield* atMinute(2)
          assert.strictEqual((yield* world.join(roomId, { peerId: grace })).sessionId, sessionId)
          yield* atMinute(3)
          yield* world.leave(roomId, ada)
          const running = { sessionId, startTime: moment(1), endTime: null }
          assert.deepStrictEqual(yield* sessionsOf(ground, roomId), [running])
          assert.deepStrictEqual(yield* staysOf(ground, sessionId), [stay(ada, 1, 3), stay(grace, 2, null)])
          yield* atMinute(5)
          yield* world.leave(roomId, grace)
          yield* atMinute(6)
          assert.deepStrictEqual(yield* sessionsOf(ground, roomId), [{ ...running, endTime: moment(5) }])
          assert.deepStrictEqual(yield* staysOf(ground, sessionId), [stay(ada, 1, 3), stay(grace, 2, 5)])
        })
    ),
    worldLaw("a peer who comes back during a session has another stay in it", (ground) =>
      Effect.gen(function* () {
        const { live, rooms, world } = ground
        const { roomId } = yield* rooms.create({})
        const { sessionId } = yield* world.join(roomId, {
          peerId: ada,
          metadata: { displayName: "Ada", role: ["host"] }
        })
        yield* world.join(roomId, { peerId: grace })
        yield* atMinute(1)
        yield* world.leave(roomId, ada)
        yield* atMinute(2)
        assert.strictEqual((yield* world.join(roomId, { peerId: ada })).sessionId, sessionId)
        assert.strictEqual((yield* live.participants(roomId)).count, 2)
        yield* atMinute(3)
        yield* world.leave(roomId, grace)
        yield* world.leave(roomId, ada)
        assert.deepStrictEqual(yield* staysOf(ground, sessionId), [
          stay(ada, 0, 1, { displayName: "Ada", role: ["host"] }),
          stay(grace, 0, 3),
          stay(ada, 2, 3)
        ])
        assert.deepStrictEqual(yield* sessionsOf(ground, roomId), [{ sessionId, startTime: start, endTime: moment(3) }])
      })
    ),
    worldLaw("a join after the end of a session begins another session", (ground) =>
      Effect.gen(function* () {
        const { rooms, world } = ground
        const { roomId } = yield* rooms.create({})
        const first = yield* world.join(roomId, { peerId: ada })
        yield* atMinute(1)
        yield* world.leave(roomId, ada)
        yield* atMinute(2)
        const second = yield* world.join(roomId, { peerId: ada })
        assert.deepStrictEqual(yield* sessionsOf(ground, roomId), [
          { sessionId: second.sessionId, startTime: moment(2), endTime: null },
          { sessionId: first.sessionId, startTime: start, endTime: moment(1) }
        ])
        assert.deepStrictEqual(yield* staysOf(ground, first.sessionId), [stay(ada, 0, 1)])
        assert.deepStrictEqual(yield* staysOf(ground, second.sessionId), [stay(ada, 2, null)])
      })
    ),
    worldLaw("ending a session ends every stay in it at the same moment", (ground) =>
      Effect.gen(function* () {
        const { rooms, world } = ground
        const { roomId } = yield* rooms.create({})
        const { sessionId } = yield* world.join(roomId, { peerId: ada })
        yield* world.join(roomId, { peerId: grace })
        yield* atMinute(1)
        yield* world.leave(roomId, ada)
        yield* atMinute(2)
        assert.strictEqual(yield* world.endSession(roomId), sessionId)
        yield* atMinute(3)
        assert.deepStrictEqual(yield* staysOf(ground, sessionId), [stay(ada, 0, 1), stay(grace, 0, 2)])
        assert.deepStrictEqual(yield* sessionsOf(ground, roomId), [{ sessionId, startTime: start, endTime: moment(2) }])
        yield* failure(world.leave(roomId, grace), "RoomIdle")
      })
    ),
    worldLaw("a locked room refuses joins, but its session continues", (ground) =>
      Effect.gen(function* () {
        const { live, rooms, world } = ground
        const { roomId } = yield* rooms.create({ roomLocked: true })
        yield* failure(world.join(roomId, { peerId: ada }), "RoomLocked")
        yield* world.lock(roomId, false)
        const { sessionId } = yield* world.join(roomId, { peerId: ada })
        yield* world.lock(roomId, true)
        yield* failure(world.join(roomId, { peerId: grace }), "RoomLocked")
        assert.deepStrictEqual(plain.live(yield* live.participants(roomId)).count, 1)
        yield* atMinute(1)
        yield* world.leave(roomId, ada)
        assert.deepStrictEqual(yield* staysOf(ground, sessionId), [stay(ada, 0, 1)])
        assert.strictEqual((yield* sessionsOf(ground, roomId)).length, 1)
      })
    ),
    worldLaw("a peer cannot join a room twice, or leave a room it is not in", (ground) =>
      Effect.gen(function* () {
        const { live, rooms, world } = ground
        const { roomId } = yield* rooms.create({})
        yield* world.join(roomId, { peerId: ada })
        yield* failure(world.join(roomId, { peerId: ada }), "PeerPresent")
        yield* failure(world.leave(roomId, grace), "PeerAbsent")
        assert.strictEqual((yield* live.participants(roomId)).count, 1)
      })
    ),
    worldLaw("live participants have a join time and metadata, and peers who left are not among them", (ground) =>
      Effect.gen(function* () {
        const { live, quirks, rooms, world } = ground
        const { roomId } = yield* rooms.create({})
        const other = yield* rooms.create({})
        yield* world.join(other.roomId, { peerId: grace })
        const metadata = { displayName: "Ada 👋", tags: [1, null] }
        yield* world.join(roomId, { peerId: ada, metadata })
        yield* world.join(roomId, { peerId: grace })
        yield* atMinute(1)
        const { peerId } = yield* world.join(roomId)
        yield* world.leave(roomId, grace)
        const joined = (minutes: number) => (quirks.liveJoinTime === "known" ? moment(minutes) : null)
        assert.deepStrictEqual(plain.live(yield* live.participants(roomId)), {
          count: 2,
          participants: [
            { peerId: ada, joinTime: joined(0), metadata },
            { peerId, joinTime: joined(1), metadata: null }
          ]
        })
      })
    ),
    worldLaw("an empty room has no live session, before its first session and after its last", (ground) =>
      Effect.gen(function* () {
        const { live, quirks, rooms, world } = ground
        const { roomId } = yield* rooms.create({})
        const isIdle = Effect.gen(function* () {
          if (quirks.idleRoom === "empty") {
            assert.deepStrictEqual(plain.live(yield* live.participants(roomId)), { count: 0, participants: [] })
          } else {
            const none = yield* failure(live.participants(roomId), "NoLiveSession")
            assert.strictEqual(none.roomId, roomId)
            assertEvidence(none.evidence, "liveParticipants", [404], quirks)
          }
        })
        yield* isIdle
        yield* world.join(roomId, { peerId: ada })
        yield* world.leave(roomId, ada)
        yield* isIdle
        yield* failure(live.participants(RoomId.make("nobody's")), "NoLiveSession")
      })
    ),
    worldLaw("an unknown session fails with SessionNotFound", ({ quirks, rooms, sessions, world }) =>
      Effect.gen(function* () {
        const { roomId } = yield* rooms.create({})
        yield* world.join(roomId)
        // The id of a room is not the id of a session.
        for (const id of ["nobody's", "a b/c?d=e&f#%é", roomId]) {
          const sessionId = SessionId.make(id)
          const error = yield* failure(sessions.participants(sessionId), "SessionNotFound")
          assert.strictEqual(error.sessionId, sessionId)
          assertEvidence(error.evidence, "sessionParticipants", [404], quirks)
        }
      })
    )
  ]
}
