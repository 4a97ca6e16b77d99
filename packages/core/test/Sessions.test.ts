import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { Operations, RoomError } from "../src/Backend.ts"
import { RoomNotFound, SessionNotFound } from "../src/DomainError.ts"
import { RoomId, SessionId } from "../src/Identifier.ts"
import { evidenceFor } from "../src/operations/evidence.ts"
import { Participant, Participants, type SessionsPage } from "../src/Session.ts"
import type { SessionsOptions } from "../src/Sessions.ts"
import { type Call, inTurn, sends, serve, walk } from "./fixtures/backend.ts"
import { unexpectedStatus } from "./fixtures/errors.ts"
import { ids, sessionsList } from "./fixtures/lists.ts"
import { decode } from "./fixtures/schema.ts"
import { wireParticipant } from "./fixtures/wire.ts"

const roomId = RoomId.make("room-1")
const sessionId = SessionId.make("session-1")

/** The requests for these pages, each given as cursor and limit. */
const requests = (...pages: ReadonlyArray<readonly [cursor: number, limit: number]>): ReadonlyArray<Call> =>
  pages.map(([cursor, limit]) => ({ operation: "listSessions", request: { roomId, cursor, limit } }))

/** Walks all sessions of a room. */
const walkSessions = Effect.fnUntraced(function* (listSessions: Operations["listSessions"], options?: SessionsOptions) {
  const { calls, sessions } = yield* serve({ listSessions })
  const { emitted, failure } = yield* walk(sessions.stream(roomId, options))
  return { calls, emitted: emitted.map((session): string => session.sessionId), failure }
})

describe("Sessions.page", () => {
  it.effect("returns the response to one request, sent as given", () =>
    Effect.gen(function* () {
      const { calls, sessions } = yield* serve({ listSessions: sessionsList({ count: 25 }) })
      const page = yield* sessions.page({ roomId, limit: 10, cursor: 2 })
      assert.deepStrictEqual<ReadonlyArray<string>>(
        page.sessions.map((session) => session.sessionId),
        ids("session", 5, 20)
      )
      yield* sessions.page({ roomId })
      assert.deepStrictEqual(calls, [
        { operation: "listSessions", request: { roomId, limit: 10, cursor: 2 } },
        { operation: "listSessions", request: { roomId } }
      ])
    })
  )

  it.effect("fails with RoomNotFound if the room doesn't exist", () =>
    Effect.gen(function* () {
      const notFound = new RoomNotFound({ roomId, evidence: evidenceFor("listSessions", 404) })
      const { sessions } = yield* serve({ listSessions: () => Effect.fail(notFound) })
      assert.strictEqual(yield* Effect.flip(sessions.page({ roomId })), notFound)
    })
  )
})

describe("Sessions.stream", () => {
  it.effect("of a room that never met is empty", () =>
    Effect.gen(function* () {
      const { calls, emitted, failure } = yield* walkSessions(sessionsList({ count: 0 }))
      assert.isUndefined(failure)
      assert.deepStrictEqual(emitted, [])
      assert.deepStrictEqual(calls, requests([0, 100]))
    })
  )

  it.effect("checks after a short first page whether it was the end or a cap", () =>
    Effect.gen(function* () {
      const { calls, emitted, failure } = yield* walkSessions(sessionsList({ count: 3 }))
      assert.isUndefined(failure)
      assert.deepStrictEqual(emitted, ids("session", 3))
      assert.deepStrictEqual(calls, requests([0, 100], [1, 3]))
    })
  )

  it.effect("loses nothing if the service silently caps the limit", () =>
    Effect.gen(function* () {
      const { calls, emitted, failure } = yield* walkSessions(sessionsList({ count: 45, most: 20 }))
      assert.isUndefined(failure)
      assert.deepStrictEqual(emitted, ids("session", 45))
      // The last page is short: one more request shows that nothing follows.
      assert.deepStrictEqual(calls, requests([0, 100], [1, 20], [2, 20], [3, 15]))
    })
  )

  it.effect("ends with an empty page if the last page with sessions is full", () =>
    Effect.gen(function* () {
      const { calls, emitted, failure } = yield* walkSessions(sessionsList({ count: 20 }), { limit: 10 })
      assert.isUndefined(failure)
      assert.deepStrictEqual(emitted, ids("session", 20))
      assert.deepStrictEqual(calls, requests([0, 10], [1, 10], [2, 10]))
    })
  )

  const size = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 12 }))
  const count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60 }))

  it.effect.prop(
    "emits every session once and in order, whatever the limit and the clamp",
    { count, limit: size, most: size },
    (list) =>
      Effect.gen(function* () {
        const { emitted, failure } = yield* walkSessions(sessionsList(list), { limit: list.limit })
        assert.isUndefined(failure)
        assert.deepStrictEqual(emitted, ids("session", list.count))
      })
  )

  it.effect("requests only the pages that are consumed", () =>
    Effect.gen(function* () {
      for (const [taken, asked] of [
        [1, 1],
        [10, 1],
        [11, 2]
      ] as const) {
        const { calls, sessions } = yield* serve({ listSessions: sessionsList({ count: 100 }) })
        const emitted = yield* Stream.runCollect(Stream.take(sessions.stream(roomId, { limit: 10 }), taken))
        assert.strictEqual(emitted.length, taken)
        assert.strictEqual(calls.length, asked)
      }
    })
  )

  it.effect("fails as a page fails, with everything before it emitted", () =>
    Effect.gen(function* () {
      const broken = unexpectedStatus("listSessions")
      const first = sessionsList({ count: 30 })({ roomId, limit: 10 })
      const { calls, emitted, failure } = yield* walkSessions(
        inTurn<SessionsPage, RoomError>(first, Effect.fail(broken)),
        { limit: 10 }
      )
      assert.deepStrictEqual(emitted, ids("session", 10))
      assert.strictEqual(failure, broken)
      assert.deepStrictEqual(calls, requests([0, 10], [1, 10]))
    })
  )
})

