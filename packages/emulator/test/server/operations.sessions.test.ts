import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "../../src/index.ts"
import { LiveParticipants, Participants, Recording, Recordings, read } from "../fixtures/contract.ts"
import { assertWithin, minute, onlyRoom, past, sessionsOf, timed } from "../fixtures/past.ts"
import { admin, get, jsonOf } from "../fixtures/requests.ts"
import { createRoom, join, leave } from "../fixtures/worlds.ts"

describe("GET /rooms/session-details", () => {
  it.live("returns an empty list for a room without sessions", () =>
    Effect.gen(function* () {
      const answer = yield* get(`/rooms/session-details?roomId=${yield* createRoom()}`)
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(jsonOf(answer), { sessions: [] })
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("returns the times of a session, and null for the end of a running one", () =>
    Effect.gen(function* () {
      const roomId = yield* createRoom()
      const { value: joined, ...begin } = yield* timed(join(roomId, "ada"))
      const running = yield* sessionsOf(roomId)
      const startTime = running[0]?.startTime ?? 0
      assertWithin(startTime, begin)
      assert.deepStrictEqual(running, [{ sessionId: joined.sessionId, startTime, endTime: null }])
      const end = yield* timed(leave(roomId, "ada"))
      const over = yield* sessionsOf(roomId)
      const endTime = over[0]?.endTime ?? null
      assertWithin(endTime, end)
      assert.deepStrictEqual(over, [{ sessionId: joined.sessionId, startTime, endTime }])
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("returns the newest sessions first, at most limit, and skips cursor * limit", () =>
    Effect.gen(function* () {
      const { roomId } = yield* onlyRoom
      const minutes = Effect.fnUntraced(function* (query: string) {
        const sessions = yield* sessionsOf(roomId, query)
        return sessions.map(({ endTime, startTime }) => ((endTime ?? 0) - startTime) / minute)
      })
      assert.deepStrictEqual(yield* minutes(""), [5, 4, 3, 2, 1])
      assert.deepStrictEqual(yield* minutes("&limit=2"), [5, 4])
      assert.deepStrictEqual(yield* minutes("&limit=2&cursor=1"), [3, 2])
      assert.deepStrictEqual(yield* minutes("&limit=2&cursor=2"), [1])
      assert.deepStrictEqual(yield* minutes("&limit=2&cursor=3"), [])
      assert.deepStrictEqual(yield* minutes("&limit=9007199254740991&cursor=9007199254740991"), [])
    }).pipe(Effect.provide(Emulator.layer({ scenario: past })))
  )
})

describe("GET /rooms/participant-list", () => {
  it.live("returns the participants and their times, with null for unknown fields", () =>
    Effect.gen(function* () {
      const { roomId } = yield* onlyRoom
      const session = (yield* sessionsOf(roomId))[0]
      assert(session !== undefined)
      const { participants } = yield* read(
        Participants,
        yield* get(`/rooms/participant-list?sessionId=${session.sessionId}`)
      )
      const { startTime } = session
      assert.deepStrictEqual(
        participants.map(({ peerId: _, ...stay }) => stay),
        [
          { joinTime: startTime, exitTime: startTime + 5 * minute, metadata: { displayName: "Ada" } },
          { joinTime: startTime + minute / 2, exitTime: startTime + minute, metadata: null }
        ]
      )
      assert.strictEqual(new Set(participants.map(({ peerId }) => peerId)).size, 2)
    }).pipe(Effect.provide(Emulator.layer({ scenario: past })))
  )

  it.live("returns null for the exit of a participant who is still there", () =>
    Effect.gen(function* () {
      const roomId = yield* createRoom()
      const { value: joined, ...begin } = yield* timed(join(roomId, "ada", { displayName: "Ada" }))
      const answer = yield* get(`/rooms/participant-list?sessionId=${joined.sessionId}`)
      const { participants } = yield* read(Participants, answer)
      const joinTime = participants[0]?.joinTime ?? 0
      assertWithin(joinTime, begin)
      assert.deepStrictEqual(participants, [
        { peerId: "ada", joinTime, exitTime: null, metadata: { displayName: "Ada" } }
      ])
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("GET /live-sessions/participants/{roomId}", () => {
  it.live("returns the participants in the room now, and their number", () =>
    Effect.gen(function* () {
      const roomId = yield* createRoom()
      const { from, to } = yield* timed(
        Effect.andThen(join(roomId, "ada", { displayName: "Ada" }), join(roomId, "grace"))
      )
      const answer = yield* read(LiveParticipants, yield* get(`/live-sessions/participants/${roomId}`))
      const times = answer.participants.map(({ joinTime }) => joinTime)
      for (const time of times) assertWithin(time, { from, to })
      assert.deepStrictEqual(answer, {
        count: 2,
        participants: [
          { peerId: "ada", joinTime: times[0] ?? 0, metadata: { displayName: "Ada" } },
          { peerId: "grace", joinTime: times[1] ?? 0, metadata: {} }
        ]
      })
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("GET /recordings", () => {
  const sizes = Effect.fnUntraced(function* (query: string) {
    const { nextCursor, recordings } = yield* read(Recordings, yield* get(`/recordings${query}`))
    return { nextCursor, sizes: recordings.map(({ recordingSize }) => recordingSize) }
  })

  it.live("returns the recordings of the key or of one session, newest first", () =>
    Effect.gen(function* () {
      const { roomId } = yield* onlyRoom
      const [newest, older] = yield* sessionsOf(roomId)
      const recording = yield* read(Recording, yield* admin(`/sessions/${older?.sessionId}/recordings`, {}))
      assert.deepStrictEqual(jsonOf(yield* get(`/recordings?sessionId=${older?.sessionId}`)), {
        nextCursor: null,
        recordings: [recording]
      })
      assert.deepStrictEqual(yield* sizes(`?sessionId=${newest?.sessionId}`), { nextCursor: null, sizes: [30, 20, 10] })
      assert.deepStrictEqual(yield* sizes(""), { nextCursor: null, sizes: [1_048_576, 30, 20, 10] })
    }).pipe(Effect.provide(Emulator.layer({ scenario: past })))
  )

  it.live("returns at most limit, and a cursor that leads to the rest", () =>
    Effect.gen(function* () {
      const first = yield* sizes("?limit=2")
      assert.deepStrictEqual(first, { nextCursor: 2, sizes: [30, 20] })
      assert.deepStrictEqual(yield* sizes(`?limit=2&cursor=${first.nextCursor}`), { nextCursor: null, sizes: [10] })
    }).pipe(Effect.provide(Emulator.layer({ scenario: past })))
  )

  it.live("returns no recordings for an unknown session", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(jsonOf(yield* get("/recordings?sessionId=nope")), { nextCursor: null, recordings: [] })
    }).pipe(Effect.provide(Emulator.layer({ scenario: past })))
  )
})

describe("GET /metrics", () => {
  it.live("returns five totals, with whole minutes", () =>
    Effect.gen(function* () {
      const answer = yield* get("/metrics")
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(jsonOf(answer), {
        totalSessions: 5,
        totalDuration: 15,
        totalUsers: 10,
        recordingCount: 3,
        livestreamCount: 0
      })
    }).pipe(Effect.provide(Emulator.layer({ scenario: past })))
  )
})
