/**
 * The end of a walk over rooms, compared with the count of its last page.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { CountUnreliable, PaginationError, RowsMissing } from "../../src/PaginationError.ts"
import type { RoomsPage } from "../../src/Room.ts"
import { inTurn, serve, walk } from "../fixtures/backend.ts"
import { changingLists } from "../fixtures/changingLists.ts"
import { plain } from "../fixtures/errors.ts"
import { ids, roomsList, roomsPage } from "../fixtures/lists.ts"
import { afterAll, heldUp } from "../fixtures/timed.ts"
import { type WalkListOptions, walkList } from "../fixtures/walks.ts"

/** One of three pages of three rooms. */
const page = (number: number, count: number, next = number < 3 ? number + 1 : null) =>
  roomsPage({ rooms: ids("room", 3, 3 * number - 3), current: number, next, count })

/** Walks the pages, and returns how many rows are emitted and why the walk fails. */
const outcome = Effect.fnUntraced(function* (
  answers: ReadonlyArray<Effect.Effect<RoomsPage>>,
  options?: WalkListOptions
) {
  const { calls, emitted, failure } = yield* walkList("rooms", { listRooms: inTurn(...answers) }, options)
  assert.strictEqual(calls.length, answers.length)
  if (failure !== undefined) assert.instanceOf(failure, PaginationError)
  return { rows: emitted.length, reason: failure && plain(failure.reason) }
})

/** The count falls on the second page. The first page and the head show no other change. */
const fallen = [page(1, 9), page(2, 8), page(1, 8), page(1, 8)]

const unreliable = (count: number, rows: number) => plain(new CountUnreliable({ count, rows }))

describe("a count that fell, and is less than the pages show at the end", () => {
  it.effect("ends the walk with an error if it is the same when the last page is read again", () =>
    Effect.gen(function* () {
      const walked = yield* outcome([...fallen, page(3, 8), page(3, 8)])
      assert.deepStrictEqual(walked, { rows: 9, reason: unreliable(8, 9) })
    })
  )

  it.effect("ends the walk with an error if the last page leads on when it is read again", () =>
    Effect.gen(function* () {
      const walked = yield* outcome([...fallen, page(3, 8), page(3, 9, 4)])
      assert.deepStrictEqual(walked, { rows: 9, reason: unreliable(8, 9) })
    })
  )

  it.effect("is accepted if it is right when the last page is read again", () =>
    Effect.gen(function* () {
      const walked = yield* outcome([...fallen, page(3, 8), page(3, 9)])
      assert.deepStrictEqual(walked, { rows: 9, reason: undefined })
    })
  )

  it.effect("doesn't matter if each boundary was verified", () =>
    Effect.gen(function* () {
      const walked = yield* outcome([...fallen, page(3, 8), page(2, 8), page(1, 8)], { verify: true })
      assert.deepStrictEqual(walked, { rows: 9, reason: undefined })
    })
  )
})

describe("a count of more rooms than were emitted", () => {
  const rooms = (names: ReadonlyArray<string>, count: number) => roomsPage({ rooms: names, current: 1, next: 2, count })

  it.effect("is forgotten if it has fallen when the walk searches for the others", () =>
    Effect.gen(function* () {
      const walked = yield* outcome([page(1, 10), page(2, 10), page(3, 10), page(1, 9), page(3, 9)])
      assert.deepStrictEqual(walked, { rows: 9, reason: undefined })
    })
  )

  it.effect("ends the walk with an error if a room was added but another one is still missing", () =>
    Effect.gen(function* () {
      const head = rooms(["new", "room-0", "room-1"], 10)
      const walked = yield* outcome([page(1, 10), page(2, 10), page(3, 10), head, page(3, 10)])
      // The room comes at the end.
      assert.deepStrictEqual(walked, { rows: 10, reason: unreliable(10, 9) })
    })
  )
})

describe("a last page that names itself", () => {
  it.effect("is checked at once if it is full, without waiting for the pages behind it", () =>
    Effect.gen(function* () {
      let isHeldUp = false
      const listRooms = roomsList({ count: 40, counts: "tooHigh", end: "echo" })
      const { log, script } = heldUp({ listRooms }, ({ cursor }) => {
        if (cursor !== 5 || isHeldUp) return Effect.sleep(1)
        isHeldUp = true
        return Effect.sleep(1_000)
      })
      const { millis, result } = yield* afterAll(walkList("rooms", script, { concurrency: 2 }))
      assert.instanceOf(result.failure, PaginationError)
      assert.deepStrictEqual(plain(result.failure.reason), plain(new RowsMissing({ count: 65, emitted: 40 })))
      assert.isTrue(isHeldUp)
      assert.isAtMost(millis, log.length)
    })
  )
})

describe("a walk that reads pages again", () => {
  it.effect("requests each page once after several pages were deleted in front of it, oldest first", () =>
    Effect.gen(function* () {
      const rows = [...ids("room", 100)].reverse()
      const { log, script } = heldUp(changingLists(rows), ({ cursor }) =>
        Effect.sync(() => {
          if (cursor !== 6 || rows[0] !== "room-99") return
          rows.splice(0, 25)
          rows.push(...ids("room", 25).map((id) => `new-${id}`))
        })
      )
      const { emitted, failure } = yield* walkList("rooms", script)
      assert.isUndefined(failure)
      assert.sameMembers(emitted, [...ids("room", 100), ...ids("room", 25).map((id) => `new-${id}`)])
      // The last page is observed first, and the first page is checked by reading it again. The page behind the deletion shows
      // other rows than were observed, so all pages are read again in the other direction, up to one that was checked.
      assert.deepStrictEqual(
        log.map(({ request }) => request.cursor ?? 1),
        [1, 10, 2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
      )
    })
  )

  it.effect("needs no further request if a room is added, oldest first", () =>
    Effect.gen(function* () {
      const rows = [...ids("room", 40)].reverse()
      const { log, script } = heldUp(changingLists(rows), ({ cursor }) =>
        Effect.sync(() => {
          if (cursor === 3 && rows.length === 40) rows.push("new")
        })
      )
      const { emitted } = yield* walkList("rooms", script)
      assert.deepStrictEqual(emitted, [...ids("room", 40).toReversed(), "new"])
      assert.deepStrictEqual(
        log.map(({ request }) => request.cursor ?? 1),
        [1, 4, 2, 1, 3, 4, 5, 4]
      )
    })
  )

  it.effect("doesn't emit pages that bring nothing new", () =>
    Effect.gen(function* () {
      const rows = [...ids("room", 40)].reverse()
      const { rooms } = yield* serve(changingLists(rows))
      const { emitted } = yield* walk(rooms.pages())
      assert.deepStrictEqual(
        emitted.map(({ items }) => items.length),
        [10, 10, 10, 10]
      )
    })
  )
})
