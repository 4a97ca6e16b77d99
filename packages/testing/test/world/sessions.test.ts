import { assert, describe, it } from "@effect/vitest"
import type { SessionId } from "@effect-rooms/core/Identifier"
import * as Effect from "effect/Effect"
import { World } from "../../src/World.ts"
import { wire } from "../fixtures/wire.ts"
import { createRoom, hold, minute, operations, start } from "../fixtures/worlds.ts"

/** A room with consecutive sessions of one minute, and their ids, newest first. */
const roomWithSessions = Effect.fnUntraced(function* (count: number) {
  const roomId = yield* createRoom()
  const sessionIds: Array<SessionId> = []
  for (let index = 0; index < count; index++) sessionIds.unshift(yield* hold(roomId, index * 2, index * 2 + 1))
  return { roomId, sessionIds }
})

describe("the sessions of a room", () => {
  it.effect("are listed newest first with their times", () =>
    Effect.gen(function* () {
      const { listSessions } = yield* operations()
      const { roomId, sessionIds } = yield* roomWithSessions(2)
      assert.deepStrictEqual(wire.sessions(yield* listSessions({ roomId })), {
        sessions: [
          { sessionId: sessionIds[0] ?? "missing", startTime: start + 2 * minute, endTime: start + 3 * minute },
          { sessionId: sessionIds[1] ?? "missing", startTime: start, endTime: start + minute }
        ]
      })
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect.each([
    { limit: 3, cursor: 0, from: 0, to: 3 },
    { limit: 3, cursor: 1, from: 3, to: 6 },
    { limit: 3, cursor: 2, from: 6, to: 7 },
    { limit: 3, cursor: 3, from: 7, to: 7 },
    { limit: 2, cursor: 3, from: 6, to: 7 },
    { limit: 7, cursor: 0, from: 0, to: 7 },
    { limit: 7, cursor: 1, from: 7, to: 7 },
    { limit: 1, cursor: 5, from: 5, to: 6 },
    { limit: 1000, cursor: 0, from: 0, to: 7 },
    { limit: 1000, cursor: 1, from: 7, to: 7 },
    { limit: Number.MAX_SAFE_INTEGER, cursor: Number.MAX_SAFE_INTEGER, from: 7, to: 7 }
  ])("skip cursor * limit of seven: limit $limit, cursor $cursor returns $from to $to", ({ cursor, from, limit, to }) =>
    Effect.gen(function* () {
      const { listSessions } = yield* operations()
      const { roomId, sessionIds } = yield* roomWithSessions(7)
      const { sessions } = yield* listSessions({ roomId, limit, cursor })
      assert.deepStrictEqual(
        sessions.map(({ sessionId }) => sessionId),
        sessionIds.slice(from, to)
      )
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("come in pages of 20 from the first one by default", () =>
    Effect.gen(function* () {
      const { listSessions } = yield* operations()
      const { roomId, sessionIds } = yield* roomWithSessions(23)
      const idsOf = (request: { readonly limit?: number; readonly cursor?: number }) =>
        Effect.map(listSessions({ roomId, ...request }), ({ sessions }) => sessions.map(({ sessionId }) => sessionId))
      assert.deepStrictEqual(yield* idsOf({}), sessionIds.slice(0, 20))
      assert.deepStrictEqual(yield* idsOf({ cursor: 1 }), sessionIds.slice(20))
      assert.deepStrictEqual(yield* idsOf({ limit: 2 }), sessionIds.slice(0, 2))
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("are empty for a room without sessions, and exclude other rooms", () =>
    Effect.gen(function* () {
      const { listSessions } = yield* operations()
      yield* roomWithSessions(2)
      assert.deepStrictEqual(yield* listSessions({ roomId: yield* createRoom() }), { sessions: [] })
    }).pipe(Effect.provide(World.layer()))
  )
})
