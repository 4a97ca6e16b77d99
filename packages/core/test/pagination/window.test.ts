/**
 * Walks over the sessions that started within a window: what they emit, and what they ask for.
 */
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Operations } from "../../src/Backend.ts"
import { InvalidRequest } from "../../src/DomainError.ts"
import { RoomId } from "../../src/Identifier.ts"
import { SessionsPage } from "../../src/Session.ts"
import type { AllSessionsOptions, SessionsOptions } from "../../src/Sessions.ts"
import { type Call, sends, serve, walk } from "../fixtures/backend.ts"
import { roomsList } from "../fixtures/lists.ts"
import { seededRandom } from "../fixtures/movingService.ts"
import { wireSession } from "../fixtures/wire.ts"

const roomId = RoomId.make("room-0")

const newest = Date.UTC(2026, 10, 22, 9)
const day = 86_400_000

/** Returns the time this many days before the newest session. */
const daysAgo = (days: number) => newest - days * day
const time = (millis: number) => DateTime.makeUnsafe(millis)

/** Sessions that started at these times, in this order; each is called by its room and its time. */
const sessionsAt =
  (rooms: ReadonlyArray<ReadonlyArray<number>>, most = 1_000): Operations["listSessions"] =>
  ({ cursor = 0, limit = 10, roomId }) => {
    const size = Math.min(limit, most)
    const times = rooms[Number(roomId.slice(5))] ?? []
    return sends(SessionsPage, {
      sessions: times
        .slice(cursor * size, (cursor + 1) * size)
        .map((startTime) => wireSession({ sessionId: `${roomId}/${startTime}`, startTime, endTime: startTime + 1 }))
    })
  }

/** One session a day for a year. */
const year = Array.from({ length: 365 }, (_, days) => daysAgo(days))

const startsOf = Effect.fnUntraced(function* (times: ReadonlyArray<number>, options: SessionsOptions, most?: number) {
  const { calls, sessions } = yield* serve({ listSessions: sessionsAt([times], most) })
  const { emitted, failure } = yield* walk(sessions.stream(roomId, options))
  assert.isUndefined(failure)
  return { calls, starts: emitted.map(({ startTime }) => startTime.epochMilliseconds) }
})

const requests = (limit: number, ...cursors: ReadonlyArray<number>): ReadonlyArray<Call> =>
  cursors.map((cursor) => ({ operation: "listSessions", request: { roomId, cursor, limit } }))

