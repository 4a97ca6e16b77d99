/**
 * Laws about the sessions of a room: their pages, and walks over them.
 */
import { assert } from "@effect/vitest"
import { RoomId } from "@effect-rooms/core/Identifier"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { assertEvidence, failure } from "./failure.ts"
import { seedSessions } from "./fixtures.ts"
import { type Chapter, worldLaw } from "./law.ts"
import * as plain from "./plainValues.ts"

export const sessionsList: Chapter = {
  title: "the sessions of a room",
  laws: [
    worldLaw(
      "a page has the requested number of sessions, or the most that the service allows, newest first",
      (ground) =>
        Effect.gen(function* () {
          const { quirks, sessions, world } = ground
          const [room, other] = yield* seedSessions(world, [23, 2])
          assert(room !== undefined && other !== undefined)
          const { roomId, startTimes } = room
          for (const limit of [1, 7, 10, 50]) {
            const given = quirks.mostSessions === "asked" ? limit : Math.min(limit, quirks.mostSessions)
            const step = quirks.sessionsSkip === "asked" ? limit : given
            for (const cursor of [0, 1, 2, 23]) {
              const isShort = quirks.sessionsPages === "short" && cursor % 2 === 1
              const most = isShort ? Math.ceil(given / 2) : given
              const page = yield* sessions.page({ roomId, limit, cursor })
              assert.deepStrictEqual(
                plain.startTimes(page.sessions),
                startTimes.slice(cursor * step, cursor * step + most),
                `limit ${limit}, cursor ${cursor}`
              )
            }
          }
          const ofOther = yield* sessions.page({ roomId: other.roomId })
          assert.deepStrictEqual(plain.startTimes(ofOther.sessions), other.startTimes)
          for (const { endTime, startTime } of ofOther.sessions) {
            assert.strictEqual(plain.millis(Option.getOrThrow(endTime)) - plain.millis(startTime), 30 * 60_000)
          }
        })
    ),
    worldLaw(
      "a walk emits every session once, newest first, with one request at a time or four",
      ({ sessions, world }) =>
        Effect.gen(function* () {
          for (const { roomId, startTimes } of yield* seedSessions(world, [1, 7, 20, 41])) {
            for (const options of startTimes.length === 20 ? [{}, { limit: 10 }, { limit: 3 }] : [{}]) {
              for (const concurrency of [1, 4]) {
                const walked = yield* Stream.runCollect(sessions.stream(roomId, { ...options, concurrency }))
                const how = JSON.stringify({ ...options, concurrency })
                assert.deepStrictEqual(plain.startTimes(walked), startTimes, how)
                assert.strictEqual(new Set(walked.map(({ sessionId }) => sessionId)).size, walked.length, how)
              }
            }
          }
        })
    ),
    worldLaw("a walk can be resumed from the position of any page", ({ sessions, world }) =>
      Effect.gen(function* () {
        const [room] = yield* seedSessions(world, [23])
        assert(room !== undefined)
        const { roomId, startTimes } = room
        let given = 0
        for (const { items, next } of yield* Stream.runCollect(sessions.pages(roomId, { limit: 9 }))) {
          assert.deepStrictEqual(plain.startTimes(items), startTimes.slice(given, given + items.length))
          given += items.length
          if (next._tag === "None") continue
          for (const concurrency of [1, 4]) {
            const rest = yield* Stream.runCollect(sessions.stream(roomId, { from: next.value, concurrency }))
            assert.deepStrictEqual(plain.startTimes(rest), startTimes.slice(given))
          }
        }
        assert.strictEqual(given, startTimes.length)
      })
    ),
    worldLaw("a short page does not end a walk", ({ sessions, world }) =>
      Effect.gen(function* () {
        yield* world.setQuirks({ sessionsPages: "short" })
        const seeded = yield* seedSessions(world, [41, 3])
        for (const { roomId, startTimes } of seeded) {
          for (const limit of [1, 7, 20]) {
            for (const concurrency of [1, 4]) {
              const walked = yield* Stream.runCollect(sessions.stream(roomId, { limit, concurrency }))
              assert.deepStrictEqual(plain.startTimes(walked), startTimes, JSON.stringify({ limit, concurrency }))
            }
          }
        }
      })
    ),
    worldLaw("a walk requests no more pages than needed", ({ sessions, world }) =>
      Effect.gen(function* () {
        const [room] = yield* seedSessions(world, [23])
        assert(room !== undefined)
        yield* Stream.runDrain(Stream.take(sessions.stream(room.roomId, { limit: 5 }), 5))
        assert.deepStrictEqual(
          (yield* world.log).map(({ input }) => input),
          [{ roomId: room.roomId, cursor: 0, limit: 5 }]
        )
      })
    ),
    worldLaw(
      "a room without sessions has an empty list, or RoomNotFound if the service says so",
      ({ quirks, rooms, sessions }) =>
        Effect.gen(function* () {
          const { roomId } = yield* rooms.create({})
          const walk = Stream.runCollect(sessions.stream(roomId))
          if (quirks.neverMet === "notFound") {
            const error = yield* failure(sessions.page({ roomId }), "RoomNotFound")
            assertEvidence(error.evidence, "listSessions", [404], quirks)
            yield* failure(walk, "RoomNotFound")
          } else {
            assert.deepStrictEqual((yield* sessions.page({ roomId })).sessions, [])
            assert.deepStrictEqual(yield* walk, [])
          }
        })
    ),
    worldLaw("the sessions of an unknown room fail with RoomNotFound", ({ quirks, sessions }) =>
      Effect.gen(function* () {
        for (const id of ["nobody's", "a b/c?d=e&f#%é"]) {
          const roomId = RoomId.make(id)
          for (const effect of [sessions.page({ roomId }), Stream.runCollect(sessions.stream(roomId))]) {
            const error = yield* failure<unknown, Effect.Error<typeof effect>, never, "RoomNotFound">(
              effect,
              "RoomNotFound"
            )
            assert.strictEqual(error.roomId, roomId)
            assertEvidence(error.evidence, "listSessions", [404], quirks)
          }
        }
      })
    ),
    worldLaw(
      "the sessions of a room that was deleted are found by their ids alone",
      ({ recordings, rooms, sessions, world }) =>
        Effect.gen(function* () {
          const { roomId } = yield* rooms.create({})
          const { sessionId } = yield* world.join(roomId)
          const recording = yield* world.record(sessionId)
          yield* world.deleteRoom(roomId)
          yield* failure(sessions.page({ roomId }), "RoomNotFound")
          assert.strictEqual((yield* sessions.participants(sessionId)).length, 1)
          assert.deepStrictEqual(yield* Stream.runCollect(recordings.stream({ sessionId })), [recording])
        })
    )
  ]
}

