/**
 * Lists that change while pages are read ahead, at the moment where it matters: a later page is answered before an earlier
 * one, and the list changes between the two.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Operations } from "../../src/Backend.ts"
import { PaginationError } from "../../src/PaginationError.ts"
import { serve, walk } from "../fixtures/backend.ts"
import { type ChangingListsOptions, changingLists, pageOf, pageSize } from "../fixtures/changingLists.ts"
import { plain } from "../fixtures/errors.ts"
import { type Ages, ages, ids, roomsPage } from "../fixtures/lists.ts"
import { afterAll, heldUp, type ListRequest } from "../fixtures/timed.ts"
import { type Shape, shapes, walkList } from "../fixtures/walks.ts"

/** Walks a list, some pages at a time. Of the second and the third page, `late` is answered last; `change` comes between. */
const walkWhile = Effect.fnUntraced(function* (
  shape: Shape,
  change: (rows: Array<string>) => void,
  {
    concurrency = 2,
    late = 2,
    size = 60,
    ...options
  }: ChangingListsOptions & { readonly concurrency?: number; readonly late?: 2 | 3; readonly size?: number }
) {
  const rows = [...ids("room", size)]
  const asked = new Set<number>()
  const { script } = heldUp(changingLists(rows, options), (request: ListRequest) => {
    const page = pageOf(shape, request)
    if (asked.has(page)) return Effect.sleep(1)
    asked.add(page)
    // The other page changes the list behind itself, long before the late one is read.
    if (page === late) return Effect.sleep(1_000)
    if (page === 5 - late)
      return Effect.as(
        Effect.forkDetach(
          Effect.delay(
            Effect.sync(() => change(rows)),
            500
          )
        ),
        undefined
      )
    return Effect.sleep(1)
  })
  const { result } = yield* afterAll(walkList(shape, script, { concurrency, limit: pageSize }))
  // A row that counts but isn't shown is missing, as far as the walk can tell.
  const isMissing = options.hidden !== undefined && shape === "rooms" && options.isCounted !== false
  assert.strictEqual(
    result.failure instanceof PaginationError ? result.failure.reason._tag : result.failure,
    isMissing ? "RowsMissing" : undefined
  )
  return thereAllTheTime(result.emitted)
})

/** Rooms that are added may come at the end of the walk, if the service counts them. */
const thereAllTheTime = (emitted: ReadonlyArray<string>) => emitted.filter((id) => /^room-\d+$/.test(id))

const all = ids("room", 60)

describe.each<Ages>(ages)("a list that changes between two pages that were read ahead, with ages %s", (ages) => {
  it.effect.each(shapes)("loses no row to an insertion: %s", (shape) =>
    Effect.gen(function* () {
      const emitted = yield* walkWhile(shape, (rows) => rows.unshift("new"), { ages })
      assert.deepStrictEqual<ReadonlyArray<string>>(emitted, all)
    })
  )

  it.effect("loses no row to an insertion: rooms without a count", () =>
    Effect.gen(function* () {
      const emitted = yield* walkWhile("rooms", (rows) => rows.unshift("new"), { ages, isCounted: false })
      assert.deepStrictEqual<ReadonlyArray<string>>(emitted, all)
    })
  )

  it.effect("loses no room to a deletion", () =>
    Effect.gen(function* () {
      const emitted = yield* walkWhile("rooms", (rows) => rows.splice(5, 1), { ages })
      assert.deepStrictEqual<ReadonlyArray<string>>(emitted, all)
    })
  )

  it.effect("loses no room to an insertion and a deletion that leave the count as it was", () =>
    Effect.gen(function* () {
      const change = (rows: Array<string>) => {
        rows.splice(45, 1)
        rows.unshift("new")
      }
      const emitted = yield* walkWhile("rooms", change, { ages })
      assert.deepStrictEqual<ReadonlyArray<string>>(
        emitted,
        all.filter((id) => id !== "room-45")
      )
    })
  )

  it.effect("loses no row of a late page to deletions and an insertion in front of it: rooms without a count", () =>
    Effect.gen(function* () {
      const change = (rows: Array<string>) => {
        rows.splice(15, 2)
        rows.unshift("new")
      }
      const emitted = yield* walkWhile("rooms", change, { ages, isCounted: false, late: 3, size: 30 })
      assert.includeMembers([...emitted], [...all.slice(0, 15), ...all.slice(17, 30)])
    })
  )

  it.effect.each([
    { size: 60, hidden: "room-9" },
    { size: 30, hidden: "room-9" },
    { size: 40, hidden: "room-19", late: 3, concurrency: 3 }
  ] as const)("loses no room where the row that would be seen twice is one that the service hides: %o", (lists) =>
    Effect.gen(function* () {
      const { hidden, size } = lists
      const change = (rows: Array<string>) => {
        rows.splice(size - 5, 1)
        rows.unshift("new")
      }
      const emitted = yield* walkWhile("rooms", change, { ages, ...lists })
      assert.deepStrictEqual<ReadonlyArray<string>>(
        emitted,
        all.slice(0, size).filter((id) => id !== `room-${size - 5}` && id !== hidden)
      )
    })
  )

  it.effect("loses no room if all rooms of a page are new and as many were deleted", () =>
    Effect.gen(function* () {
      const change = (rows: Array<string>) => {
        rows.splice(40, 20)
        rows.unshift(...Array.from({ length: 20 }, (_, index) => `new-${index}`))
      }
      const emitted = yield* walkWhile("rooms", change, { ages })
      assert.includeMembers([...emitted], [...all.slice(0, 40)])
    })
  )
})