describe("Sessions.pages", () => {
  it.effect("emits each page with the position that follows it, in the size that the service really uses", () =>
    Effect.gen(function* () {
      const { sessions } = yield* serve({ listSessions: sessionsList({ count: 45, most: 20 }) })
      const { emitted } = yield* walk(sessions.pages(roomId))
      assert.deepStrictEqual(
        emitted.map(({ items, next }) => ({ items: items.map((session): string => session.sessionId), next })),
        [
          { items: ids("session", 20), next: Option.some({ cursor: 1, limit: 20 }) },
          { items: ids("session", 20, 20), next: Option.some({ cursor: 2, limit: 20 }) },
          { items: ids("session", 5, 40), next: Option.some({ cursor: 3, limit: 15 }) },
          { items: [], next: Option.none() }
        ]
      )
    })
  )

  it.effect("continues from the position of any page", () =>
    Effect.gen(function* () {
      const listSessions = sessionsList({ count: 45, most: 20 })
      const { sessions } = yield* serve({ listSessions })
      let seen = 0
      for (const page of (yield* walk(sessions.pages(roomId))).emitted) {
        seen += page.items.length
        if (Option.isNone(page.next)) continue
        const resumed = yield* walkSessions(listSessions, { from: page.next.value })
        assert.isUndefined(resumed.failure)
        assert.deepStrictEqual(resumed.emitted, ids("session", 45 - seen, seen))
      }
      assert.strictEqual(seen, 45)
    })
  )
})

describe("Sessions.participants", () => {
  it.effect("returns one row for each stay, in the order of the service", () =>
    Effect.gen(function* () {
      const stays = [wireParticipant({ exitTime: 1_700_000_010_000 }), wireParticipant({ exitTime: null })]
      const { calls, sessions } = yield* serve({
        sessionParticipants: () => sends(Participants, { participants: stays })
      })
      assert.deepStrictEqual(
        yield* sessions.participants(sessionId),
        stays.map((stay) => decode(Participant, stay))
      )
      assert.deepStrictEqual(calls, [{ operation: "sessionParticipants", request: { sessionId } }])
    })
  )

  it.effect("returns no rows for a session without participants", () =>
    Effect.gen(function* () {
      const { sessions } = yield* serve({ sessionParticipants: () => sends(Participants, { participants: [] }) })
      assert.deepStrictEqual(yield* sessions.participants(sessionId), [])
    })
  )

  it.effect("fails with SessionNotFound if the session doesn't exist", () =>
    Effect.gen(function* () {
      const notFound = new SessionNotFound({ sessionId, evidence: evidenceFor("sessionParticipants", 404) })
      const { sessions } = yield* serve({ sessionParticipants: () => Effect.fail(notFound) })
      assert.strictEqual(yield* Effect.flip(sessions.participants(sessionId)), notFound)
    })
  )
})
