/**
 * Everything that the contract leaves open, in every reading: the number of the first page, the sign of the end, the rows of a
 * page, and the meaning of `count`. Every row is emitted once, in order, and one page at a time needs exactly as many requests
 * as this file calculates.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Operations } from "../../src/Backend.ts"
import { PaginationError, type PaginationErrorReason, RowsMissing } from "../../src/PaginationError.ts"
import { plain } from "../fixtures/errors.ts"
import {
  type Counts,
  counts,
  type End,
  ends,
  ids,
  type RecordingCursors,
  recordingCursors,
  recordingsList,
  roomsList,
  sessionsList
} from "../fixtures/lists.ts"
import { kinds, requestsAtMost, type Shape, type WalkListOptions, walkList } from "../fixtures/walks.ts"

const concurrencies = [1, 4] as const

/** Asserts that a list is walked whole, with exactly `needed` requests one page at a time, and at most the bound ahead. */
const assertWhole = Effect.fnUntraced(function* (
  shape: Shape,
  script: Partial<Operations>,
  options: WalkListOptions & { readonly concurrency: number },
  expected: {
    readonly rows: number
    readonly needed: number
    readonly told: string
    readonly reason?: PaginationErrorReason | undefined
  }
) {
  const { calls, emitted, failure } = yield* walkList(shape, script, options)
  const { needed, reason, rows, told } = expected
  assert.deepStrictEqual(
    failure instanceof PaginationError ? plain(failure.reason) : failure,
    reason && plain(reason),
    told
  )
  assert.deepStrictEqual<ReadonlyArray<string>>(emitted, ids(kinds[shape], rows), told)
  if (options.concurrency === 1) assert.strictEqual(calls.length, needed, told)
  assert.isAtMost(calls.length, requestsAtMost(needed, options.concurrency), told)
})

describe("rooms", () => {
  const pageSize = 10
  // A first page that is empty, one page, a last page that is full or nearly empty, and more pages than are read at once.
  const sizes = [0, 1, 9, 10, 11, 20, 35, 430]

  /** Three rounds: the page before, in the first and the last also the head of the list, and between them the page itself. */
  const untilCountsAreDistrusted = 3 + 2 + 2

  const needed = (rows: number, list: { readonly first: 0 | 1; readonly end: End; readonly counts: Counts }) => {
    const pages = Math.max(1, Math.ceil(rows / pageSize))
    const falls = pages > 1 && list.counts === "remaining"
    // If the service counts more rows than it showed, two searches confirm it.
    const looks = list.counts === "tooHigh" ? 2 : 0
    // The first page can't name itself if pages count from 0, because 0 is the end.
    const namesItself = list.end === "echo" && (pages > 1 || list.first === 1)
    const agrees = {
      right: true,
      missing: false,
      tooHigh: false,
      tooLow: rows === 0,
      perPage: pages === 1,
      remaining: pages === 1
    }[list.counts]
    // If the count doesn't confirm the end, the page behind it does.
    return pages + (falls ? untilCountsAreDistrusted : 0) + looks + (namesItself && !agrees ? 1 : 0)
  }

  describe.each(concurrencies)("with concurrency %d", (concurrency) => {
    describe.each(counts)("with a count that is %s", (counts) => {
      describe.each(ends)("and a last page that says %s", (end) => {
        it.effect.each([0, 1] as const)("are all emitted once, pages counted from %d", (first) =>
          Effect.gen(function* () {
            const habits = { first, end, counts }
            for (const rows of sizes) {
              const script = { listRooms: roomsList({ ...habits, count: rows, pageSize }) }
              const reason = counts === "tooHigh" ? new RowsMissing({ count: rows + 25, emitted: rows }) : undefined
              const expected = { rows, needed: needed(rows, habits), told: `${rows} rows`, reason }
              yield* assertWhole("rooms", script, { concurrency }, expected)
            }
          })
        )
      })
    })
  })
})

describe("sessions", () => {
  const sizes = [0, 1, 2, 9, 10, 11, 20, 25, 99, 100, 101, 300]

  const needed = (rows: number, given: number) => {
    if (rows === 0) return 1
    const largest = Math.min(rows, given)
    const divisor = Math.max(...Array.from({ length: largest }, (_, index) => index + 1).filter((n) => rows % n === 0))
    // A short page may be the end or a cap, and a full page may be the last one: an empty page shows the end. If that page
    // has to be small to begin just there, it takes another one.
    const isSmall = rows % given !== 0 && 2 * divisor < largest
    return Math.ceil(rows / given) + (isSmall ? 2 : 1)
  }

  describe.each(concurrencies)("with concurrency %d", (concurrency) => {
    describe.each(["asked", "given"] as const)("with pages that skip by the limit that was %s", (skips) => {
      it.effect.each([
        { limit: 10, most: 1_000 },
        { limit: 10, most: 10 },
        { limit: 100, most: 10 },
        { limit: 100, most: 7 },
        { limit: 100, most: 99 },
        { limit: 100, most: 1 },
        { limit: 1, most: 1 }
      ])("are all emitted once, asked for $limit and given at most $most", ({ limit, most }) =>
        Effect.gen(function* () {
          for (const rows of sizes) {
            const script = { listSessions: sessionsList({ count: rows, most, skips }) }
            const expected = { rows, needed: needed(rows, Math.min(limit, most)), told: `${rows} rows` }
            yield* assertWhole("sessions", script, { concurrency, limit }, expected)
          }
        })
      )
    })
  })
})

describe("recordings", () => {
  const sizes = [0, 1, 2, 9, 10, 11, 20, 45, 200]

  const needed = (rows: number, given: number, end: End, cursors: RecordingCursors) => {
    const pages = Math.max(1, Math.ceil(rows / given))
    if (end !== "echo") return pages
    if (pages === 1) {
      // The first page names itself as 0, the end; or as 1, which is read again, and is the end if it is asked for a row
      // less and then names a page behind it.
      return cursors !== "page 1" ? 1 : rows < 2 ? 2 : 3
    }
    // A short page that names itself is the end. A full one is asked for a row less.
    return rows % given === 0 ? pages + 1 : pages
  }

  describe.each(concurrencies)("with concurrency %d", (concurrency) => {
    describe.each(recordingCursors)("with cursors that are: %s", (cursors) => {
      describe.each(ends)("and a last page that says %s", (end) => {
        // A service that gives one row at a time and whose last page names itself looks like a stuck one.
        it.effect.each([
          { limit: 10, most: 20 },
          { limit: 20, most: 20 },
          { limit: 100, most: 10 },
          { limit: 100, most: 2 }
        ])("are all emitted once, asked for $limit and given at most $most", ({ limit, most }) =>
          Effect.gen(function* () {
            for (const rows of sizes) {
              const script = { listRecordings: recordingsList({ count: rows, most, end, cursors }) }
              const required = needed(rows, Math.min(limit, most), end, cursors)
              const expected = { rows, needed: required, told: `${rows} rows` }
              yield* assertWhole("recordings", script, { concurrency, limit }, expected)
            }
          })
        )
      })
    })
  })
})