describe("a list that changes before its head is observed", () => {
  it.effect("loses no row if the walk began in the middle of it", () =>
    Effect.gen(function* () {
      const rows = [...ids("room", 60)]
      // The third page is late. Before it a row is added and one is deleted, and the row that would be seen twice is hidden.
      const change = Effect.sync(() => {
        rows.splice(55, 1)
        rows.unshift("new")
      })
      const asked = new Set<number>()
      const { script } = heldUp(changingLists(rows, { ages: "alike", hidden: "room-19" }), ({ cursor = 1 }) => {
        const isFirst = !asked.has(cursor)
        asked.add(cursor)
        if (isFirst && cursor === 4) return Effect.as(Effect.forkDetach(Effect.delay(change, 500)), undefined)
        return Effect.sleep(isFirst && cursor === 3 ? 1_000 : 1)
      })
      const { rooms } = yield* serve(script)
      const { result } = yield* afterAll(walk(rooms.stream({ concurrency: 2, from: 2 })))
      assert.isUndefined(result.failure)
      assert.deepStrictEqual<ReadonlyArray<string>>(
        result.emitted.map(({ roomId }) => roomId),
        all.slice(10).filter((id) => id !== "room-19" && id !== "room-55")
      )
    })
  )
})

describe("a list that changes while pages flow", () => {
  it.effect("is read in order at the change, and then flows again", () =>
    Effect.gen(function* () {
      const rows = [...ids("room", 400)]
      const { givenUp, log, script } = heldUp(changingLists(rows), (request) => {
        if (request.cursor === 20 && rows.length === 400) rows.unshift("new")
        return Effect.sleep(1)
      })
      const { result } = yield* afterAll(walkList("rooms", script, { concurrency: 2 }))
      assert.isUndefined(result.failure)
      assert.deepStrictEqual<ReadonlyArray<string>>(thereAllTheTime(result.emitted), ids("room", 400))

      // The pages 19 to 21 are in flight when the list moves under them: they are read again, one at a time, and the others once.
      const asked = log.map(({ inFlight, request }) => [request.cursor, inFlight] as const)
      const ahead = (from: number, to: number) =>
        Array.from({ length: to - from + 1 }, (_, index) => [from + index, index === 0 ? 1 : 2] as const)
      // The check at the end finds the room that was added.
      const again = [19, 20, 21].map((page) => [page, 1] as const)
      assert.deepStrictEqual(asked, [[undefined, 1], ...ahead(2, 21), ...again, ...ahead(22, 41), [undefined, 1]])
      // Requests in flight are awaited, because cancelling them would close their connections.
      assert.deepStrictEqual(givenUp, [])
    })
  )
})

describe("a list that changes between an observation of its head and the pages of the same window", () => {
  it.effect("is read again in order, and then ahead again", () =>
    Effect.gen(function* () {
      const rows = [...ids("room", 400)]
      const { log, script } = heldUp(changingLists(rows, { ages: "alike" }), (request) => {
        if (request.cursor === 20 && rows.length === 400) rows.unshift("new")
        return Effect.sleep(1)
      })
      const { result } = yield* afterAll(walkList("rooms", script, { concurrency: 2 }))
      assert.isUndefined(result.failure)
      assert.deepStrictEqual<ReadonlyArray<string>>(thereAllTheTime(result.emitted), ids("room", 400))

      // The observation that came with pages 10 to 16 shows that pages 2 to 9 stood still. The next one came with pages 17 to 23
      // and shows another head, so pages 10 to 23 are read again, one at a time.
      const pages = log.map(({ request }) => request.cursor ?? "look")
      const looks = pages.flatMap((page, index) => (page === "look" ? [index] : []))
      const [, first = 0, second = 0] = looks
      assert.deepStrictEqual(pages.slice(first - 7, first), [10, 11, 12, 13, 14, 15, 16])
      assert.deepStrictEqual(pages.slice(first + 1, second), [17, 18, 19, 20, 21, 22, 23])
      const again = log.slice(second + 1, second + 1 + 14)
      assert.deepStrictEqual(
        again.map(({ inFlight, request }) => [request.cursor, inFlight]),
        [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23].map((page) => [page, 1])
      )
      assert.deepStrictEqual(
        log.slice(second + 1 + 14, second + 1 + 16).map(({ inFlight, request }) => [request.cursor, inFlight]),
        [
          [24, 1],
          [25, 2]
        ]
      )
    })
  )

  it.effect.each(shapes)("loses no row, however the list grows from then on: %s", (shape) =>
    Effect.gen(function* () {
      const rows = [...ids("room", 400)]
      let added = 0
      // A row is added at every tenth request.
      const { log, script, stats } = heldUp(changingLists(rows), () => {
        if (log.length % 10 === 0) rows.unshift(`new-${added++}`)
        return Effect.sleep(1)
      })
      const { result } = yield* afterAll(walkList(shape, script, { concurrency: 3, limit: pageSize }))
      assert.isUndefined(result.failure)
      assert.deepStrictEqual<ReadonlyArray<string>>(thereAllTheTime(result.emitted), ids("room", 400))
      assert.strictEqual(stats().mostInFlight, 3)
      assert.isAbove(added, 3)
    })
  )
})

