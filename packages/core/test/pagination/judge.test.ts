/**
 * Decisions about pages, as a table: pages that were emitted, what was read since, and what to do.
 *
 * Rows are letters. A later letter is a newer row, so `i h g` is a page of a list that has its newest row first. Rows that begin
 * with the same letter have the same age.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { RepeatedPage } from "../../src/PaginationError.ts"
import { type Decision, judge, type Reading } from "../../src/pagination/judge.ts"
import { type Buffered, judgeFlow, judgeWindow, type WindowReading } from "../../src/pagination/judgePrefetched.ts"
import { end, type List } from "../../src/pagination/List.ts"
import { type Rounds, WalkState } from "../../src/pagination/WalkState.ts"

interface LetterPage {
  readonly rows: ReadonlyArray<string>
  readonly count: number | undefined
}

type State = WalkState<LetterPage, string, number, never>

/** A page of rows. By default it counts nine rows. */
const page = (rows: string, count: number | undefined = 9): LetterPage => ({
  rows: rows === "" ? [] : rows.split(" "),
  count
})

const unused = Effect.die("a decision requests nothing")

const letters = (hasDeletions: boolean): List<LetterPage, string, number, never> => ({
  operation: "listRooms",
  checkOptions: () => Effect.void,
  request: () => unused,
  head: unused,
  rows: ({ rows }) => rows,
  id: (row) => row,
  count: ({ count }) => Option.fromUndefinedOr(count),
  pageNumber: () => undefined,
  hasDeletions,
  bornAt: (row) => row.charCodeAt(0),
  isShort: (_, { rows }) => rows.length < 3,
  reject: () => undefined,
  next: ({ answer, position = 1 }) => (answer.rows.length === 0 ? end : { _tag: "At", position: position + 1 }),
  ahead: () => [],
  isSame: (a, b) => a === b,
  tail: { position: () => Option.none(), distance: (from, to) => to - from }
})

interface Walked {
  /** The pages that were emitted. */
  readonly emitted: ReadonlyArray<LetterPage>
  readonly verify?: boolean
  readonly hasDeletions?: boolean
  readonly rounds?: Rounds
  /** The rows of page 9, which was observed before the last page was read. */
  readonly tail?: string
}

const stateOf = ({ emitted, hasDeletions = true, rounds, tail, verify = false }: Walked): State => {
  const state: State = new WalkState(letters(hasDeletions), { verify })
  for (const [index, answer] of emitted.entries()) {
    if (index === 0) state.begin(answer)
    else state.emit({ position: index + 1, answer }, {})
  }
  const last = emitted.at(-1)
  if (rounds !== undefined && last !== undefined) state.retry(last, rounds)
  if (tail !== undefined) {
    state.tail.observe(9, page(tail))
    state.tail.noteReadBack(state.emitted)
  }
  return state
}

interface Case extends Walked, Omit<Reading<LetterPage, number>, "page"> {
  readonly name: string
  readonly page: LetterPage
  readonly decision: Decision
}

const emit: Decision = { _tag: "Emit" }
const retry = (total: number, quiet: number, leftover: number): Decision => ({
  _tag: "Retry",
  rounds: { total, quiet, leftover }
})
const repeated = (firstRow: string): Decision => ({ _tag: "Fail", reason: new RepeatedPage({ firstRow }) })

