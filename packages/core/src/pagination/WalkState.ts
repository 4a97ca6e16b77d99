/**
 * How far a walk has come: which rows it has emitted, where they end, and what it has seen of the list.
 */
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import { identity } from "effect/Function"
import * as Option from "effect/Option"
import { evidenceFor } from "../operations/evidence.ts"
import type { Page } from "../Page.ts"
import { NoProgress, PaginationError, type PaginationErrorReason } from "../PaginationError.ts"
import { end, type List, type Next, type PageRead } from "./List.ts"
import { RecentIds } from "./RecentIds.ts"

/** How many pages a walk can go back. A deletion that hides more of them between two requests ends it. */
const trailLength = 64

/** After this many requests in a row that brought no new row, the walk fails. */
export const mostRequestsWithoutRow = 1_000

/** A walk always remembers this many rows from its start, to tell which ones were added in front of them. */
const firstIdsAtMost = 1_000

/** This many pages in a row that show the end of the list end the walk, whatever they say follows. */
export const barrenPagesAtEnd = 3

/** A page that was read. */
export interface Read<Answer, Position> {
  readonly position: Position | undefined
  readonly answer: Answer
}

export class WalkState<Answer, Row, Position, E> {
  readonly list: List<Answer, Row, Position, E>
  readonly #from: Position | undefined
  readonly #recent = new RecentIds()
  /** The ids of the first rows, by which rows that were added in front of them are told apart. */
  readonly #firstIds = new Set<string>()
  #requestsWithoutRow = 0
  /** When the newest row of the first page came into being. */
  #newestAtStart: number | undefined
  #barrenPages = 0
  /** The row that was emitted last. */
  #lastRow: string | undefined
  /** How many rows the first page has, and its number. */
  #firstPage: { readonly rows: number; readonly number: number | undefined } | undefined
  /** Whether all pages but the last one have as many rows as the first. */
  #isUniform = true
  /** Whether a count was smaller than the one before it. */
  hasShrunk = false
  #largestPage = 0
  /** The rows that were looked up last, since when no id was remembered. */
  #counted: { readonly rows: ReadonlyArray<Row>; readonly seen: number } | undefined
  #emitted = 0
  /** When the oldest row that was emitted came into being: before every time where rows do not tell. */
  oldest = Number.POSITIVE_INFINITY
  /** How many rows each page that was emitted has; `NaN` where they have not all the same number. */
  pageSize: number | undefined
  /** The page that was emitted last. */
  last: Read<Answer, Position> | undefined
  /** What follows it. */
  next: Next<Answer, Row, Position, E> | undefined
  /** The positions of the pages that were emitted, the last one last. */
  readonly trail: Array<Position | undefined> = []
  #trailIsWhole = true
  /** The first row of the list when the walk last looked. */
  head: string | undefined
  /** The first row of the walk, as long as nothing was added in front of it. */
  start: string | undefined
  /** The first rows of the pages that were read since the walk last brought something new. */
  // Replaced, not cleared: of a set that lives long, V8 makes the empty table where things live long, one for each page.
  passed = new Set<string>()
  /** Whether a page had its newest row first, and whether one had its oldest row first. */
  #hasNewestFirst = false
  #hasOldestFirst = false
  /** Whether `count` is the number of rows in the list, as far as the pages have shown. */
  #countsList = true

  constructor(list: List<Answer, Row, Position, E>, from: Position | undefined) {
    this.list = list
    this.#from = from
  }

  fail(reason: PaginationErrorReason): Effect.Effect<never, PaginationError> {
    return Effect.fail(
      new PaginationError({ reason, emitted: this.#emitted, evidence: evidenceFor(this.list.operation, 200) })
    )
  }

  get emitted(): number {
    return this.#emitted
  }

  get isResumed(): boolean {
    return this.#from !== undefined
  }

  /** Counts a request, and fails if too many in a row brought no new row. */
  #bounded(request: Effect.Effect<Answer, E>): Effect.Effect<Answer, E | PaginationError> {
    return Effect.suspend(() => {
      this.#requestsWithoutRow++
      const isFutile = this.#requestsWithoutRow > mostRequestsWithoutRow
      return Effect.andThen(
        isFutile ? this.fail(new NoProgress({ requests: mostRequestsWithoutRow })) : Effect.void,
        request
      )
    })
  }

  /** Asks for a page, and refuses another one. */
  request(position: Position | undefined): Effect.Effect<Answer, E | PaginationError> {
    return Effect.flatMap(this.#bounded(this.list.request(position)), (answer) => {
      const reason = this.list.reject(position, answer)
      return reason === undefined ? Effect.succeed(answer) : this.fail(reason)
    })
  }

