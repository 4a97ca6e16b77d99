/**
 * Lists of rooms that change, or whose count is something else: the rows that a walk emits, and the requests that it needs.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Operations } from "../../src/Backend.ts"
import { PaginationError, RowsMissing } from "../../src/PaginationError.ts"
import { recentIdsAtLeast } from "../../src/pagination/RecentIds.ts"
import { inTurn } from "../fixtures/backend.ts"
import { changingLists, pageOf } from "../fixtures/changingLists.ts"
import { plain } from "../fixtures/errors.ts"
import { ids, roomsList, roomsPage } from "../fixtures/lists.ts"
import { heldUp } from "../fixtures/timed.ts"
import { type Shape, shapes, walkList } from "../fixtures/walks.ts"

/** Walks 60 rows, ten a page. Something changes when a page is asked for the first time. */
const walkWhile = Effect.fnUntraced(function* (shape: Shape, atPage: number, change: (rows: Array<string>) => void) {
  const rows = [...ids("room", 60)]
  let isChanged = false
  const { log, script } = heldUp(changingLists(rows), (request) =>
    Effect.sync(() => {
      if (isChanged || pageOf(shape, request) !== atPage) return
      isChanged = true
      change(rows)
    })
  )
  const walked = yield* walkList(shape, script, { limit: 10 })
  return { ...walked, asked: log.map(({ request }) => request.cursor) }
})

const added = (count: number) => ids("room", count).map((id) => `new-${id}`)

describe("three pages of rows that are added at once", () => {
  it.effect.each(shapes)("push rows onto pages that bring nothing new, which aren't the end: %s", (shape) =>
    Effect.gen(function* () {
      const { emitted, failure } = yield* walkWhile(shape, 5, (rows) => rows.unshift(...added(30)))
      assert.isUndefined(failure)
      // Those of rooms are counted, and come at the end.
      assert.deepStrictEqual<ReadonlyArray<string>>(emitted, [
        ...ids("room", 60),
        ...(shape === "rooms" ? added(30) : [])
      ])
    })
  )

  it.effect("push rows onto short pages that bring nothing new, which aren't the end either", () =>
    Effect.gen(function* () {
      // Each page of ten leaves out a row.
      const rows = [...ids("room", 100)]
      const { listRooms } = changingLists(rows, { isCounted: false })
      const { emitted, failure } = yield* walkList("rooms", {
        listRooms: (request) =>
          Effect.suspend(() => {
            if (request.cursor === 5 && rows.length === 100) rows.unshift(...added(30))
            return Effect.map(listRooms(request), (page) => ({
              ...page,
              rooms: page.rooms.filter(({ roomId }) => request.cursor === undefined || !roomId.endsWith("4"))
            }))
          })
      })
      assert.isUndefined(failure)
      assert.includeMembers(
        [...emitted],
        ids("room", 100).filter((id) => !id.endsWith("4"))
      )
    })
  )
})

describe("a walk over rooms of which a page is added while more are deleted", () => {
  it.effect("continues although a page comes again unchanged", () =>
    Effect.gen(function* () {
      const { emitted, failure } = yield* walkWhile("rooms", 3, (rows) => {
        rows.splice(40, 11)
        rows.unshift(...added(10))
      })
      assert.isUndefined(failure)
      assert.deepStrictEqual<ReadonlyArray<string>>(emitted, [...ids("room", 40), ...ids("room", 9, 51), ...added(10)])
    })
  )
})

describe("more than a page of rooms that are added at once", () => {
  it.effect("cost only the requests for the pages that they push back", () =>
    Effect.gen(function* () {
      const { asked, emitted, failure } = yield* walkWhile("rooms", 3, (rows) => rows.unshift(...added(12)))
      assert.isUndefined(failure)
      assert.deepStrictEqual<ReadonlyArray<string>>(emitted, [...ids("room", 60), ...added(12)])
      // The check at the end finds the rooms that were added, which fill a page and begin the next one.
      assert.deepStrictEqual(asked, [undefined, 2, 3, 4, 5, 6, 7, 8, undefined, 2])
    })
  )
})