describe("Sessions.stream within a window", () => {
  it.effect("of a year of sessions reads only the pages that `since` needs", () =>
    Effect.gen(function* () {
      const { calls, starts } = yield* startsOf(year, { limit: 30, since: time(daysAgo(45)) })
      assert.deepStrictEqual(starts, year.slice(0, 46))
      assert.deepStrictEqual(calls, requests(30, 0, 1))
    })
  )

  it.effect("takes a Date as well", () =>
    Effect.gen(function* () {
      const { calls, starts } = yield* startsOf(year, { limit: 30, since: new Date(daysAgo(29)) })
      assert.deepStrictEqual(starts, year.slice(0, 30))
      // The oldest session of the first page is in the window: another page is needed to know that it was the last.
      assert.deepStrictEqual(calls, requests(30, 0, 1))
    })
  )

  it.effect("reads newer pages too, and emits only what started at `since` or later and before `until`", () =>
    Effect.gen(function* () {
      const { calls, starts } = yield* startsOf(year, {
        limit: 30,
        since: time(daysAgo(80)),
        until: time(daysAgo(70))
      })
      assert.deepStrictEqual(starts, year.slice(71, 81))
      assert.deepStrictEqual(calls, requests(30, 0, 1, 2))
    })
  )

  it.effect("with only `until` reads the list to its end", () =>
    Effect.gen(function* () {
      const { calls, starts } = yield* startsOf(year, { until: time(daysAgo(360)) })
      assert.deepStrictEqual(starts, year.slice(361))
      assert.deepStrictEqual(calls, [...requests(100, 0, 1, 2, 3), ...requests(73, 5)])
    })
  )

  it.effect("is empty if no time is left between `since` and `until`", () =>
    Effect.gen(function* () {
      const { calls, starts } = yield* startsOf(year, { since: time(daysAgo(3)), until: time(daysAgo(3)) })
      assert.deepStrictEqual(starts, [])
      assert.deepStrictEqual(calls, requests(100, 0))
    })
  )

  it.effect("follows a limit that the service caps", () =>
    Effect.gen(function* () {
      const { calls, starts } = yield* startsOf(year, { since: time(daysAgo(25)) }, 10)
      assert.deepStrictEqual(starts, year.slice(0, 26))
      assert.deepStrictEqual(calls, [...requests(100, 0), ...requests(10, 1, 2)])
    })
  )

  it.effect("asks whether a single old session was all, because it doesn't show in which order the list is", () =>
    Effect.gen(function* () {
      const { calls, starts } = yield* startsOf([daysAgo(9)], { since: time(daysAgo(1)) })
      assert.deepStrictEqual(starts, [])
      assert.deepStrictEqual(calls, [...requests(100, 0), ...requests(1, 1)])
      const two = yield* startsOf([daysAgo(9), daysAgo(10)], { since: time(daysAgo(1)) })
      assert.deepStrictEqual(two.starts, [])
      assert.deepStrictEqual(two.calls, requests(100, 0))
    })
  )

  it.effect.each([1, 7, 100])("loses nothing of a list that has its oldest session first, %d at a time", (limit) =>
    Effect.gen(function* () {
      const oldestFirst = [...year].reverse()
      for (const concurrency of [1, 8]) {
        const { starts } = yield* startsOf(oldestFirst, { limit, concurrency, since: time(daysAgo(3)) })
        assert.deepStrictEqual(starts, oldestFirst.slice(-4))
      }
    })
  )

  it.effect("reads on to the end once a session was out of order", () =>
    Effect.gen(function* () {
      const times = [0, 2, 1, 3, 8, 9, 10, 4, 11].map(daysAgo)
      const { starts } = yield* startsOf(times, { limit: 2, since: time(daysAgo(5)) })
      assert.deepStrictEqual(starts, [0, 2, 1, 3, 4].map(daysAgo))
    })
  )

  it.effect.each([1, 8])("cancels requests ahead when it reaches `since`, with concurrency %d", (concurrency) =>
    Effect.gen(function* () {
      const { calls, starts } = yield* startsOf(year, { concurrency, limit: 10, since: time(daysAgo(14)) })
      assert.deepStrictEqual(starts, year.slice(0, 15))
      // Pages are read ahead in threes at first: the second and two behind it.
      assert.deepStrictEqual(calls, concurrency === 1 ? requests(10, 0, 1) : requests(10, 0, 1, 2, 3))
    })
  )

  it.effect.prop(
    "emits what a filter over the whole list gives, however many sessions start together and whatever the pages",
    {
      seed: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 })),
      count: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60 })),
      limit: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 12 })),
      most: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 12 })),
      concurrency: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 4 }))
    },
    ({ concurrency, count, limit, most, seed }) =>
      Effect.gen(function* () {
        const random = seededRandom(seed)
        const somewhere = () => daysAgo(Math.floor(random() * 25))
        const [since = 0, until = 0] = [somewhere(), somewhere()].sort((a, b) => a - b)
        const newestFirst = Array.from({ length: count }, somewhere).sort((a, b) => b - a)
        for (const times of [newestFirst, [...newestFirst].reverse()]) {
          const listSessions: Operations["listSessions"] = ({ cursor = 0, limit = 10 }) => {
            const size = Math.min(limit, most)
            const rows = times.map((startTime, index) => wireSession({ sessionId: `session-${index}`, startTime }))
            return sends(SessionsPage, { sessions: rows.slice(cursor * size, (cursor + 1) * size) })
          }
          const { sessions } = yield* serve({ listSessions })
          const window = { since: time(since), until: time(until) }
          const { emitted } = yield* walk(sessions.stream(roomId, { concurrency, limit, ...window }))
          assert.deepStrictEqual(
            emitted.map(({ sessionId }): string => sessionId),
            times.flatMap((start, index) => (since <= start && start < until ? [`session-${index}`] : []))
          )
        }
      })
  )

  it.effect("emits each session of the window once while new ones begin", () =>
    Effect.gen(function* () {
      const list = [...year]
      let added = 0
      const { sessions } = yield* serve({
        listSessions: (request) => {
          const answer = sessionsAt([[...list]])(request)
          // Three sessions begin after each answer.
          for (let i = 0; i < 3; i++) list.unshift(newest + ++added)
          return answer
        }
      })
      const { emitted } = yield* walk(sessions.stream(roomId, { limit: 5, since: time(daysAgo(30)) }))
      assert.deepStrictEqual(
        emitted.map(({ startTime }) => startTime.epochMilliseconds),
        year.slice(0, 31)
      )
    })
  )
})

