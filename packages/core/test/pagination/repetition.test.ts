/**
 * Services that repeat the same rows in ways that are hard to notice: further apart than ids are remembered, in a list that
 * grows at its tail, and if every boundary is verified.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Operations } from "../../src/Backend.ts"
import { PaginationError } from "../../src/PaginationError.ts"
import { recentIdsAtLeast } from "../../src/pagination/RecentIds.ts"
import { RecordingsPage } from "../../src/Recording.ts"
import { RoomsPage } from "../../src/Room.ts"
import { sends } from "../fixtures/backend.ts"
import { rowsFrom, sessionsBy } from "../fixtures/cursorFailures.ts"
import { plain } from "../fixtures/errors.ts"
import { requestsAtMost, type Shape, shapes, walkList } from "../fixtures/walks.ts"
import { wireRecording, wireRoom } from "../fixtures/wire.ts"

/** Lists that begin again after this many rows, for ever. Rooms are as old as their number. */
const roundAndRound = (rows: number, pageSize: number): Partial<Operations> => ({
  listRooms: ({ cursor = 1 }) =>
    sends(RoomsPage, {
      rooms: rowsFrom((cursor - 1) * pageSize, pageSize).map((row) =>
        wireRoom({ roomId: `row-${row % rows}`, createdAt: row % rows })
      ),
      pageSize,
      current: cursor,
      nextCursor: cursor + 1,
      prevCursor: null,
      count: rows
    }),
  listSessions: sessionsBy((offset) => offset % rows),
  listRecordings: ({ cursor = 0, limit = 20 }) =>
    sends(RecordingsPage, {
      recordings: rowsFrom(cursor, limit).map((row) => wireRecording({ id: `row-${row % rows}` })),
      nextCursor: cursor + limit
    })
})

/** The rows that are emitted, and the reason of the failure. */
const outcome = ({ emitted, failure }: { emitted: ReadonlyArray<string>; failure: unknown }) => {
  assert.instanceOf(failure, PaginationError)
  assert.strictEqual(failure.emitted, emitted.length)
  return { rows: emitted.length, different: new Set(emitted).size, reason: plain(failure.reason) }
}

const repeated = (shape: Shape, rows: number) => ({
  rows,
  different: rows,
  reason: { _tag: "RepeatedPage", firstRow: shape === "sessions" ? "session-0" : "row-0" }
})

describe.each([1, 4])("with concurrency %d", (concurrency) => {
  it.effect.each(shapes)("%s that begin again after more rows than are remembered end the walk", (shape) =>
    Effect.gen(function* () {
      // A window of pages that are read ahead has fewer rows than are forgotten.
      const [rows, limit] = [3 * recentIdsAtLeast, 128]
      const script = roundAndRound(rows, limit)
      const { calls, ...walked } = yield* walkList(shape, script, { concurrency, limit })
      assert.deepStrictEqual(outcome(walked), repeated(shape, rows))
      // All pages, the first one again, and the head of the list.
      const inOrder = rows / limit + 2
      if (concurrency === 1 && shape !== "rooms") assert.strictEqual(calls.length, inOrder)
      // A list that grows at its tail may have each page read twice.
      assert.isAtMost(calls.length, requestsAtMost(shape === "rooms" ? 2 * inOrder : inOrder, concurrency))
    })
  )

  it.effect.each(shapes)("%s that begin again end the walk if every boundary is verified", (shape) =>
    Effect.gen(function* () {
      const { calls, ...walked } = yield* walkList(shape, roundAndRound(9, 3), { concurrency, limit: 3, verify: true })
      assert.deepStrictEqual(outcome(walked), repeated(shape, 9))
      // Four pages, two of them with the page before and the head again. The fourth repeats rows, so the head is read once more.
      if (shape !== "rooms") assert.strictEqual(calls.length, 4 + 2 * 2 + 1)
    })
  )

  it.effect("a list that grows at its tail and whose cursor is ignored ends the walk", () =>
    Effect.gen(function* () {
      const { calls, ...walked } = yield* walkList("rooms", roundAndRound(3, 3), { concurrency })
      assert.deepStrictEqual(outcome(walked), repeated("rooms", 3))
      // The first page, the first page again, and the head of the list.
      assert.strictEqual(calls.length, 3)
    })
  )
})
