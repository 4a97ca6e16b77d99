/**
 * The ten classic ways in which cursors fail, on every list: null, empty, echoed, repeated, a cycle of two, a cycle back to
 * the start, sparse pages, an empty page in the middle, the wrong page, and two runs that disturb each other. Pages have
 * three rows here. An empty text for a cursor is refused when the answer is read (`Room.test.ts`, `Recording.test.ts`).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Operations } from "../../src/Backend.ts"
import { evidenceFor } from "../../src/operations/evidence.ts"
import {
  PaginationError,
  type PaginationErrorReason,
  RepeatedPage,
  RowsMissing,
  StuckCursor,
  WrongPage
} from "../../src/PaginationError.ts"
import { walk } from "../fixtures/backend.ts"
import { delayed, recordingsIn, roomsIn, rowsFrom, type ScriptedPage, sessionsBy } from "../fixtures/cursorFailures.ts"
import { plain } from "../fixtures/errors.ts"
import { ids, recordingsList, roomsList, sessionsList } from "../fixtures/lists.ts"
import { idsOf, kinds, operationOf, requestsAtMost, type Shape, shapes, walkList } from "../fixtures/walks.ts"

/** A service, and what a walk over its list comes to. */
interface Scenario {
  readonly script: Partial<Operations>
  /** How many rows are emitted: the first ones. */
  readonly rows: number
  /** Why the walk fails after them; where it is left out, the walk ends. */
  readonly reason?: PaginationErrorReason
  /** How many requests it takes one page at a time. */
  readonly requests: number
}

/** Why a failure cannot exist on a list. */
type Impossible = string

type Failure = { readonly [S in Shape]: Scenario | Impossible }

const noCursor: Impossible = "an answer with sessions has no cursor"
const endsTheList: Impossible = "`cursor * limit` sessions are skipped, so nothing follows an empty page"
const noNumber = (what: string): Impossible => `an answer with ${what} does not say which page it is`

/** Full pages of three, each naming the next one, and a page of two for the last. */
const whole: ReadonlyArray<ScriptedPage> = [
  { rows: rowsFrom(0), next: 2 },
  { rows: rowsFrom(3), next: 3 },
  { rows: rowsFrom(6), next: 4 },
  { rows: rowsFrom(9, 2), next: null }
]

/** The same, with one page in place of another. */
const withPage = (number: number, page: Partial<ScriptedPage>) =>
  whole.map((one, index) => (index === number - 1 ? { ...one, ...page } : one))

const inPages = (
  pages: ReadonlyArray<ScriptedPage>,
  outcome: Omit<Scenario, "script">,
  count = 11
): { readonly rooms: Scenario; readonly recordings: Scenario } => ({
  rooms: { ...outcome, script: { listRooms: roomsIn(count, pages) } },
  recordings: { ...outcome, script: { listRecordings: recordingsIn(pages) } }
})

/** A page that names itself, or one before it, as the next one. Whether it is the last one takes two more requests. */
const stuck = (page: number, next: number): { readonly rooms: Scenario; readonly recordings: Scenario } =>
  inPages(withPage(page, { next }), {
    rows: 3 * page,
    reason: new StuckCursor({ asked: page, next }),
    requests: page + 2
  })

/** The second of four pages names none: recordings end there, but of rooms the service counts more. Two looks confirm it. */
const endsEarly = (next: ScriptedPage["next"]): { readonly rooms: Scenario; readonly recordings: Scenario } => {
  const { recordings, rooms } = inPages(withPage(2, { next }), { rows: 6, requests: 2 })
  return { rooms: { ...rooms, reason: new RowsMissing({ count: 11, emitted: 6 }), requests: 4 }, recordings }
}

/** An empty page behind a full one: rooms may have been deleted there, so the page in front and the head are looked at again. */
const behindEmptyPage = (
  pages: ReadonlyArray<ScriptedPage>,
  outcome: { readonly rows: number; readonly requests: number }
): { readonly rooms: Scenario; readonly recordings: Scenario } => {
  const { recordings, rooms } = inPages(pages, outcome, outcome.rows)
  return { rooms: { ...rooms, requests: outcome.requests + 2 }, recordings }
}