/** Seeds several rooms, each with sessions. */
const counts = [3, 1, 22, 2, 1, 1, 8, 1, 1, 1, 2]

export const allSessions: Chapter = {
  title: "the sessions of all rooms",
  laws: [
    worldLaw("a walk emits every session of every room once, in the order of the rooms", (ground) =>
      Effect.gen(function* () {
        const { quirks, rooms, sessions, world } = ground
        const seeded = yield* seedSessions(world, counts)
        const listed = yield* plain.roomIds(rooms.stream())
        assert.strictEqual(listed.length, counts.length)
        const expected = listed.flatMap((roomId) =>
          (seeded.find((room) => room.roomId === roomId)?.startTimes ?? []).map((startTime) => [roomId, startTime])
        )
        assert.strictEqual(listed[0], seeded.at(quirks.roomsOrder === "newestFirst" ? -1 : 0)?.roomId)
        const walk = (options: { readonly concurrency: number; readonly limit?: number; readonly ordered?: boolean }) =>
          plain.collect(sessions.streamAll(options), ({ room, session }) => [
            room.roomId,
            plain.millis(session.startTime)
          ])
        assert.deepStrictEqual(yield* walk({ concurrency: 1 }), expected)
        assert.deepStrictEqual(yield* walk({ concurrency: 4, limit: 4 }), expected)
        assert.sameDeepMembers(yield* walk({ concurrency: 4, ordered: false }), expected)
      })
    ),
    worldLaw("a walk can be resumed from the position of any page", (ground) =>
      Effect.gen(function* () {
        const { sessions, world } = ground
        yield* seedSessions(world, [2, 1, 3])
        const all = yield* plain.collect(sessions.streamAll(), ({ session }) => session.sessionId)
        assert.strictEqual(all.length, 6)
        let given = 0
        for (const { items, next } of yield* Stream.runCollect(sessions.pagesAll({ limit: 2 }))) {
          given += items.length
          const rest = sessions.streamAll({ from: next, limit: 2 })
          assert.deepStrictEqual(yield* plain.collect(rest, ({ session }) => session.sessionId), all.slice(given))
        }
        assert.strictEqual(given, all.length)
      })
    ),
    worldLaw("a room whose sessions are not found ends the walk, or is reported instead", (ground) =>
      Effect.gen(function* () {
        const { quirks, sessions, world } = ground
        const seeded = yield* seedSessions(world, [1, 0, 1])
        const rows = yield* plain.collect(sessions.streamAll({ onRoomError: "report", concurrency: 4 }), (row) =>
          "error" in row ? [row.room.roomId, row.error._tag] : [row.room.roomId, plain.millis(row.session.startTime)]
        )
        const expected = seeded.flatMap(({ roomId, startTimes }): Array<Array<string | number>> => {
          if (startTimes.length > 0) return startTimes.map((startTime) => [roomId, startTime])
          return quirks.neverMet === "notFound" ? [[roomId, "RoomNotFound"]] : []
        })
        assert.deepStrictEqual(rows, quirks.roomsOrder === "newestFirst" ? expected.toReversed() : expected)
        if (quirks.neverMet === "notFound") yield* failure(Stream.runDrain(sessions.streamAll()), "RoomNotFound")
        else assert.strictEqual((yield* Stream.runCollect(sessions.streamAll())).length, 2)
      })
    )
  ]
}
