import { assert, describe, it } from "@effect/vitest"
import type { Room } from "@effect-rooms/core/Room"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Arbitraries from "../../src/Arbitraries.ts"
import { assertOccur, sample, smallest } from "../fixtures/sampled.ts"

const millis = ({ createdAt }: Room) => DateTime.toEpochMillis(createdAt)

const now = DateTime.makeUnsafe("2025-01-01T00:00:00Z")

const idsOf = (rooms: ReadonlyArray<Room>) => rooms.map(({ roomId }) => roomId)

const assertList = (rooms: ReadonlyArray<Room>) => {
  assert.strictEqual(new Set(idsOf(rooms)).size, rooms.length)
  const times = rooms.map(millis)
  assert.deepStrictEqual(
    times,
    times.toSorted((a, b) => b - a)
  )
}

describe("room", () => {
  it.effect("is locked or not, has metadata or not, and was created by now", () =>
    Effect.gen(function* () {
      const rooms = yield* sample(Arbitraries.room({ now }))
      assertOccur(rooms, {
        locked: ({ roomLocked }) => roomLocked,
        "not locked": ({ roomLocked }) => !roomLocked,
        "without metadata": ({ metadata }) => Option.isNone(metadata),
        "with metadata": ({ metadata }) => Option.isSome(metadata),
        "created now": (room) => millis(room) === DateTime.toEpochMillis(now)
      })
      assert.isTrue(rooms.every((room) => millis(room) <= DateTime.toEpochMillis(now)))
    })
  )
})

describe("createRoomRequest", () => {
  it.effect("is locked or not, and has metadata or omits the key", () =>
    Effect.gen(function* () {
      assertOccur(yield* sample(Arbitraries.createRoomRequest), {
        locked: ({ roomLocked }) => roomLocked,
        "not locked": ({ roomLocked }) => !roomLocked,
        "without metadata": (request) => !("metadata" in request),
        "with a title": ({ metadata }) => metadata?.title !== undefined
      })
    })
  )
})

describe("rooms", () => {
  it.effect("is a newest-first list with distinct ids", () =>
    Effect.gen(function* () {
      const lists = yield* sample(Arbitraries.rooms({ now }), { count: 120 })
      lists.forEach(assertList)
      assertOccur(lists, {
        "no room": (rooms) => rooms.length === 0,
        "one room": (rooms) => rooms.length === 1,
        "a page and a room more": (rooms) => rooms.length === 11,
        "more than five pages": (rooms) => rooms.length > 50,
        "rooms of the same moment": (rooms) => new Set(rooms.map(millis)).size < rooms.length
      })
      assert.isTrue(lists.flat().every((room) => millis(room) <= DateTime.toEpochMillis(now)))
    })
  )

  it.effect("has the requested length", () =>
    Effect.gen(function* () {
      const lists = yield* sample(Arbitraries.rooms({ minLength: 12, maxLength: 14 }), { count: 100 })
      lists.forEach(assertList)
      assert.deepStrictEqual([...new Set(lists.map(({ length }) => length))].toSorted(), [12, 13, 14])
      const [long] = yield* sample(Arbitraries.rooms({ minLength: 500, maxLength: 500 }), { count: 1 })
      assert.isDefined(long)
      assert.lengthOf(long, 500)
      assertList(long)
    })
  )

  it("rejects impossible lengths", () => {
    assert.throws(() => Arbitraries.rooms({ minLength: 2, maxLength: 1 }), RangeError)
  })

  it.effect("shrinks to the fewest plain rooms with distinct ids", () =>
    Effect.gen(function* () {
      const isLocked = ({ roomLocked }: Room) => roomLocked
      for (const rooms of yield* smallest(Arbitraries.rooms({ now }), (rooms) => rooms.filter(isLocked).length < 2)) {
        assert.deepStrictEqual<unknown>(
          rooms,
          ["0", "0-2"].map((roomId) => ({ roomId, createdAt: now, roomLocked: true, metadata: Option.none() }))
        )
      }
    })
  )
})

describe("pagedRooms", () => {
  const lists = sample(Arbitraries.pagedRooms({ now }), { count: 120 })

  it.effect("has all rooms on its pages in order, and only the last page can be short", () =>
    Effect.gen(function* () {
      for (const { pageSize, pages, rows } of yield* lists) {
        assertList(rows)
        assert.deepStrictEqual(
          pages.flatMap(({ rooms }) => rooms),
          rows
        )
        assert.lengthOf(pages, Math.max(1, Math.ceil(rows.length / pageSize)))
        assert.isTrue(pages.slice(0, -1).every(({ rooms }) => rooms.length === pageSize))
        assert.isTrue(pages.every((page) => page.pageSize === page.rooms.length))
      }
    })
  )

  it.effect("names the previous and next page of each page, and has the same count on all pages or on none", () =>
    Effect.gen(function* () {
      for (const { pages, rows } of yield* lists) {
        const [first, ...others] = pages
        assert.isDefined(first)
        assert.include([0, 1], first.current)
        assert.deepStrictEqual(
          pages.map(({ current }) => current),
          pages.map((_, index) => first.current + index)
        )
        const numbers = others.map(({ current }) => Option.some(current))
        assert.deepStrictEqual(
          pages.slice(0, -1).map(({ nextCursor }) => nextCursor),
          numbers
        )
        assert.deepStrictEqual(
          others.map(({ prevCursor }) => prevCursor),
          pages.slice(0, -1).map(({ current }) => Option.some(current))
        )
        assert.deepStrictEqual(first.prevCursor, first.current === 0 ? Option.none() : Option.some(0))
        const counts = new Set(pages.map(({ count }) => Option.getOrNull(count)))
        assert.include([[rows.length], [null]].map(String), String([...counts]))
      }
    })
  )

  it.effect("covers every reading of the contract", () =>
    Effect.gen(function* () {
      const readings = (yield* lists).flatMap(({ pages }) => {
        const last = pages.at(-1)
        if (last === undefined || pages.length < 2) return []
        const end = Option.match(last.nextCursor, {
          onNone: () => "null",
          onSome: (next) => (next === last.current ? "its own number" : `${next}`)
        })
        const count = Option.isSome(last.count) ? "counted" : "not counted"
        return [`from ${last.current - pages.length + 1}, ${count}, ends with ${end}`]
      })
      const all = ["from 0", "from 1"].flatMap((from) =>
        ["counted", "not counted"].flatMap((count) =>
          ["0", "its own number", "null"].map((end) => `${from}, ${count}, ends with ${end}`)
        )
      )
      assert.deepStrictEqual([...new Set(readings)].toSorted(), all)
    })
  )

  it.effect("has pages of 10 rooms, of fewer, or of the requested size", () =>
    Effect.gen(function* () {
      const sizes = (yield* lists).map(({ pageSize }) => pageSize)
      assert.isAbove(sizes.filter((size) => size === 10).length, sizes.length / 3)
      assert.strictEqual(Math.max(...sizes), 10)
      assert.strictEqual(Math.min(...sizes), 1)
      const given = yield* sample(Arbitraries.pagedRooms({ pageSize: 3, minLength: 7 }), { count: 10 })
      assert.isTrue(given.every(({ pageSize, pages }) => pageSize === 3 && pages[1]?.rooms.length === 3))
    })
  )
})
