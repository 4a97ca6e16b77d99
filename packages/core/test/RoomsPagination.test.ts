import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { Operations } from "../src/Backend.ts"
import { evidenceFor } from "../src/operations/evidence.ts"
import { PaginationError, StuckCursor, WrongPage } from "../src/PaginationError.ts"
import { type Call, inTurn, serve, walk } from "./fixtures/backend.ts"
import { plain, unexpectedStatus } from "./fixtures/errors.ts"
import { ends, ids, roomsList, roomsPage } from "./fixtures/lists.ts"

/** The requests for the first page, and for the pages at these cursors. */
const requests = (...cursors: ReadonlyArray<number>): ReadonlyArray<Call> => [
  { operation: "listRooms", request: {} },
  ...cursors.map((cursor) => ({ operation: "listRooms" as const, request: { cursor } }))
]

/** Walks all rooms of a list. */
const walkRooms = Effect.fnUntraced(function* (listRooms: Operations["listRooms"], from?: number) {
  const { calls, rooms } = yield* serve({ listRooms })
  const { emitted, failure } = yield* walk(rooms.stream(from === undefined ? {} : { from }))
  return { calls, emitted: emitted.map((room): string => room.roomId), failure }
})

describe("Rooms.stream", () => {
  describe.each(ends)("if the last page has %s as its next cursor", (end) => {
    it.effect.each([0, 1] as const)("emits every room once, pages counted from %d", (first) =>
      Effect.gen(function* () {
        const { calls, emitted, failure } = yield* walkRooms(roomsList({ count: 25, first, end }))
        assert.isUndefined(failure)
        assert.deepStrictEqual(emitted, ids("room", 25))
        assert.deepStrictEqual(calls, requests(first + 1, first + 2))
      })
    )

    it.effect("ends with a last page that is full", () =>
      Effect.gen(function* () {
        const { calls, emitted, failure } = yield* walkRooms(roomsList({ count: 20, end }))
        assert.isUndefined(failure)
        assert.deepStrictEqual(emitted, ids("room", 20))
        assert.deepStrictEqual(calls, requests(2))
      })
    )

    it.effect("ends immediately if there are no rooms", () =>
      Effect.gen(function* () {
        const { calls, emitted, failure } = yield* walkRooms(roomsList({ count: 0, end }))
        assert.isUndefined(failure)
        assert.deepStrictEqual(emitted, [])
        assert.deepStrictEqual(calls, requests())
      })
    )
  })

  it.effect("continues after a short page and after an empty one", () =>
    Effect.gen(function* () {
      const pages = [
        roomsPage({ rooms: ids("room", 3), current: 1, next: 2, count: 13 }),
        roomsPage({ rooms: [], current: 2, next: 3, count: 13 }),
        roomsPage({ rooms: ids("room", 10, 3), current: 3, next: null, count: 13 })
      ] as const
      const { emitted, failure } = yield* walkRooms(({ cursor = 1 }) => pages[cursor - 1] ?? pages[0])
      assert.isUndefined(failure)
      assert.deepStrictEqual(emitted, ids("room", 13))
    })
  )

  it.effect("follows cursors that skip numbers", () =>
    Effect.gen(function* () {
      const { calls, emitted, failure } = yield* walkRooms(
        inTurn(
          roomsPage({ rooms: ids("room", 10), current: 0, next: 10, count: 15 }),
          roomsPage({ rooms: ids("room", 5, 10), current: 10, next: null, count: 15 })
        )
      )
      assert.isUndefined(failure)
      assert.deepStrictEqual(emitted, ids("room", 15))
      assert.deepStrictEqual(calls, requests(10))
    })
  )

  const size = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 12 }))
  const count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60 }))

  it.effect.prop(
    "emits every room once and in order, for any page sizes and any sign of the end",
    { count, pageSize: size, first: Schema.Literals([0, 1]), end: Schema.Literals(ends) },
    (list) =>
      Effect.gen(function* () {
        const { calls, emitted, failure } = yield* walkRooms(roomsList(list))
        assert.isUndefined(failure)
        assert.deepStrictEqual(emitted, ids("room", list.count))
        assert.strictEqual(calls.length, Math.max(1, Math.ceil(list.count / list.pageSize)))
      })
  )

  it.effect("requests only the pages that are consumed", () =>
    Effect.gen(function* () {
      for (const [taken, asked] of [
        [1, 1],
        [10, 1],
        [11, 2]
      ] as const) {
        const { calls, rooms } = yield* serve({ listRooms: roomsList({ count: 100 }) })
        assert.deepStrictEqual(calls, [])
        const emitted = yield* Stream.runCollect(Stream.take(rooms.stream(), taken))
        assert.strictEqual(emitted.length, taken)
        assert.strictEqual(calls.length, asked)
      }
    })
  )

  it.effect("can be run again from the start", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve({ listRooms: roomsList({ count: 15 }) })
      const all = rooms.stream()
      assert.strictEqual((yield* walk(all)).emitted.length, 15)
      assert.strictEqual((yield* walk(all)).emitted.length, 15)
      assert.deepStrictEqual(calls, [...requests(2), ...requests(2)])
    })
  )

  it.effect("fails as a page fails, with everything before it emitted", () =>
    Effect.gen(function* () {
      const broken = unexpectedStatus("listRooms")
      const { calls, emitted, failure } = yield* walkRooms(
        inTurn(roomsPage({ rooms: ids("room", 10), current: 1, next: 2, count: 30 }), Effect.fail(broken))
      )
      assert.deepStrictEqual(emitted, ids("room", 10))
      assert.strictEqual(failure, broken)
      assert.deepStrictEqual(calls, requests(2))
    })
  )
})