describe("Sessions.pages within a window", () => {
  it.effect("ends with a page without a next one, and resumes from every other one", () =>
    Effect.gen(function* () {
      const { sessions } = yield* serve({ listSessions: sessionsAt([year]) })
      const options = { limit: 10, since: time(daysAgo(34)), until: time(daysAgo(14)) }
      const { emitted } = yield* walk(sessions.pages(roomId, options))
      const starts = emitted.map(({ items }) => items.map(({ startTime }) => startTime.epochMilliseconds))
      assert.deepStrictEqual(starts, [[], year.slice(15, 20), year.slice(20, 30), year.slice(30, 35)])
      assert.deepStrictEqual(
        emitted.map(({ next }) => next._tag),
        ["Some", "Some", "Some", "None"]
      )
      for (const [index, { next }] of emitted.entries()) {
        if (next._tag === "None") continue
        const rest = yield* walk(sessions.pages(roomId, { ...options, from: next.value }))
        assert.deepStrictEqual(
          rest.emitted.map(({ items }) => items.map(({ startTime }) => startTime.epochMilliseconds)),
          starts.slice(index + 1)
        )
      }
    })
  )
})

describe("Sessions.streamAll within a window", () => {
  /** Rooms of which the second has only old sessions, the third has no sessions, and the last met daily. */
  const rooms = [[0, 1, 9].map(daysAgo), [8, 9].map(daysAgo), [], [2, 3].map(daysAgo), year]

  const service = { listRooms: roomsList({ count: rooms.length }), listSessions: sessionsAt(rooms) }
  const options = { limit: 50, since: time(daysAgo(2)), until: time(newest) }
  const expected = [`room-0/${daysAgo(1)}`, `room-3/${daysAgo(2)}`, `room-4/${daysAgo(1)}`, `room-4/${daysAgo(2)}`]

  const ofRooms = (calls: ReadonlyArray<Call>) =>
    calls.flatMap(({ operation, request }) => (operation === "listSessions" ? [JSON.stringify(request)] : [])).sort()

  it.effect.each([
    { concurrency: 1, ordered: true },
    { concurrency: 8, ordered: true },
    { concurrency: 8, ordered: false }
  ])("asks once for each room, however many sessions it has: $concurrency, ordered: $ordered", (how) =>
    Effect.gen(function* () {
      const { calls, sessions } = yield* serve(service)
      const { emitted, failure } = yield* walk(sessions.streamAll({ ...options, ...how }))
      assert.isUndefined(failure)
      const names = emitted.map(({ session }): string => session.sessionId)
      assert.deepStrictEqual(how.ordered ? names : [...names].sort(), how.ordered ? expected : [...expected].sort())
      assert.deepStrictEqual(
        ofRooms(calls),
        rooms.map((_, room) => JSON.stringify({ roomId: `room-${room}`, cursor: 0, limit: 50 }))
      )
    })
  )

  it.effect("resumes after any page, with rooms that are done left out", () =>
    Effect.gen(function* () {
      const { sessions } = yield* serve(service)
      for (const how of [{}, { concurrency: 4 }]) {
        const walked = { ...options, ...how, limit: 1 }
        const { emitted } = yield* walk(sessions.pagesAll(walked))
        const namesOf = (pages: typeof emitted) =>
          pages.flatMap(({ items }) => items.map(({ sessionId }): string => sessionId))
        assert.deepStrictEqual(namesOf(emitted), expected)
        for (const [index, { next }] of emitted.entries()) {
          const rest = yield* walk(sessions.pagesAll({ ...walked, from: next }))
          assert.deepStrictEqual(namesOf(rest.emitted), namesOf(emitted.slice(index + 1)))
        }
      }
    })
  )
})

describe("invalid windows", () => {
  const invalid = new Date(Number.NaN)
  // Programs without types pass anything.
  const text: Date = JSON.parse('"2026-11-18"')
  const bad: ReadonlyArray<readonly [field: string, options: AllSessionsOptions & SessionsOptions]> = [
    ["since", { since: invalid } as const],
    ["until", { until: invalid } as const],
    ["since", { since: text } as const],
    ["until", { since: time(2), until: time(1) } as const]
  ]

  it.effect.each(bad)("fail before anything is sent: %s in %j", ([field, options]) =>
    Effect.gen(function* () {
      const { calls, sessions } = yield* serve({})
      const streams = [
        sessions.stream(roomId, options),
        sessions.pages(roomId, options),
        sessions.pagesAll(options),
        sessions.streamAll({ since: time(0), ...options, onRoomError: "report" }),
        sessions.participantsAll({ since: time(0), ...options, onRoomError: "report" })
      ]
      for (const stream of streams) {
        const { emitted, failure } = yield* walk<unknown, unknown>(stream)
        assert.instanceOf(failure, InvalidRequest)
        assert.strictEqual(failure.field, field)
        assert.deepStrictEqual(emitted, [])
      }
      assert.deepStrictEqual(calls, [])
    })
  )
})
