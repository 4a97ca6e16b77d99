/**
 * Laws for any service, whatever it contains and however it reads the contract: its lists, details and metrics are consistent. They
 * only read, except that one creates a room. They read the beginning of long lists.
 */
import { assert } from "@effect/vitest"
import { RoomId, SessionId } from "@effect-rooms/core/Identifier"
import type { SessionsOptions } from "@effect-rooms/core/Sessions"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Random from "effect/Random"
import * as Stream from "effect/Stream"
import { failure } from "./failure.ts"
import { type Chapter, type Client, law } from "./law.ts"
import * as plain from "./plainValues.ts"

/** The number of rows to read of a list. */
const rowsRead = 60
/** The number of those rows to check in detail. */
const looks = 4

const assertNoneTwice = (ids: ReadonlyArray<string>) => assert.strictEqual(new Set(ids).size, ids.length)

const firstRooms = ({ rooms }: Pick<Client, "rooms">, concurrency = 1) =>
  Stream.runCollect(Stream.take(rooms.stream({ concurrency }), rowsRead))

/** Reads the first sessions of a room. A room without sessions may have no list of them. */
const firstSessions = ({ sessions }: Pick<Client, "sessions">, roomId: RoomId, options: SessionsOptions = {}) =>
  Stream.runCollect(Stream.take(sessions.stream(roomId, options), rowsRead)).pipe(
    Effect.catchTag("RoomNotFound", () => Effect.succeed([]))
  )

/** Finds some rooms with sessions, and reads their first sessions. */
const someSessions = Effect.fnUntraced(function* (client: Client) {
  const rooms = yield* firstRooms(client)
  const met = yield* Effect.forEach(rooms.slice(0, 3 * looks), ({ roomId }) =>
    Effect.map(firstSessions(client, roomId), (sessions) => ({ roomId, sessions }))
  )
  return met.filter(({ sessions }) => sessions.length > 0).slice(0, looks)
})

const unknownRoom = RoomId.make("nobody-created-this-room")
const unknownSession = SessionId.make("nobody-held-this-session")