const lastPage: ScriptedPage = { rows: rowsFrom(9, 2), next: 5 }

/** The pages behind the end, up to one, each naming the next. */
const emptyPages = (upTo: number): ReadonlyArray<ScriptedPage> =>
  Array.from({ length: Math.max(0, upTo - 4) }, (_, index) => ({ rows: [], next: index + 6 }))

const failures: { readonly [name: string]: Failure } = {
  "the next cursor is null": {
    ...endsEarly(null),
    sessions: noCursor
  },
  "the next cursor is absent": {
    ...endsEarly("absent"),
    sessions: noCursor
  },
  "the next cursor is 0": {
    ...endsEarly(0),
    sessions: noCursor
  },
  "the first page echoes its own cursor": {
    rooms: {
      script: { listRooms: roomsIn(11, withPage(1, { next: 1 })) },
      rows: 3,
      reason: new StuckCursor({ next: 1 }),
      requests: 3
    },
    // It is asked for twice: the first page was asked for without a cursor, so that 1 is ahead of it.
    recordings: {
      script: { listRecordings: recordingsIn(withPage(1, { next: 1 })) },
      rows: 3,
      reason: new StuckCursor({ asked: 1, next: 1 }),
      requests: 4
    },
    sessions: noCursor
  },
  "the same cursor is named again": { ...stuck(2, 2), sessions: noCursor },
  "the cursors go round in a cycle of two": {
    ...stuck(3, 2),
    sessions: {
      script: { listSessions: sessionsBy((offset) => (offset < 9 ? offset : 3 + ((offset - 3) % 6))) },
      rows: 9,
      // Both pages of the cycle are read again: the second of them was the last one that brought something new.
      reason: new RepeatedPage({ firstRow: "session-6" }),
      requests: 6
    }
  },
  "the cursors go back to the start": {
    ...stuck(3, 1),
    sessions: {
      script: { listSessions: sessionsBy((offset) => offset % 9) },
      rows: 9,
      reason: new RepeatedPage({ firstRow: "session-0" }),
      requests: 5
    }
  },
  "pages are sparse": {
    ...inPages(
      [
        { rows: [0, 1, 2], next: 2 },
        { rows: [3], next: 3 },
        { rows: [4, 5], next: 4 },
        { rows: [6, 7, 8], next: 5 },
        { rows: [9, 10], next: null }
      ],
      { rows: 11, requests: 5 }
    ),
    sessions: endsTheList
  },
  "a page in the middle is empty": {
    ...behindEmptyPage(
      [
        { rows: rowsFrom(0), next: 2 },
        { rows: [], next: 3 },
        { rows: rowsFrom(3), next: 4 },
        { rows: rowsFrom(6), next: null }
      ],
      { rows: 9, requests: 4 }
    ),
    sessions: endsTheList
  },
  "two pages in the middle are empty": {
    ...behindEmptyPage(
      [
        { rows: rowsFrom(0), next: 2 },
        { rows: [], next: 3 },
        { rows: [], next: 4 },
        { rows: rowsFrom(3), next: null }
      ],
      { rows: 6, requests: 4 }
    ),
    sessions: endsTheList
  },
  "the first page is empty, and names another": {
    ...inPages(
      [
        { rows: [], next: 2 },
        { rows: rowsFrom(0), next: 3 },
        { rows: rowsFrom(3), next: null }
      ],
      { rows: 6, requests: 3 },
      6
    ),
    sessions: endsTheList
  },
  "every page names the one after it, even behind the end": {
    rooms: {
      // The page behind the end is empty and the count is reached.
      script: {
        listRooms: ({ cursor = 1 }) => roomsIn(11, [...whole.slice(0, 3), lastPage, ...emptyPages(cursor)])({ cursor })
      },
      rows: 11,
      requests: 5
    },
    recordings: {
      // Nothing tells but three empty pages in a row.
      script: {
        listRecordings: ({ cursor = 1, limit = 3 }) =>
          recordingsIn([...whole.slice(0, 3), lastPage, ...emptyPages(cursor)])({ cursor, limit })
      },
      rows: 11,
      requests: 7
    },
    sessions: noCursor
  },
  "another page is answered, under its own number": {
    rooms: {
      script: { listRooms: roomsIn(11, withPage(3, { rows: rowsFrom(3), next: 3, current: 2 })) },
      rows: 6,
      reason: new WrongPage({ asked: 3, answered: 2 }),
      requests: 3
    },
    recordings: noNumber("recordings"),
    sessions: noNumber("sessions")
  },
  "the page before is answered, under the number that was asked for": {
    rooms: {
      script: { listRooms: roomsIn(11, withPage(3, { rows: rowsFrom(3) })) },
      rows: 6,
      reason: new RepeatedPage({ firstRow: "room-3" }),
      requests: 4
    },
    recordings: {
      script: { listRecordings: recordingsIn(withPage(3, { rows: rowsFrom(3) })) },
      rows: 6,
      reason: new RepeatedPage({ firstRow: "recording-3" }),
      requests: 4
    },
    sessions: {
      script: { listSessions: sessionsBy((offset) => (offset < 6 ? offset : offset - 3)) },
      rows: 6,
      reason: new RepeatedPage({ firstRow: "session-3" }),
      requests: 4
    }
  },
  "the cursor is ignored": {
    rooms: {
      script: {
        listRooms: ({ cursor = 1 }) => roomsIn(11, [{ rows: rowsFrom(0), next: cursor + 1, current: cursor }])({})
      },
      rows: 3,
      reason: new RepeatedPage({ firstRow: "room-0" }),
      requests: 3
    },
    recordings: {
      script: {
        listRecordings: ({ cursor = 1, limit = 3 }) =>
          recordingsIn([{ rows: rowsFrom(0), next: cursor + 1 }])({ limit })
      },
      rows: 3,
      reason: new RepeatedPage({ firstRow: "recording-0" }),
      requests: 3
    },
    sessions: {
      script: { listSessions: sessionsBy((offset) => offset % 3) },
      rows: 3,
      reason: new RepeatedPage({ firstRow: "session-0" }),
      requests: 3
    }
  }
}