const cases: ReadonlyArray<Case> = [
  // Newest first.
  { name: "emits the first page", emitted: [], page: page("i h g"), decision: emit },
  {
    name: "emits a page that continues the list with the same count",
    emitted: [page("i h g")],
    page: page("f e d"),
    decision: emit
  },
  {
    name: "emits a page that repeats as many rows as were added",
    emitted: [page("i h g")],
    page: page("g f e", 10),
    decision: emit
  },
  {
    name: "doubts a page if the count rose and no row repeats, because as many rows were deleted in front of it",
    emitted: [page("i h g")],
    page: page("f e d", 10),
    decision: { _tag: "ReadAgain" }
  },
  {
    name: "doubts a page if the count fell",
    emitted: [page("i h g")],
    page: page("e d c", 8),
    decision: { _tag: "ReadAgain" }
  },
  {
    name: "doubts an empty page behind a full one",
    emitted: [page("i h g")],
    page: page(""),
    decision: { _tag: "ReadAgain" }
  },
  {
    name: "emits an empty page behind a short one",
    emitted: [page("i h g"), page("f")],
    page: page(""),
    decision: emit
  },
  {
    name: "ignores the count of a list without deletions",
    hasDeletions: false,
    emitted: [page("i h g")],
    page: page("e d c", 8),
    decision: emit
  },
  {
    name: "doubts every page that doesn't overlap if boundaries are verified",
    verify: true,
    emitted: [page("i h g")],
    page: page("f e d"),
    decision: { _tag: "ReadAgain" }
  },
  {
    name: "emits a page that overlaps although boundaries are verified",
    verify: true,
    emitted: [page("i h g")],
    page: page("g f e", 10),
    decision: emit
  },
  {
    name: "stops trusting the count if each of two pages counts only its own rows",
    emitted: [page("i h g", 3)],
    page: page("f e", 2),
    decision: { _tag: "DistrustCount" }
  },
  // The page before was read again.
  {
    name: "goes back if the page before shows a row that was hidden",
    emitted: [page("i h g")],
    page: page("e d c", 8),
    again: page("h g f", 8),
    decision: { _tag: "GoBack" }
  },
  {
    name: "goes back if the page before has none of its rows any more",
    emitted: [page("i h g")],
    page: page("c b a", 6),
    again: page("f e d", 6),
    decision: { _tag: "GoBack" }
  },
  {
    name: "observes the head if the page before is unchanged",
    emitted: [page("i h g")],
    page: page("f e d", 8),
    again: page("i h g", 8),
    decision: { _tag: "ObserveHead" }
  },
  {
    name: "emits the page if the page before and the head are unchanged: the deletion was further down",
    emitted: [page("i h g")],
    page: page("f e d", 8),
    again: page("i h g", 8),
    head: page("i", 8),
    decision: emit
  },
  {
    name: "reads the page once more if a row was added meanwhile",
    emitted: [page("i h g")],
    page: page("f e d", 8),
    again: page("i h g", 8),
    head: page("j", 9),
    decision: retry(1, 0, 0)
  },
  {
    name: "reads the page once more if the count still falls",
    emitted: [page("i h g")],
    page: page("f e d", 8),
    again: page("i h g", 8),
    head: page("i", 7),
    decision: retry(1, 1, 0)
  },
  {
    name: "emits the page after three rounds in which nothing changed in front of it",
    emitted: [page("i h g")],
    rounds: { total: 2, quiet: 2, leftover: 0 },
    page: page("f e d", 8),
    again: page("i h g", 8),
    head: page("i", 7),
    decision: emit
  },
  {
    name: "observes the head only every other round while the page before changes",
    emitted: [page("i h g")],
    rounds: { total: 1, quiet: 0, leftover: 0 },
    page: page("f e d", 8),
    again: page("j i h", 10),
    decision: retry(2, 0, 0)
  },
  {
    name: "stops trusting a count that fell three times by exactly the rows of the page before",
    emitted: [page("i h g")],
    rounds: { total: 2, quiet: 0, leftover: 2 },
    page: page("f e d", 6),
    again: page("i h g"),
    head: page("i"),
    decision: { _tag: "DistrustCount" }
  },
  // Pages that repeat.
  {
    name: "observes the head if the page is the first one again",
    emitted: [page("i h g"), page("f e d")],
    page: page("i h g"),
    decision: { _tag: "ObserveHead" }
  },
  {
    name: "fails on a page that repeats although the list didn't grow",
    emitted: [page("i h g"), page("f e d")],
    page: page("i h g"),
    head: page("i"),
    decision: repeated("i")
  },
  {
    name: "emits a page that repeats because the list grew",
    emitted: [page("i h g"), page("f e d")],
    page: page("f e d", 12),
    head: page("l", 12),
    decision: { _tag: "Emit", isRepetition: true }
  },
  {
    name: "observes the head if a page begins with a new row in front of known ones",
    emitted: [page("i h g"), page("f e d")],
    page: page("j i h", 10),
    decision: { _tag: "ObserveHead" }
  },
  {
    name: "emits the last page although it repeats",
    emitted: [page("i h g"), page("f e d")],
    page: page(""),
    hasDeletions: false,
    decision: emit
  },
  // Oldest first.
  {
    name: "reads back from every page of a list that grows at its tail",
    emitted: [page("a b c")],
    page: page("d e f"),
    decision: { _tag: "ReadBack" }
  },
  {
    name: "emits a page of such a list in front of an observed page",
    emitted: [page("a b c")],
    tail: "x y z",
    page: page("d e f"),
    decision: emit
  },
  {
    name: "doubts a page of such a list if the count fell",
    emitted: [page("a b c")],
    tail: "x y z",
    page: page("d e f", 8),
    decision: { _tag: "ReadAgain" }
  },
  {
    name: "emits a page of a list that grows at its tail without deletions",
    hasDeletions: false,
    emitted: [page("a b c")],
    page: page("d e f"),
    decision: emit
  }
]