export const blackBox: Chapter = {
  title: "what a service says fits together",
  laws: [
    law("a page of rooms has at most ten of them, and the first one is page 0 or 1", ({ rooms }) =>
      Effect.gen(function* () {
        const page = yield* rooms.page()
        assert.isAtMost(page.rooms.length, 10)
        assert.include([0, 1], page.current)
        if (Option.isSome(page.count)) assert.isAtLeast(page.count.value, page.rooms.length)
      })
    ),
    law("a walk emits no room twice, and is the same with four requests at a time", (client) =>
      Effect.gen(function* () {
        const roomIds = (yield* firstRooms(client)).map(({ roomId }) => roomId)
        assertNoneTwice(roomIds)
        assert.deepStrictEqual(
          (yield* firstRooms(client, 4)).map(({ roomId }) => roomId),
          roomIds
        )
        const { count } = yield* client.rooms.page()
        if (Option.isSome(count)) assert.strictEqual(roomIds.length, Math.min(rowsRead, count.value))
      })
    ),
    law("a walk over the rooms continues after its first page", (client) =>
      Effect.gen(function* () {
        const [first] = yield* Stream.runCollect(Stream.take(client.rooms.pages(), 1))
        assert(first !== undefined)
        const rest = Option.isSome(first.next)
          ? yield* plain.roomIds(Stream.take(client.rooms.stream({ from: first.next.value }), 10))
          : []
        const all = (yield* firstRooms(client)).map(({ roomId }) => roomId)
        const { length } = first.items
        assert.deepStrictEqual(rest, all.slice(length, length + 10))
      })
    ),
    law("a room of the list is found by its id, with the same lock and metadata", (client) =>
      Effect.gen(function* () {
        for (const { metadata, roomId, roomLocked } of (yield* firstRooms(client)).slice(0, looks)) {
          const details = yield* client.rooms.get(roomId)
          assert.strictEqual(details.roomId, roomId)
          assert.strictEqual(details.roomLocked ?? roomLocked, roomLocked)
          assert.deepStrictEqual(Option.getOrNull(details.metadata), Option.getOrNull(metadata))
          assert.deepStrictEqual(Option.getOrNull(yield* client.rooms.metadata(roomId)), Option.getOrNull(metadata))
        }
      })
    ),
    law("a walk emits every session once, newest first, whatever the limit, and none ends before it begins", (client) =>
      Effect.gen(function* () {
        for (const { roomId, sessions } of yield* someSessions(client)) {
          const ids = sessions.map(({ sessionId }) => sessionId)
          assertNoneTwice(ids)
          const ahead = yield* firstSessions(client, roomId, { limit: 3, concurrency: 4 })
          assert.deepStrictEqual(
            ahead.map(({ sessionId }) => sessionId),
            ids
          )
          const times = plain.startTimes(sessions)
          assert.deepStrictEqual(
            times,
            times.toSorted((a, b) => b - a)
          )
          for (const { endTime, startTime } of sessions.map(plain.session)) {
            if (endTime !== null) assert.isAtLeast(endTime, startTime)
          }
        }
      })
    ),
    law("participants join before they leave, and have left when the session is over", (client) =>
      Effect.gen(function* () {
        for (const { sessions } of yield* someSessions(client)) {
          const [session] = sessions
          assert(session !== undefined)
          const stays = (yield* client.sessions.participants(session.sessionId)).map(plain.participant)
          assert.isNotEmpty(stays)
          for (const { exitTime, joinTime } of stays) {
            if (Option.isSome(session.endTime)) assert.isNotNull(exitTime)
            if (exitTime !== null) assert.isAtLeast(exitTime, joinTime)
          }
        }
      })
    ),
    law("the count of live participants matches their list, and a room with a running session is not empty", (client) =>
      Effect.gen(function* () {
        for (const { roomId } of (yield* firstRooms(client)).slice(0, looks)) {
          const [newest] = yield* firstSessions(client, roomId)
          const present = yield* client.live.participants(roomId).pipe(
            Effect.map(plain.live),
            Effect.catchTag("NoLiveSession", () => Effect.succeed({ count: 0, participants: [] }))
          )
          assert.strictEqual(present.count, present.participants.length)
          const isRunning = newest !== undefined && Option.isNone(newest.endTime)
          assert.strictEqual(present.count > 0, isRunning)
        }
      })
    ),
    law("a walk emits every recording once, whatever the limit, and each belongs to one session", (client) =>
      Effect.gen(function* () {
        const { recordings } = client
        const all = yield* Stream.runCollect(Stream.take(recordings.stream(), rowsRead))
        assertNoneTwice(all.map(({ id }) => id))
        const ahead = Stream.take(recordings.stream({ limit: 3, concurrency: 4 }), rowsRead)
        assert.deepStrictEqual(yield* Stream.runCollect(ahead), all)
        if (all.length === rowsRead) return
        const ofSessions = yield* Effect.forEach(yield* someSessions(client), ({ sessions: [session] }) =>
          session === undefined
            ? Effect.succeed([])
            : Stream.runCollect(recordings.stream({ sessionId: session.sessionId }))
        )
        assert.includeDeepMembers(all, ofSessions.flat())
        assertNoneTwice(ofSessions.flat().map(({ id }) => id))
      })
    ),
    law("metrics are whole numbers, and count at least what the lists show", (client) =>
      Effect.gen(function* () {
        const totals = yield* client.metrics.get
        for (const total of Object.values(totals)) assert.isTrue(Number.isSafeInteger(total) && total >= 0)
        const recordings = yield* Stream.runCollect(Stream.take(client.recordings.stream(), rowsRead))
        if (recordings.length < rowsRead) assert.strictEqual(totals.recordingCount, recordings.length)
        else assert.isAtLeast(totals.recordingCount, rowsRead)
        assert.isAtLeast(totals.totalSessions, (yield* someSessions(client)).flatMap(({ sessions }) => sessions).length)
      })
    ),
    law("unknown ids are not found", ({ live, rooms, sessions }) =>
      Effect.gen(function* () {
        const details = yield* failure(rooms.get(unknownRoom), "RoomNotFound")
        assert.deepStrictEqual(
          [details.roomId, details.evidence.status, details.evidence.attempts.length],
          [unknownRoom, 404, 1]
        )
        yield* failure(rooms.metadata(unknownRoom), "RoomNotFound")
        yield* failure(sessions.participants(unknownSession), "SessionNotFound")
        const present = yield* Effect.result(live.participants(unknownRoom))
        if (present._tag === "Success") assert.strictEqual(present.success.count, 0)
        else assert.strictEqual(present.failure._tag, "NoLiveSession")
      })
    ),
    law("a new room is found by its id and in the list, and is empty", (client) =>
      Effect.gen(function* () {
        const { live, rooms } = client
        const title = `effect-rooms laws ${yield* Random.nextInt}`
        const { roomId } = yield* rooms.create({ roomLocked: true, metadata: { title, list: [1, null, { é: "ü" }] } })
        const details = yield* rooms.get(roomId)
        assert.isTrue(details.roomLocked ?? true)
        const metadata = Option.getOrNull(details.metadata)
        assert(Predicate.hasProperty(metadata, "list"))
        assert.deepStrictEqual(metadata.list, [1, null, { é: "ü" }])
        const [found] = yield* Stream.runCollect(Stream.take(rooms.findByTitle(title), 1))
        assert.deepStrictEqual([found?.roomId, found?.roomLocked], [roomId, true])
        assert.deepStrictEqual(yield* firstSessions(client, roomId), [])
        const present = yield* Effect.result(live.participants(roomId))
        if (present._tag === "Success") assert.strictEqual(present.success.count, 0)
        else assert.strictEqual(present.failure._tag, "NoLiveSession")
      })
    )
  ]
}
