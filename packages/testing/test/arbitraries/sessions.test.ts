import { assert, describe, it } from "@effect/vitest"
import type { Session } from "@effect-rooms/core/Session"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Arbitraries from "../../src/Arbitraries.ts"
import { assertOccur, sample, smallest } from "../fixtures/sampled.ts"

const now = DateTime.makeUnsafe("2024-03-01T12:00:00Z")
const millis = DateTime.toEpochMillis

const isRunning = ({ endTime }: Session) => Option.isNone(endTime)
/** The end of a session, infinity for a running one. */
const end = ({ endTime }: Session) => Option.getOrUndefined(Option.map(endTime, millis)) ?? Number.POSITIVE_INFINITY
const lasted = (session: Session) => end(session) - millis(session.startTime)

const minute = 60_000
const day = 24 * 60 * minute

describe("session", () => {
  it.effect("is running, or ended between its start and now, after zero time up to weeks", () =>
    Effect.gen(function* () {
      const sessions = yield* sample(Arbitraries.session({ now }), { count: 1000 })
      assertOccur(sessions, {
        running: isRunning,
        "of no length": (session) => lasted(session) === 0,
        "of a millisecond": (session) => lasted(session) === 1,
        "of some minutes": (session) => lasted(session) > minute && lasted(session) < 90 * minute,
        "of weeks": (session) => lasted(session) > 14 * day && !isRunning(session),
        "ended now": (session) => end(session) === millis(now)
      })
      assert.isTrue(sessions.every((session) => lasted(session) >= 0))
      assert.isTrue(sessions.every((session) => isRunning(session) || end(session) <= millis(now)))
      assert.isTrue(sessions.every(({ startTime }) => millis(startTime) <= millis(now)))
    })
  )
})

const assertList = (sessions: ReadonlyArray<Session>) => {
  assert.strictEqual(new Set(sessions.map(({ sessionId }) => sessionId)).size, sessions.length)
  assert.isFalse(sessions.slice(1).some(isRunning))
  sessions.forEach((session, index) => {
    const newer = sessions[index - 1]
    assert.isAtLeast(lasted(session), 0)
    if (newer === undefined) assert.isTrue(isRunning(session) || end(session) <= millis(now))
    else assert.isAtMost(end(session), millis(newer.startTime))
  })
}

describe("sessions", () => {
  it.effect("are newest first and don't overlap, and only the newest one can be running", () =>
    Effect.gen(function* () {
      const lists = yield* sample(Arbitraries.sessions({ now }), { count: 120 })
      lists.forEach(assertList)
      assertOccur(lists, {
        "no session": (sessions) => sessions.length === 0,
        "one session that is over": ([session, ...others]) =>
          session !== undefined && others.length === 0 && !isRunning(session),
        "one that runs, behind others": ([session, ...others]) =>
          session !== undefined && others.length > 0 && isRunning(session),
        "more than a page": (sessions) => sessions.length > 20,
        "one right after the other": (sessions) =>
          sessions.some((session, index) => millis(session.startTime) === end(sessions[index + 1] ?? session))
      })
    })
  )

  it.effect("have the requested number", () =>
    Effect.gen(function* () {
      const lists = yield* sample(Arbitraries.sessions({ now, minLength: 30, maxLength: 30 }), { count: 10 })
      lists.forEach(assertList)
      assert.isTrue(lists.every(({ length }) => length === 30))
    })
  )

  it.effect("shrink to sessions of zero length, now", () =>
    Effect.gen(function* () {
      for (const sessions of yield* smallest(Arbitraries.sessions({ now }), (sessions) => sessions.length < 2)) {
        assert.deepStrictEqual<unknown>(
          sessions,
          ["0", "0-2"].map((sessionId) => ({ sessionId, startTime: now, endTime: Option.some(now) }))
        )
      }
    })
  )
})

describe("pagedSessions", () => {
  it.effect("has all sessions on its pages in order, and only the last page can be short", () =>
    Effect.gen(function* () {
      const lists = yield* sample(Arbitraries.pagedSessions({ now }), { count: 120 })
      for (const { pageSize, pages, rows } of lists) {
        assertList(rows)
        assert.deepStrictEqual(
          pages.flatMap(({ sessions }) => sessions),
          rows
        )
        assert.lengthOf(pages, Math.max(1, Math.ceil(rows.length / pageSize)))
        assert.isTrue(pages.slice(0, -1).every(({ sessions }) => sessions.length === pageSize))
      }
      assertOccur(lists, {
        "pages of 20": ({ pageSize }) => pageSize === 20,
        "several pages": ({ pages }) => pages.length > 2,
        "a full last page": ({ pageSize, pages }) => pages.at(-1)?.sessions.length === pageSize,
        "an empty list": ({ rows }) => rows.length === 0
      })
    })
  )
})