describe("a list of rooms with an empty page in the middle", () => {
  it.effect("loses no row of the pages behind it that were answered after the head", () =>
    Effect.gen(function* () {
      const rows = [...ids("room", 200)]
      const listRooms: Operations["listRooms"] = ({ cursor = 1 }) =>
        Effect.suspend(() => {
          // The seventh page has no rows. The eighth one continues behind the sixth.
          const begin = (cursor > 7 ? cursor - 2 : cursor - 1) * pageSize
          return roomsPage({
            rooms: cursor === 7 ? [] : rows.slice(begin, begin + pageSize),
            current: cursor,
            next: begin + pageSize < rows.length ? cursor + 1 : null
          })
        })
      // The pages 5 to 9 are asked for together. The seventh looks like the end, and the head is read 10 ms later. Then page 9
      // is answered, a row is added, and page 8 is answered.
      let isAdded = false
      const answeredAfter: Record<number, number> = { 8: 30, 9: 25 }
      const { givenUp, script } = heldUp({ listRooms }, ({ cursor = 1 }) =>
        Effect.andThen(
          Effect.sleep(isAdded ? 10 : (answeredAfter[cursor] ?? 10)),
          Effect.sync(() => {
            if (cursor !== 8 || isAdded) return
            isAdded = true
            rows.unshift("new")
          })
        )
      )
      const { result } = yield* afterAll(walkList("rooms", script, { concurrency: 5 }))
      assert.isUndefined(result.failure)
      assert.isTrue(isAdded)
      // They are cancelled, and leave room for other requests.
      assert.deepStrictEqual(
        givenUp.slice(0, 2).map(({ cursor }) => cursor),
        [8, 9]
      )
      assert.deepStrictEqual<ReadonlyArray<string>>(thereAllTheTime(result.emitted), ids("room", 200))
    })
  )
})

describe("a list of rooms that loses many rows at once, in front of the walk", () => {
  /** Walks 1 000 rooms. When the page behind this many pages is requested, all rooms on them are deleted. */
  const walkAndDelete = Effect.fnUntraced(function* (pagesBefore: number, concurrency: number) {
    const rows = [...ids("room", 1_000)]
    let isDeleted = false
    const { log, script } = heldUp(changingLists(rows), ({ cursor }) =>
      Effect.sync(() => {
        if (isDeleted || cursor !== pagesBefore + 1) return
        isDeleted = true
        rows.splice(0, pageSize * pagesBefore)
      })
    )
    return { log, ...(yield* walkList("rooms", script, { concurrency })) }
  })

  it.effect.each([1, 4])("is followed back to a page with known rows, with concurrency %d", (concurrency) =>
    Effect.gen(function* () {
      const { emitted, failure } = yield* walkAndDelete(60, concurrency)
      assert.isUndefined(failure)
      // The remaining rooms come in order. The deleted ones are emitted only if they were read in time.
      assert.deepStrictEqual<ReadonlyArray<string>>(
        emitted.filter((id) => Number(id.slice(5)) >= 600),
        ids("room", 400, 600)
      )
      assert.strictEqual(new Set(emitted).size, emitted.length)
    })
  )

  it.effect("ends the walk with an error if it would have to go back more than 64 pages", () =>
    Effect.gen(function* () {
      const { emitted, failure, log } = yield* walkAndDelete(65, 1)
      assert.deepStrictEqual<ReadonlyArray<string>>(emitted, ids("room", 650))
      assert.instanceOf(failure, PaginationError)
      assert.deepStrictEqual(plain(failure.reason), { _tag: "BoundaryLost", pagesSearched: 64 })
      assert.strictEqual(failure.emitted, 650)
      assert.strictEqual(log.length, 65 + 1 + 64)
    })
  )
})
