/**
 * How far a walk has come: which rows it has emitted, where they end, and what it has seen of the list.
 */
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Option from "effect/Option"
import { answered } from "../Evidence.ts"
import type { Page } from "../Page.ts"
import { PaginationError, type PaginationErrorReason } from "../PaginationError.ts"
import type { List, Next, PageRead } from "./list.ts"
import { RememberedIds } from "./remembered.ts"

/** How many pages a walk can go back. A deletion that hides more of them between two requests ends it. */
const trailLength = 64

/** After so many equal falls of the count between the same two pages, counts are no longer believed. */
const fallsToDistrust = 3

/** A page that was read. */
export interface Read<Answer, Position> {
  readonly position: Position | undefined
  readonly answer: Answer
}

export class Frontier<Answer, Row, Position, E> {
  readonly list: List<Answer, Row, Position, E>
  readonly #from: Position | undefined
  readonly #remembered = new RememberedIds()
  /** The rows that were looked up last, since when no row was remembered. */
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
  growsAtTail = false
  #trustsCounts = true
  #fall = ""
  #timesFallen = 0

  constructor(list: List<Answer, Row, Position, E>, from: Position | undefined) {
    this.list = list
    this.#from = from
  }

  fail(reason: PaginationErrorReason): Effect.Effect<never, PaginationError> {
    return Effect.fail(
      new PaginationError({ reason, emitted: this.#emitted, evidence: answered(this.list.operation, 200) })
    )
  }

  /** Asks for a page, and refuses another one. */
  request(position: Position | undefined): Effect.Effect<Answer, E | PaginationError> {
    return Effect.flatMap(this.list.request(position), (answer) => {
      const reason = this.list.reject(position, answer)
      return reason === undefined ? Effect.succeed(answer) : this.fail(reason)
    })
  }

  /** Reads the first page of the walk. */
  readonly begin = Effect.suspend(() =>
    Effect.map(this.request(this.#from), (answer) => {
      const firstRow = this.firstRow(answer)
      if (this.#from === undefined) this.head = firstRow
      this.start = firstRow
      if (firstRow !== undefined) this.passed.add(firstRow)
      return [this.accept(this.#from, answer)]
    })
  )

  /** Takes a page into the walk: what is new in it is emitted. */
  accept(position: Position | undefined, answer: Answer): Page<Row, Position> {
    const rows = this.list.rows(answer)
    const items = this.countSeen(rows) > 0 ? rows.filter((row) => !this.isSeen(row)) : rows
    for (const row of items) this.#remembered.add(this.list.id(row))
    this.oldest = this.oldestOf(items, this.oldest)
    this.#counted = undefined
    this.#emitted += items.length
    this.pageSize = this.pageSize === undefined || this.pageSize === rows.length ? rows.length : Number.NaN
    this.last = { position, answer }
    this.trail.push(position)
    if (this.trail.length > trailLength) {
      this.trail.shift()
      this.#trailIsWhole = false
    }
    this.growsAtTail ||= this.list.hasDeletions && this.#isOldestFirst(rows)
    this.next = this.list.next(this.pageRead(this.last))
    return {
      items,
      next: this.next._tag === "At" ? Option.some(this.next.position) : Option.none(),
      count: this.list.count(answer)
    }
  }

  #isOldestFirst(rows: ReadonlyArray<Row>): boolean {
    const [first, last] = [rows[0], rows.at(-1)]
    if (first === undefined || last === undefined) return false
    const [bornFirst, bornLast] = [this.list.bornAt(first), this.list.bornAt(last)]
    return bornFirst !== undefined && bornLast !== undefined && bornFirst < bornLast
  }

  /** A page as the description of the list sees it, with `heldRows` rows read but not emitted. */
  pageRead(read: Read<Answer, Position>, heldRows = 0): PageRead<Answer, Position> {
    return { ...read, emitted: this.#emitted + heldRows, resumed: this.#from !== undefined }
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
    return !this.isOlder(row, this.oldest) && this.#remembered.has(this.list.id(row))
  }

  /** When the oldest of some rows came into being, or before that, `time`. */
  oldestOf(rows: ReadonlyArray<Row>, time: number): number {
    let oldest = time
    for (const row of rows) oldest = Math.min(oldest, this.list.bornAt(row) ?? Number.NEGATIVE_INFINITY)
    return oldest
  }

  /** Whether a row is known to have come into being before `time`. What is older than every row that was emitted is none of them. */
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
    return this.#trustsCounts ? this.list.count(answer) : Option.none()
  }

  hasSameCount(a: Answer, b: Answer): boolean {
    return Equal.equals(this.count(a), this.count(b))
  }

  /** Whether the list is shorter than when the last page was read, so that rows may be hidden between the two. */
  hasShrunk(answer: Answer): boolean {
    if (this.last === undefined) return false
    const before = this.last.answer
    const counts = Option.zipWith(this.count(before), this.count(answer), (before, now) => [before, now] as const)
    if (!Option.exists(counts, ([before, now]) => now < before)) return false
    // The same fall between the same pages again and again is no deletion: it is how this service counts.
    const fall = JSON.stringify([Option.getOrNull(counts), this.firstRow(before), this.firstRow(answer)])
    this.#timesFallen = fall === this.#fall ? this.#timesFallen + 1 : 1
    this.#fall = fall
    this.#trustsCounts = this.#timesFallen < fallsToDistrust
    return this.#trustsCounts
  }
}
