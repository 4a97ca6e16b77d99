/**
 * Pages that may be the last one: the requests before a walk ends, and conclusions that it must not draw.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Operations } from "../../src/Backend.ts"
import { PaginationError, RepeatedPage, StuckCursor } from "../../src/PaginationError.ts"
import { SessionsPage } from "../../src/Session.ts"
import { inTurn, sends, serve, walk } from "../fixtures/backend.ts"
import { changingLists } from "../fixtures/changingLists.ts"
import { delayed, rowsFrom } from "../fixtures/cursorFailures.ts"
import { plain } from "../fixtures/errors.ts"
import { ids, recordingsList, recordingsPage, roomsPage, sessionsList } from "../fixtures/lists.ts"
import { roomId, walkList } from "../fixtures/walks.ts"
import { wireSession } from "../fixtures/wire.ts"

const recordingsOf = (rows: ReadonlyArray<number | string>, next: number | null) =>
  recordingsPage(
    rows.map((row) => (typeof row === "number" ? `recording-${row}` : row)),
    next
  )

/** Walks rooms from a page on. */
const walkFrom = Effect.fnUntraced(function* (from: number, listRooms: Operations["listRooms"], concurrency = 1) {
  const { calls, rooms } = yield* serve({ listRooms })
  const { emitted, failure } = yield* walk(rooms.stream({ from, concurrency }))
  return { calls, emitted: emitted.map((room): string => room.roomId), failure }
})

const sessionsPage = (first: number, count: number) =>
  sends(SessionsPage, { sessions: ids("session", count, first).map((sessionId) => wireSession({ sessionId })) })

const reasonOf = (failure: unknown) => {
  assert.instanceOf(failure, PaginationError)
  return plain(failure.reason)
}

describe("a last page of recordings that names itself", () => {
  it.effect("is not taken for a stuck one if a recording was deleted and another one added while it was checked", () =>
    Effect.gen(function* () {
      const { calls, emitted, failure } = yield* walkList(
        "recordings",
        {
          listRecordings: inTurn(
            recordingsOf(rowsFrom(0, 10), 10),
            recordingsOf(rowsFrom(10, 10), 10),
            // Asked for 9 rows: recording 15 is gone, so there are only 9 and the page is still the last one.
            recordingsOf([10, 11, 12, 13, 14, 16, 17, 18, 19], 10),
            // Another recording has been added at the head.
            recordingsOf([9, 10, 11, 12, 13, 14, 16, 17, 18, 19], 10),
            recordingsOf([9, 10, 11, 12, 13, 14, 16, 17, 18], 19)
          )
        },
        { limit: 10 }
      )
      assert.isUndefined(failure)
      assert.deepStrictEqual<ReadonlyArray<string>>(emitted, ids("recording", 20))
      assert.strictEqual(calls.length, 5)
    })
  )

  it.effect("is followed if it was the only page and leads on by now", () =>
    Effect.gen(function* () {
      // The first page was asked for without a cursor and names itself as 1. Then a recording is added.
      let isAdded = false
      const { emitted, failure } = yield* walkList(
        "recordings",
        {
          listRecordings: ({ cursor }) => {
            if (cursor === 2) return recordingsOf([2], 2)
            if (cursor === undefined && !isAdded) return recordingsOf([0, 1, 2], 1)
            isAdded = true
            return recordingsOf(["new", 0, 1], cursor === undefined ? 1 : 2)
          }
        },
        { limit: 3 }
      )
      assert.isUndefined(failure)
      assert.deepStrictEqual(emitted, ["recording-0", "recording-1", "recording-2", "new"])
    })
  )

  it.effect("is not taken for the first of many that can be read ahead", () =>
    Effect.gen(function* () {
      const listRecordings = recordingsList({ count: 9, most: 9, end: "echo", cursors: "page 1" })
      const { calls, emitted, failure } = yield* walkList(
        "recordings",
        { listRecordings },
        { limit: 9, concurrency: 4 }
      )
      assert.isUndefined(failure)
      assert.deepStrictEqual<ReadonlyArray<string>>(emitted, ids("recording", 9))
      assert.deepStrictEqual(
        calls.map(({ request }) => request),
        [{ limit: 9 }, { cursor: 1, limit: 9 }, { cursor: 1, limit: 8 }]
      )
    })
  )
})

describe("sessions that are listed oldest first", () => {
  it.effect("take one request per page, because sessions are never deleted", () =>
    Effect.gen(function* () {
      const { listSessions } = changingLists([...ids("room", 3_000)].reverse())
      const { calls, emitted } = yield* walkList("sessions", { listSessions }, { limit: 10 })
      assert.deepStrictEqual<ReadonlyArray<string>>(emitted, ids("room", 3_000).toReversed())
      assert.strictEqual(calls.length, 300 + 1)
    })
  )
})