  /** Asks for the head of the list. */
  get requestHead(): Effect.Effect<Answer, E | PaginationError> {
    return this.#bounded(this.list.head)
  }

  /** Reads the first page of the walk. */
  readonly begin = Effect.suspend(() =>
    // mutant: `Effect.map(this.request(this.#from), (answer)` -> `Effect.map(this.request(undefined), (answer)`
    Effect.map(this.request(this.#from), (answer) => {
      const firstRow = this.firstRow(answer)
      if (this.#from === undefined) this.head = firstRow
      this.start = firstRow
      return [this.accept(this.#from, answer)]
    })
  )

  /** Takes a page into the walk: what is new in it is emitted. */
  accept(position: Position | undefined, answer: Answer): Page<Row, Position> {
    const rows = this.list.rows(answer)
    const [first] = rows
    const firstOrdinal = first === undefined ? undefined : this.#recent.ordinalOf(this.list.id(first))
    // mutant: `rows.filter((row) => this.#recent.add(this.list.id(row)))` -> `rows.filter((row) => this.#recent.add(this.list.id(row)) || rows.length > 0)`
    const items = rows.filter((row) => this.#recent.add(this.list.id(row)))
    if (this.#firstIds.size < firstIdsAtMost) for (const row of items) this.#firstIds.add(this.list.id(row))
    this.#firstPage ??= { rows: rows.length, number: this.list.pageNumber(answer) }
    if (this.last !== undefined && this.list.rows(this.last.answer).length !== this.#firstPage.rows)
      this.#isUniform = false
    this.oldest = this.oldestOf(items, this.oldest)
    this.#counted = undefined
    this.#emitted += items.length
    this.#newestAtStart ??= this.#newestOf(rows)
    if (items.some((row) => this.#isProgress(row))) this.noteProgress()
    this.#largestPage = Math.max(this.#largestPage, rows.length)
    const isShortTail = this.list.isShort(position, answer) && this.#endsWithLastRow(rows)
    const showsEnd = items.length === 0 && (rows.length === 0 || isShortTail)
    this.#barrenPages = showsEnd ? this.#barrenPages + 1 : 0
    const lastNew = items.at(-1)
    if (lastNew !== undefined) this.#lastRow = this.list.id(lastNew)
    this.pageSize = this.pageSize === undefined || this.pageSize === rows.length ? rows.length : Number.NaN
    this.trail.push(position)
    if (this.trail.length > trailLength) {
      this.trail.shift()
      this.#trailIsWhole = false
    }
    const order = this.#orderOf(rows)
    this.#hasNewestFirst ||= order < 0
    this.#hasOldestFirst ||= order > 0
    this.last = { position, answer }
    // mutant: `const isEnd = this.#barrenPages >= barrenPagesAtEnd` -> `const isEnd = this.#barrenPages < 0`
    const isEnd = this.#barrenPages >= barrenPagesAtEnd
    this.next = isEnd ? end : this.list.next({ ...this.pageRead(this.last), firstOrdinal })
    if (this.next._tag === "At" && this.next.goesBack === true) this.passed = new Set()
    return {
      items,
      next: this.next?._tag === "At" ? Option.some(this.next.position) : Option.none(),
      count: this.list.count(answer)
    }
  }

  #endsWithLastRow(rows: ReadonlyArray<Row>): boolean {
    const last = rows.at(-1)
    return last !== undefined && this.list.id(last) === this.#lastRow
  }

  /** Takes a look at the head of the list into the walk, after its end: what is new in it is emitted. */
  acceptAdded(answer: Answer): Page<Row, Position> {
    const items = this.list.rows(answer).filter((row) => !this.isKnown(row) && this.#recent.add(this.list.id(row)))
    this.#counted = undefined
    this.#emitted += items.length
    if (items.some((row) => this.#isProgress(row))) this.noteProgress()
    return { items, next: Option.none(), count: this.list.count(answer) }
  }

  /** Goes on from a later reading of the last page, all of whose rows were emitted. */
  readAgain(last: Read<Answer, Position>): void {
    this.last = last
    this.next = this.list.next(this.pageRead(last))
  }

  /** Starts counting again how many requests in a row bring nothing new. */
  noteProgress(): void {
    this.#requestsWithoutRow = 0
  }

  #newestOf(rows: ReadonlyArray<Row>): number {
    return rows.reduce((newest, row) => Math.max(newest, this.list.bornAt(row) ?? newest), Number.NEGATIVE_INFINITY)
  }

  /** Whether rows may be added at the tail of the list, and deletions hide others. */
  get growsAtTail(): boolean {
    return this.list.hasDeletions && this.#hasOldestFirst
  }

  /** Whether a row brings the walk forward. In a list that grows at its head, one that was added since it began doesn't. */
  #isProgress(row: Row): boolean {
    const bornAt = this.list.bornAt(row)
    const growsAtHead = this.#hasNewestFirst && !this.#hasOldestFirst
    return !growsAtHead || bornAt === undefined || bornAt <= (this.#newestAtStart ?? bornAt)
  }

  /** How the last row of a page compares to the first one: less than 0 if it is older, more if it is newer. */
  #orderOf(rows: ReadonlyArray<Row>): number {
    const [first, last] = [rows[0], rows.at(-1)]
    if (first === undefined || last === undefined) return 0
    const [bornFirst, bornLast] = [this.list.bornAt(first), this.list.bornAt(last)]
    return bornFirst === undefined || bornLast === undefined ? 0 : bornLast - bornFirst
  }

  /** A page as the description of the list sees it, with `heldRows` rows read but not emitted. */
  pageRead(read: Read<Answer, Position>, heldRows = 0): PageRead<Answer, Position> {
    const count = this.count(read.answer)
    return { ...read, count, emitted: this.#emitted + heldRows, resumed: this.#from !== undefined }
  }

  /** Takes down the first row of the list. */
  look(answer: Answer): void {
    const head = this.firstRow(answer)
    if (head !== this.head) {
      this.passed = new Set()
      this.start = undefined
    }
    this.head = head
  }

  firstRow(answer: Answer): string | undefined {
    const [row] = this.list.rows(answer)
    return row === undefined ? undefined : this.list.id(row)
  }

  isSeen(row: Row): boolean {
    return this.#recent.has(this.list.id(row))
  }

  /** Whether a row is known to have been emitted, even at the start, which may be too long ago to be recent. */
  isKnown(row: Row): boolean {
    return this.isSeen(row) || this.#firstIds.has(this.list.id(row))
  }

  /** Whether a page begins with a row that was emitted, so that nothing is hidden in front of it. */
  overlaps(answer: Answer): boolean {
    const [first] = this.list.rows(answer)
    return first !== undefined && this.isSeen(first)
  }

  /** Whether a page that was read again shows rows behind some that were emitted, which were hidden before. */
  showsHiddenRows(answer: Answer): boolean {
    const rows = this.list.rows(answer)
    const firstSeen = rows.findIndex((row) => this.isSeen(row))
    return firstSeen >= 0 && rows.slice(firstSeen).some((row) => !this.isSeen(row))
  }

  /** When the oldest of some rows came into being, or before that, `time`. */
  oldestOf(rows: ReadonlyArray<Row>, time: number): number {
    let oldest = time
    for (const row of rows) oldest = Math.min(oldest, this.list.bornAt(row) ?? Number.NEGATIVE_INFINITY)
    return oldest
  }

  /** Whether a row is known to have come into being before `time`. */
  isOlder(row: Row, time: number): boolean {
    const bornAt = this.list.bornAt(row)
    return bornAt !== undefined && bornAt < time
  }

  /** How many rows of a page were seen before it. To look them up is most of the work on a page: it is done once. */
  countSeen(rows: ReadonlyArray<Row>): number {
    if (this.#counted?.rows !== rows) {
      let seen = 0
      for (const row of rows) if (this.isSeen(row)) seen++
      this.#counted = { rows, seen }
    }
    return this.#counted.seen
  }

  /** Whether there is no gap between the rows that were seen and a page of the trail that was read again. */
  joins(index: number, answer: Answer): boolean {
    return (index === 0 && this.#trailIsWhole) || this.list.rows(answer).some((row) => this.isSeen(row))
  }

  hasSameRows(a: Answer, b: Answer): boolean {
    const [rowsA, rowsB] = [this.list.rows(a), this.list.rows(b)]
    return (
      rowsA.length === rowsB.length &&
      rowsA.every((row, index) => this.list.id(row) === this.list.id(rowsB[index] as Row))
    )
  }

  count(answer: Answer): Option.Option<number> {
    return this.#countsList ? this.list.count(answer) : Option.none()
  }

  /** How many rows the list has by the number of its last page, if its pages are numbered and have the same size. */
  countByPages(lastPage: Answer): Option.Option<number> {
    const number = this.list.pageNumber(lastPage)
    const first = this.#firstPage
    const rows = this.list.rows(lastPage).length
    if (!this.#isUniform || rows === 0 || number === undefined || first?.number === undefined) return Option.none()
    return Option.some((number - first.number) * first.rows + rows)
  }

  /** From now on, what the service gives as `count` is not taken for the number of rows in the list. */
  distrustCounts(): void {
    this.#countsList = false
  }

  hasSameCount(a: Answer, b: Answer): boolean {
    return Equal.equals(this.count(a), this.count(b))
  }

  /**
   * Whether a page doesn't fit the one before it, so that rows may be hidden between the two. The count must not fall; and in a
   * list that grows at its head, each row that was added since repeats a row. A full page that names an empty one may have
   * lost rows to a deletion too.
   */
  contradicts(answer: Answer): boolean {
    if (this.last === undefined || !this.list.hasDeletions) return false
    const rows = this.list.rows(answer)
    const isBehindFullPage = this.list.rows(this.last.answer).length === this.#largestPage
    // mutant: remove `if (rows.length === 0 && this.#largestPage > 0 && isBehindFullPage) return true`
    if (rows.length === 0 && this.#largestPage > 0 && isBehindFullPage) return true
    const risen = Option.zipWith(this.count(this.last.answer), this.count(answer), (before, after) => after - before)
    if (Option.isNone(risen) || risen.value === 0) return false
    // mutant: `if (risen.value < 0) { this.hasShrunk = true` -> `if (risen.value < -1_000) { this.hasShrunk = true`
    if (risen.value < 0) {
      this.hasShrunk = true
      return true
    }
    if (!this.#hasNewestFirst || this.#startsWithAddedRow(rows)) return false
    // mutant: `return this.countSeen(rows) < Math.min(risen.value, rows.length)` -> `return true`
    return this.countSeen(rows) < Math.min(risen.value, rows.length)
  }

  /** Whether a page begins with a row that came into being after the walk began: so many were added that they reach this far. */
  #startsWithAddedRow([first]: ReadonlyArray<Row>): boolean {
    const bornAt = first === undefined ? undefined : this.list.bornAt(first)
    return bornAt !== undefined && this.#newestAtStart !== undefined && bornAt > this.#newestAtStart
  }

  /** Whether the count of a later answer is smaller. */
  hasFallen(before: Answer, after: Answer): boolean {
    return Option.exists(
      Option.zipWith(this.count(before), this.count(after), (before, after) => after < before),
      identity
    )
  }

  /** Whether the count rises from one of these answers, in the order in which they were read, to the next. */
  hasRisen(answers: ReadonlyArray<Answer>): boolean {
    return answers.some((later, index) => index > 0 && this.hasFallen(later, answers[index - 1] ?? later))
  }

  /** Whether both pages give the number of their own rows as `count`, which only one of them could if it were a total. */
  countsItsOwnRows(before: Answer, after: Answer): boolean {
    return [before, after].every((answer) => Option.contains(this.count(answer), this.list.rows(answer).length))
  }

  /** Whether the count of a page is less than that of the page before by just the rows of that page. */
  countsWhatIsLeft(before: Answer, after: Answer): boolean {
    const fall = Option.zipWith(this.count(before), this.count(after), (before, after) => before - after)
    return Option.contains(fall, this.list.rows(before).length)
  }
}