const scenarios = Object.entries(failures).flatMap(([name, failure]) =>
  shapes.flatMap((shape) => {
    const scenario = failure[shape]
    return typeof scenario === "string" ? [] : [{ name, shape, scenario }]
  })
)

describe.each([1, 4])("with concurrency %d", (concurrency) => {
  it.effect.each(scenarios)("$shape: $name", ({ scenario, shape }) =>
    Effect.gen(function* () {
      const { reason, requests, rows, script } = scenario
      const { calls, emitted, failure } = yield* walkList(shape, script, { concurrency, limit: 3 })
      assert.deepStrictEqual<ReadonlyArray<string>>(emitted, ids(kinds[shape], rows))
      const evidence = evidenceFor(operationOf[shape], 200)
      const expected = reason && plain(new PaginationError({ reason, emitted: rows, evidence }))
      assert.deepStrictEqual(failure && plain(failure), expected)
      if (concurrency === 1) assert.strictEqual(calls.length, requests)
      assert.isAtMost(calls.length, requestsAtMost(requests, concurrency))
    })
  )

  it.effect.each(shapes)("%s: runs at the same time do not disturb each other", (shape) =>
    Effect.gen(function* () {
      const script = {
        listRooms: delayed(roomsList({ count: 35, pageSize: 3 })),
        listSessions: delayed(sessionsList({ count: 35, most: 3 })),
        listRecordings: delayed(recordingsList({ count: 35, most: 3 }))
      }
      const { ids: stream } = yield* idsOf(shape, script, { concurrency, limit: 10 })
      const [first, second, beginning] = yield* Effect.all([walk(stream), walk(stream), walk(Stream.take(stream, 4))], {
        concurrency: "unbounded"
      })
      const all = { emitted: ids(kinds[shape], 35), failure: undefined }
      assert.deepStrictEqual<unknown>(first, all)
      assert.deepStrictEqual<unknown>(second, all)
      assert.deepStrictEqual<unknown>(beginning, { emitted: ids(kinds[shape], 4), failure: undefined })
    })
  )
})
