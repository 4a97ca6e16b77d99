import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { serve, walk } from "./fixtures/backend.ts"
import { unexpectedStatus } from "./fixtures/errors.ts"
import { roomsList } from "./fixtures/lists.ts"
import { allNamed, named, sessionsOf } from "./fixtures/roomsWithSessions.ts"

describe("Sessions.streamAll", () => {
  const counts = [2, 0, 3, 1, 0, 5, 0, 0, 1, 4, 2, 0, 7]

  it.effect("emits every session of every room once, in the order of the rooms", () =>
    Effect.gen(function* () {
      const { sessions } = yield* serve({
        listRooms: roomsList({ count: counts.length }),
        listSessions: sessionsOf(counts)
      })
      const { emitted, failure } = yield* walk(sessions.streamAll({ limit: 2 }))
      assert.isUndefined(failure)
      assert.deepStrictEqual(named(emitted), allNamed(counts))
    })
  )

  it.effect("requests the given number of sessions at a time, or 100", () =>
    Effect.gen(function* () {
      for (const [options, limit] of [
        [{ limit: 7 }, 7],
        [undefined, 100]
      ] as const) {
        const { calls, sessions } = yield* serve({ listRooms: roomsList({ count: 1 }), listSessions: sessionsOf([0]) })
        yield* walk(sessions.streamAll(options))
        assert.deepStrictEqual(calls, [
          { operation: "listRooms", request: {} },
          { operation: "listSessions", request: { roomId: "room-0", cursor: 0, limit } }
        ])
      }
    })
  )

  it.effect("requests only the consumed pages", () =>
    Effect.gen(function* () {
      const { calls, sessions } = yield* serve({
        listRooms: roomsList({ count: counts.length }),
        listSessions: sessionsOf(counts)
      })
      yield* Stream.runDrain(Stream.take(sessions.streamAll(), 1))
      assert.deepStrictEqual(calls, [
        { operation: "listRooms", request: {} },
        { operation: "listSessions", request: { roomId: "room-0", cursor: 0, limit: 100 } }
      ])
    })
  )

  it.effect("fails as the sessions of a room fail, with everything before it emitted", () =>
    Effect.gen(function* () {
      const broken = unexpectedStatus("listSessions")
      const { sessions } = yield* serve({
        listRooms: roomsList({ count: counts.length }),
        listSessions: (request) => (request.roomId === "room-3" ? Effect.fail(broken) : sessionsOf(counts)(request))
      })
      const { emitted, failure } = yield* walk(sessions.streamAll())
      assert.strictEqual(failure, broken)
      assert.deepStrictEqual(named(emitted), allNamed(counts.slice(0, 3)))
    })
  )

  it.effect.each(["fail", "report"] as const)("tags its rows, if rooms that fail %s", (onRoomError) =>
    Effect.gen(function* () {
      const { sessions } = yield* serve({
        listRooms: roomsList({ count: 3 }),
        listSessions: (request) =>
          request.roomId === "room-2" ? Effect.fail(unexpectedStatus("listSessions")) : sessionsOf([1, 0, 1])(request)
      })
      // The option is computed, as it would be by a program with a flag for it.
      const { emitted } = yield* walk(sessions.streamAll({ onRoomError }))
      assert.deepStrictEqual(
        emitted.map((row) => [row._tag, row.room.roomId]),
        [["RoomSession", "room-0"], ...(onRoomError === "report" ? [["RoomFailure", "room-2"]] : [])]
      )
    })
  )

  it.effect("fails as the list of rooms fails", () =>
    Effect.gen(function* () {
      const broken = unexpectedStatus("listRooms")
      const { sessions } = yield* serve({ listRooms: () => Effect.fail(broken) })
      const { emitted, failure } = yield* walk(sessions.streamAll())
      assert.strictEqual(failure, broken)
      assert.deepStrictEqual(emitted, [])
    })
  )
})