describe("judge", () => {
  it.each(cases)("$name", ({ decision, page, again, head, ...walked }) => {
    const state = stateOf(walked)
    const reading: Reading<LetterPage, number> = {
      page: { position: walked.emitted.length + 1, answer: page },
      ...(again === undefined ? {} : { again }),
      ...(head === undefined ? {} : { head })
    }
    assert.deepStrictEqual(judge(state, reading), decision)
  })

  it("decides the same again: it changes nothing", () => {
    const state = stateOf({ emitted: [page("i h g")] })
    const reading = { page: { position: 2, answer: page("e d c", 8) } }
    assert.deepStrictEqual(judge(state, reading), judge(state, reading))
    assert.strictEqual(state.emitted, 3)
    assert.strictEqual(state.last?.position, undefined)
  })
})

/** Pages that were read ahead, behind the first one. */
const buffered = (pages: ReadonlyArray<LetterPage>, isWhole = false): Buffered<LetterPage, string, number, never> => ({
  reads: pages.map((answer, index) => ({ position: index + 2, answer })),
  after: isWhole ? end : { _tag: "At", position: pages.length + 2 }
})

describe("judgeFlow", () => {
  it.each([
    {
      name: "emits pages of older rows with the same count",
      pages: [page("f e d"), page("c b a")],
      decision: "Emit 2"
    },
    { name: "emits pages up to one that repeats a row", pages: [page("f e d"), page("d c b")], decision: "Emit 1" },
    { name: "emits pages up to one with another count", pages: [page("f e d"), page("b a", 8)], decision: "Emit 1" },
    { name: "reads a page in order if it repeats a row", pages: [page("g f e")], decision: "ReadInOrder" },
    { name: "reads a page in order if the count changed", pages: [page("f e d", 10)], decision: "ReadInOrder" },
    { name: "reads pages in windows if their rows aren't older", pages: [page("m l k")], decision: "ReadWindow" },
    { name: "reads pages in windows if one is short", pages: [page("f e")], decision: "ReadWindow" }
  ])("$name", ({ decision, pages }) => {
    const judged = judgeFlow(stateOf({ emitted: [page("i h g")] }), buffered(pages))
    assert.strictEqual(judged._tag === "Emit" ? `Emit ${judged.pages}` : judged._tag, decision)
  })

  it("emits a short page if the list ends with it", () => {
    const judged = judgeFlow(stateOf({ emitted: [page("i h g")] }), buffered([page("f e")], true))
    assert.deepStrictEqual(judged, { _tag: "Emit", pages: 1 })
  })
})

interface WindowCase extends Walked {
  readonly name: string
  readonly held?: ReadonlyArray<LetterPage>
  readonly read?: ReadonlyArray<LetterPage>
  readonly growingEnd?: LetterPage | "Failed"
  readonly isEndLater?: boolean
  /** The decision, with the first rows of the pages that are emitted and of those that are held. */
  readonly decision: string
}