describe("a short page of sessions", () => {
  it.effect("is followed by one request, however many may be in flight", () =>
    Effect.gen(function* () {
      const script = { listSessions: delayed(sessionsList({ count: 5 })) }
      const { calls, emitted } = yield* walkList("sessions", script, { limit: 10, concurrency: 4 })
      assert.deepStrictEqual<ReadonlyArray<string>>(emitted, ids("session", 5))
      assert.deepStrictEqual(
        calls.map(({ request }) => request),
        [
          { roomId, cursor: 0, limit: 10 },
          { roomId, cursor: 1, limit: 5 }
        ]
      )
    })
  )

  it.effect("is followed by large pages again if it is in the middle", () =>
    Effect.gen(function* () {
      // One page has a single row, and 101 is a prime number.
      const listSessions: Operations["listSessions"] = ({ cursor = 0, limit = 10, roomId }) =>
        cursor === 1 && limit === 100 ? sessionsPage(100, 1) : sessionsList({ count: 400 })({ cursor, limit, roomId })
      const { calls, emitted } = yield* walkList("sessions", { listSessions }, { limit: 100 })
      assert.deepStrictEqual<ReadonlyArray<string>>(emitted, ids("session", 400))
      assert.deepStrictEqual(
        calls.slice(2, 5).map(({ request }) => request),
        [
          { roomId, cursor: 101, limit: 1 },
          { roomId, cursor: 2, limit: 51 },
          { roomId, cursor: 3, limit: 51 }
        ]
      )
      assert.isAtMost(calls.length, 12)
    })
  )
})

describe("the head of the list instead of a later page", () => {
  it.effect("ends the walk although a room was added to it", () =>
    Effect.gen(function* () {
      const head = ["new", "room-0", "room-1"]
      const { emitted, failure } = yield* walkList("rooms", {
        listRooms: inTurn(
          roomsPage({ rooms: ids("room", 3), current: 1, next: 2 }),
          roomsPage({ rooms: ids("room", 3, 3), current: 2, next: 3 }),
          roomsPage({ rooms: head, current: 3, next: 4 }),
          roomsPage({ rooms: head, current: 1, next: 2 })
        )
      })
      assert.deepStrictEqual<ReadonlyArray<string>>(emitted, ids("room", 6))
      assert.deepStrictEqual(reasonOf(failure), plain(new RepeatedPage({ firstRow: "new" })))
    })
  )
})

describe("a walk that begins in the middle of the list", () => {
  it.effect("doesn't end on a stuck page because its count is the number of rows that it emitted", () =>
    Effect.gen(function* () {
      const page = (current: number, first: number) =>
        roomsPage({ rooms: ids("room", 10, first), current, next: 2, count: 10 })
      const { emitted, failure } = yield* walkFrom(2, ({ cursor = 1 }) => page(cursor, 10 * (cursor - 1)))
      assert.deepStrictEqual<ReadonlyArray<string>>(emitted, ids("room", 10, 10))
      assert.deepStrictEqual(reasonOf(failure), plain(new StuckCursor({ asked: 2, next: 2 })))
    })
  )

  it.effect("doesn't end on an empty page because it emitted more rows than are counted", () =>
    Effect.gen(function* () {
      // Each page has two rows or none and counts four, including the rows before the walk began.
      const pages = [ids("room", 2), ids("room", 2, 2), ids("room", 2, 4), [], ids("room", 2, 6)]
      const { emitted, failure } = yield* walkFrom(2, ({ cursor = 1 }) =>
        roomsPage({
          rooms: pages[cursor - 1] ?? [],
          current: cursor,
          next: cursor < pages.length ? cursor + 1 : null,
          count: 4
        })
      )
      assert.isUndefined(failure)
      assert.deepStrictEqual<ReadonlyArray<string>>(emitted, ids("room", 6, 2))
    })
  )
})

describe("an empty page in the middle of rooms", () => {
  it.effect.each([1, 4])("is not the end if each page counts its own rows, with concurrency %d", (concurrency) =>
    Effect.gen(function* () {
      const pages = [ids("room", 3), [], ids("room", 3, 3), ids("room", 2, 6)]
      const { emitted, failure } = yield* walkList(
        "rooms",
        {
          listRooms: ({ cursor = 1 }) => {
            const rooms = pages[cursor - 1] ?? []
            const next = cursor < pages.length ? cursor + 1 : null
            return roomsPage({ rooms, current: cursor, next, count: rooms.length })
          }
        },
        { concurrency }
      )
      assert.isUndefined(failure)
      assert.deepStrictEqual<ReadonlyArray<string>>(emitted, ids("room", 8))
    })
  )
})
