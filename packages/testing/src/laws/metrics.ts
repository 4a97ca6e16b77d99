/**
 * Laws about usage metrics.
 */
import { assert } from "@effect/vitest"
import { PeerId } from "@effect-rooms/core/Identifier"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { make, room } from "../Scenario.ts"
import { minute, second } from "./fixtures.ts"
import { type Chapter, worldLaw } from "./law.ts"

const nothing = { totalSessions: 0, totalDuration: 0, totalUsers: 0, recordingCount: 0, livestreamCount: 0 }

/** Three rooms, five sessions of 30 + 45 + 20 + 5 + 5 minutes, four people, three recordings, two livestreams. */
const past = make(
  room("Stand-up")
    .session({ ago: "3 hours", lasts: "30 minutes", participants: ["Ada", "Grace"], recordings: [10, 20] })
    .session({ ago: "1 hour", lasts: "45 minutes", participants: ["Ada", { name: "Edsger", stays: "1 minute" }] })
    .livestream(),
  room("Planning")
    .session({
      ago: "2 hours",
      lasts: "20 minutes",
      participants: ["Grace", { name: "Ada", stays: "2 minutes" }, { name: "Ada", joinsAfter: "5 minutes" }]
    })
    .live({ ago: "5 minutes", participants: ["Grace", "Ada"] })
    .livestream(),
  room("Empty"),
  room("Review").live({ ago: "5 minutes", participants: ["Barbara"], recordings: [30] })
)

export const metrics: Chapter = {
  title: "metrics",
  laws: [
    worldLaw("metrics count sessions, minutes, users, recordings and livestreams", ({ metrics, world }) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* metrics.get, nothing)
        yield* world.seed(past)
        assert.deepStrictEqual(yield* metrics.get, {
          totalSessions: 5,
          totalDuration: 105,
          totalUsers: 4,
          recordingCount: 3,
          livestreamCount: 2
        })
      })
    ),
    worldLaw("metrics grow in whole minutes, also while sessions are running", ({ metrics, rooms, world }) =>
      Effect.gen(function* () {
        const peerId = PeerId.make("ada")
        const { roomId } = yield* rooms.create({})
        const { sessionId } = yield* world.join(roomId, { peerId })
        const running = { ...nothing, totalSessions: 1, totalUsers: 1 }
        assert.deepStrictEqual(yield* metrics.get, running)
        yield* TestClock.adjust(119 * second)
        assert.deepStrictEqual(yield* metrics.get, { ...running, totalDuration: 1 })
        yield* world.record(sessionId)
        yield* world.livestream(roomId)
        yield* world.leave(roomId, peerId)
        yield* TestClock.adjust(10 * minute)
        const ended = { ...running, totalDuration: 1, recordingCount: 1, livestreamCount: 1 }
        assert.deepStrictEqual(yield* metrics.get, ended)
        // Parts of minutes add up, and a peer who comes back is the same user.
        yield* world.join((yield* rooms.create({})).roomId, { peerId })
        yield* TestClock.adjust(second)
        assert.deepStrictEqual(yield* metrics.get, { ...ended, totalSessions: 2, totalDuration: 2 })
      })
    ),
    worldLaw("metrics agree with the lists", (ground) =>
      Effect.gen(function* () {
        const { metrics, quirks, recordings, rooms, sessions, world } = ground
        yield* world.seed(past)
        const rows = yield* Stream.runCollect(sessions.streamAll({ onRoomError: "report" }))
        const held = rows.flatMap((row) => ("session" in row ? [row.session] : []))
        const stays = yield* Effect.forEach(held, ({ sessionId }) => sessions.participants(sessionId))
        const totals = yield* metrics.get
        assert.strictEqual(totals.totalSessions, held.length)
        assert.strictEqual(totals.totalUsers, new Set(stays.flat().map(({ peerId }) => peerId)).size)
        assert.strictEqual(totals.recordingCount, (yield* Stream.runCollect(recordings.stream())).length)
        const { count } = yield* rooms.page()
        if (quirks.roomsCount === "total") assert.deepStrictEqual(count._tag === "Some" && count.value, 4)
      })
    ),
    worldLaw("metrics still count the past of a deleted room", ({ metrics, rooms, world }) =>
      Effect.gen(function* () {
        const { roomId } = yield* rooms.create({})
        const { sessionId } = yield* world.join(roomId)
        yield* world.record(sessionId)
        yield* world.livestream(roomId)
        yield* TestClock.adjust(3 * minute)
        yield* world.deleteRoom(roomId)
        yield* TestClock.adjust(3 * minute)
        assert.deepStrictEqual(yield* metrics.get, {
          totalSessions: 1,
          totalDuration: 3,
          totalUsers: 1,
          recordingCount: 1,
          livestreamCount: 1
        })
      })
    )
  ]
}