describe("a list of rooms whose pages lead nowhere", () => {
  const evidence = evidenceFor("listRooms", 200)
  const stuck = (reason: { asked?: number; next: number }, emitted: number) =>
    plain(new PaginationError({ reason: new StuckCursor(reason), emitted, evidence }))

  it.effect("fails if the first page names itself as the next one, after emitting it", () =>
    Effect.gen(function* () {
      const page = roomsPage({ rooms: ids("room", 10), current: 1, next: 1, count: 30 })
      const { calls, emitted, failure } = yield* walkRooms(inTurn(page, page))
      assert.deepStrictEqual(emitted, ids("room", 10))
      assert.instanceOf(failure, PaginationError)
      assert.deepStrictEqual(plain(failure), stuck({ next: 1 }, 10))
      // One request more tells a stuck cursor from the end of a list that is counted wrong.
      assert.deepStrictEqual(calls, requests(2))
    })
  )

  it.effect.each([
    { how: "itself", next: 2 },
    { how: "a page before it", next: 1 },
    { how: "a negative page", next: -1 }
  ])("fails where a later page names $how, with both pages emitted", ({ next }) =>
    Effect.gen(function* () {
      const page = roomsPage({ rooms: ids("room", 10, 10), current: 2, next, count: 30 })
      const { calls, emitted, failure } = yield* walkRooms(
        inTurn(roomsPage({ rooms: ids("room", 10), current: 1, next: 2, count: 30 }), page, page)
      )
      assert.deepStrictEqual(emitted, ids("room", 20))
      assert.instanceOf(failure, PaginationError)
      assert.deepStrictEqual(plain(failure), stuck({ asked: 2, next }, 20))
      assert.deepStrictEqual(calls, requests(2, 3))
    })
  )

  it.effect("fails if the cursor doesn't move and no count shows that every row was seen", () =>
    Effect.gen(function* () {
      const page = roomsPage({ rooms: ids("room", 10), current: 1, next: 1 })
      const { emitted, failure } = yield* walkRooms(inTurn(page, page))
      assert.deepStrictEqual(emitted, ids("room", 10))
      assert.instanceOf(failure, PaginationError)
      assert.deepStrictEqual(plain(failure), stuck({ next: 1 }, 10))
    })
  )

  it.effect("fails if the service returns a different page, and emits none of its rows", () =>
    Effect.gen(function* () {
      const { calls, emitted, failure } = yield* walkRooms(
        inTurn(
          roomsPage({ rooms: ids("room", 10), current: 1, next: 2, count: 30 }),
          roomsPage({ rooms: ids("room", 10), current: 1, next: 2, count: 30 })
        )
      )
      assert.deepStrictEqual(emitted, ids("room", 10))
      assert.instanceOf(failure, PaginationError)
      const reason = new WrongPage({ asked: 2, answered: 1 })
      assert.deepStrictEqual(plain(failure), plain(new PaginationError({ reason, emitted: 10, evidence })))
      assert.deepStrictEqual(calls, requests(2))
    })
  )
})

describe("Rooms.pages", () => {
  it.effect("emits each page with the cursor that follows it", () =>
    Effect.gen(function* () {
      const { rooms } = yield* serve({ listRooms: roomsList({ count: 25 }) })
      const { emitted } = yield* walk(rooms.pages())
      assert.deepStrictEqual(
        emitted.map(({ items, next }) => ({ items: items.map((room): string => room.roomId), next })),
        [
          { items: ids("room", 10), next: Option.some(2) },
          { items: ids("room", 10, 10), next: Option.some(3) },
          { items: ids("room", 5, 20), next: Option.none() }
        ]
      )
    })
  )

  it.effect("tells with each page how many rooms there are", () =>
    Effect.gen(function* () {
      const { rooms } = yield* serve({ listRooms: roomsList({ count: 25 }) })
      const { emitted } = yield* walk(rooms.pages())
      assert.deepStrictEqual(
        emitted.map(({ count }) => count),
        [Option.some(25), Option.some(25), Option.some(25)]
      )
    })
  )

  it.effect.each([0, 1] as const)("continues from the cursor of any page, with pages counted from %d", (first) =>
    Effect.gen(function* () {
      const { rooms } = yield* serve({ listRooms: roomsList({ count: 35, first }) })
      let seen = 0
      for (const page of (yield* walk(rooms.pages())).emitted) {
        seen += page.items.length
        if (Option.isNone(page.next)) continue
        const resumed = yield* walkRooms(roomsList({ count: 35, first }), page.next.value)
        assert.isUndefined(resumed.failure)
        assert.deepStrictEqual(resumed.emitted, ids("room", 35 - seen, seen))
        assert.deepStrictEqual(resumed.calls[0], { operation: "listRooms", request: { cursor: page.next.value } })
      }
      assert.strictEqual(seen, 35)
    })
  )

  it.effect("resumes exactly at the requested page", () =>
    Effect.gen(function* () {
      const first = roomsPage({ rooms: ids("room", 10), current: 1, next: 2, count: 30 })
      const { emitted, failure } = yield* walkRooms(inTurn(first), 3)
      assert.deepStrictEqual(emitted, [])
      assert.instanceOf(failure, PaginationError)
      assert.deepStrictEqual(plain(failure.reason), { _tag: "WrongPage", asked: 3, answered: 1 })
    })
  )
})