const windowCases: ReadonlyArray<WindowCase> = [
  {
    name: "holds the first window",
    emitted: [page("a1 a2 a3")],
    read: [page("a4 a5 a6")],
    decision: "hold a4"
  },
  {
    name: "emits the window before if the head and the count are unchanged",
    emitted: [page("a1 a2 a3")],
    held: [page("a4 a5 a6")],
    read: [page("a7 a8 a9")],
    growingEnd: page("a1"),
    decision: "emit a4, hold a7"
  },
  {
    name: "emits both windows if the head was read after both",
    emitted: [page("a1 a2 a3")],
    held: [page("a4 a5 a6")],
    read: [page("a7 a8 a9")],
    growingEnd: page("a1"),
    isEndLater: true,
    decision: "emit a4 a7"
  },
  {
    name: "reads both windows in order if a row was added",
    emitted: [page("a1 a2 a3")],
    held: [page("a4 a5 a6")],
    read: [page("a7 a8 a9")],
    growingEnd: page("a0"),
    decision: "read 2 in order"
  },
  {
    name: "reads both windows in order if the count changed",
    emitted: [page("a1 a2 a3")],
    held: [page("a4 a5 a6")],
    read: [page("a7 a8 a9")],
    growingEnd: page("a1", 8),
    decision: "read 2 in order"
  },
  {
    name: "reads both windows in order if the head can't be read",
    emitted: [page("a1 a2 a3")],
    held: [page("a4 a5 a6")],
    read: [page("a7 a8 a9")],
    growingEnd: "Failed",
    decision: "read 2 in order"
  },
  {
    name: "reads a window in order if it has a row that was emitted",
    emitted: [page("a1 a2 a3")],
    held: [page("a3 a4 a5")],
    growingEnd: page("a1"),
    decision: "read 1 in order"
  },
  {
    name: "reads windows in order if two pages begin alike",
    emitted: [page("a1 a2 a3")],
    held: [page("a4 a5 a6")],
    read: [page("a4 a5 a6")],
    growingEnd: page("a1"),
    isEndLater: true,
    decision: "read 2 in order"
  },
  {
    name: "emits a window that shows by itself that the list stood still, although a row was added since",
    emitted: [page("i h g")],
    held: [page("f e d")],
    growingEnd: page("j", 10),
    decision: "emit f"
  },
  {
    name: "emits the window before if the page near the tail begins with the same rows, although rows were added",
    emitted: [page("a b c")],
    tail: "x y",
    held: [page("d e f", 10)],
    read: [page("g h i", 11)],
    growingEnd: page("x y z", 11),
    decision: "emit d, hold g"
  },
  {
    name: "reads windows in order if the page near the tail moved, although the count is the same",
    emitted: [page("a b c")],
    tail: "x y",
    held: [page("d e f")],
    read: [page("g h i")],
    growingEnd: page("y z"),
    decision: "read 2 in order"
  }
]

describe("judgeWindow", () => {
  it.each(windowCases)("$name", ({ decision, growingEnd, held, isEndLater = false, read, ...walked }) => {
    const state = stateOf(walked)
    const firstRows = (pages: Buffered<LetterPage, string, number, never> | undefined) =>
      pages?.reads.map(({ answer }) => answer.rows[0]).join(" ")
    const reading: WindowReading<LetterPage, string, number, never> = {
      held: held && buffered(held),
      read: read && buffered(read),
      growingEnd,
      isEndLater
    }
    const judged = judgeWindow(state, reading)
    const told = {
      Emit: () =>
        judged._tag === "Emit" &&
        `emit ${firstRows(judged.shown)}${judged.held === undefined ? "" : `, hold ${firstRows(judged.held)}`}`,
      Hold: () => judged._tag === "Hold" && `hold ${firstRows(judged.held)}`,
      ReadInOrder: () => judged._tag === "ReadInOrder" && `read ${judged.pages} in order`
    }
    assert.strictEqual(told[judged._tag](), decision)
  })
})