describe("a deletion further down", () => {
  it.effect.each([0, 1])("doesn't make the walk doubt the count if pages count from %d", (first) =>
    Effect.gen(function* () {
      const page = (number: number, count: number) =>
        roomsPage({ rooms: ids("room", 3, 3 * number), current: first + number, next: first + number + 1, count })
      const last = roomsPage({ rooms: ids("room", 2, 6), current: first + 2, next: null, count: 8 })
      const { calls, emitted, failure } = yield* walkList("rooms", {
        // The count falls, and the page in front and the head are as they were.
        listRooms: inTurn(page(0, 9), page(1, 8), page(0, 8), page(0, 8), last)
      })
      assert.isUndefined(failure)
      assert.deepStrictEqual<ReadonlyArray<string>>(emitted, ids("room", 8))
      assert.strictEqual(calls.length, 5)
    })
  )

  it.effect("doesn't make the walk doubt the count if pages have different sizes", () =>
    Effect.gen(function* () {
      const first = (count: number) => roomsPage({ rooms: ids("room", 3), current: 1, next: 2, count })
      const { calls, emitted, failure } = yield* walkList("rooms", {
        listRooms: inTurn(
          first(7),
          roomsPage({ rooms: ids("room", 1, 3), current: 2, next: 3, count: 6 }),
          first(6),
          first(6),
          roomsPage({ rooms: ids("room", 2, 4), current: 3, next: null, count: 6 })
        )
      })
      assert.isUndefined(failure)
      assert.deepStrictEqual<ReadonlyArray<string>>(emitted, ids("room", 6))
      assert.strictEqual(calls.length, 5)
    })
  )
})

describe("a deletion in front of the walk", () => {
  it.effect("hides no room even if older ones appear at the end, so that the count rises", () =>
    Effect.gen(function* () {
      const { emitted, failure } = yield* walkWhile("rooms", 2, (rows) => {
        rows.shift()
        rows.push(...ids("room", 2, 60))
      })
      assert.isUndefined(failure)
      assert.deepStrictEqual<ReadonlyArray<string>>(emitted, ids("room", 62))
    })
  )

  it.effect.each([1, 4])(
    "hides no room in a list that grows at its tail, and keeps its count: concurrency %d",
    (concurrency) =>
      Effect.gen(function* () {
        const rows = [...ids("room", 60)].reverse()
        const { listRooms } = changingLists(rows)
        const { emitted, failure } = yield* walkList(
          "rooms",
          {
            listRooms: (request) =>
              Effect.suspend(() => {
                if (request.cursor === 3 && rows[5] === "room-54") {
                  rows.splice(5, 1)
                  rows.push("new")
                }
                return listRooms(request)
              })
          },
          { concurrency }
        )
        assert.isUndefined(failure)
        // A row that the deletion hid may be emitted later than its neighbours.
        assert.sameMembers(emitted, [...ids("room", 60), "new"])
      })
  )
})

describe("a count that is too high", () => {
  it.effect("ends the walk even if its first rooms are too long ago to be remembered", () =>
    Effect.gen(function* () {
      const count = 3 * recentIdsAtLeast
      const listRooms = roomsList({ count, pageSize: 1_024, counts: "tooHigh" })
      const { emitted, failure } = yield* walkList("rooms", { listRooms })
      assert.strictEqual(emitted.length, count)
      assert.instanceOf(failure, PaginationError)
      assert.deepStrictEqual(plain(failure.reason), plain(new RowsMissing({ count: count + 25, emitted: count })))
    })
  )
})

describe("a walk over an empty list of rooms", () => {
  it.effect("takes three requests if only empty pages show it", () =>
    Effect.gen(function* () {
      const listRooms: Operations["listRooms"] = ({ cursor = 1 }) =>
        roomsPage({ rooms: [], current: cursor, next: cursor + 1 })
      const { calls, failure } = yield* walkList("rooms", { listRooms })
      assert.isUndefined(failure)
      assert.strictEqual(calls.length, 3)
    })
  )
})

describe("a service in memory that gives the same objects each time", () => {
  it.effect("can have an empty page in the middle like any other", () =>
    Effect.gen(function* () {
      const pages = yield* Effect.all([
        roomsPage({ rooms: ids("room", 3), current: 1, next: 2 }),
        roomsPage({ rooms: ids("room", 3, 3), current: 2, next: 3 }),
        roomsPage({ rooms: [], current: 3, next: 4 }),
        roomsPage({ rooms: ids("room", 3, 6), current: 4, next: null })
      ])
      const { calls, emitted, failure } = yield* walkList("rooms", {
        listRooms: ({ cursor = 1 }) => Effect.succeed(pages[cursor - 1] ?? pages[3])
      })
      assert.isUndefined(failure)
      assert.deepStrictEqual<ReadonlyArray<string>>(emitted, ids("room", 9))
      // The page in front of the empty one and the head confirm it.
      assert.strictEqual(calls.length, 4 + 2)
    })
  )
})
