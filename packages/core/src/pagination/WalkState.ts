/**
 * The state of a walk: the rows it has emitted, its position, and what it has learned about the list.
 *
 * `judge.ts` reads it and decides. It changes only through the methods here, which the readers call to carry a decision out.
 */
import type * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Page } from "../Page.ts"
import type { PaginationErrorReason } from "../PaginationError.ts"
import { end, type List, type Next, type PageContext, type ReadPage } from "./List.ts"
import { PageSizes } from "./PageSizes.ts"
import { RowOrder } from "./RowOrder.ts"
import { SeenRows } from "./SeenRows.ts"
import { TailCheck } from "./TailCheck.ts"

/** How many pages a walk can go back. If a deletion hides more than that between two requests, the walk fails. */
const trailLength = 64

/** The walk ends after this many pages in a row that show the end of the list, whatever cursor they name. */
const pagesAtEnd = 3

/** How often in a row a page was read again without being emitted, and what those rounds showed. */
export interface Rounds {
  readonly total: number
  /** Rounds in which nothing changed in front of the page, although the count fell. */
  readonly quiet: number
  /** Rounds in which the count fell by exactly the rows of the page before, as a count of the remaining rows would. */
  readonly leftover: number
}

const noRounds: Rounds = { total: 0, quiet: 0, leftover: 0 }

export class WalkState<Answer, Row, Position, E> {
  readonly list: List<Answer, Row, Position, E>
  /** The position at which the walk begins; `undefined` for the first page. */
  readonly from: Position | undefined
  /** Whether every boundary between two pages is checked by its rows. */
  readonly verify: boolean
  readonly order: RowOrder<Row>
  readonly seen: SeenRows<Row>
  readonly sizes = new PageSizes()
  readonly tail: TailCheck<Answer, Row, Position, E>
  #emitted = 0
  #requestsWithoutProgress = 0
  #pagesShowingEnd = 0
  #lastRow: string | undefined
  #last: ReadPage<Answer, Position> | undefined
  #next: Next<Answer, Row, Position, E> | undefined
  readonly #trail: Array<Position | undefined> = []
  #trailIsWhole = true
  #head: string | undefined
  #start: string | undefined
  #passed = new Set<string>()
  #countsList = true
  #hasShrunk = false
  #rounds = noRounds

  constructor(
    list: List<Answer, Row, Position, E>,
    { from, verify = false }: { readonly from?: Position | undefined; readonly verify?: boolean }
  ) {
    this.list = list
    this.from = from
    this.verify = verify
    this.order = new RowOrder(list.bornAt)
    this.seen = new SeenRows(list.id)
    this.tail = new TailCheck(list)
  }

  get emitted(): number {
    return this.#emitted
  }
  get isResumed(): boolean {
    return this.from !== undefined
  }
  /** The page that was emitted last. */
  get last(): ReadPage<Answer, Position> | undefined {
    return this.#last
  }
  /** The continuation behind the last page; `undefined` before the first one. */
  get next(): Next<Answer, Row, Position, E> | undefined {
    return this.#next
  }
  /** The positions of the pages that were emitted, the last one last. */
  get trail(): ReadonlyArray<Position | undefined> {
    return this.#trail
  }
  /** The first row of the list when the head was last observed. */
  get head(): string | undefined {
    return this.#head
  }
  /** The first row of the walk, as long as no row was added in front of it. */
  get start(): string | undefined {
    return this.#start
  }
  /** Whether a count was smaller than the one before it. */
  get hasShrunk(): boolean {
    return this.#hasShrunk
  }
  get rounds(): Rounds {
    return this.#rounds
  }
  /** Whether rows are added at the tail, and deletions move the rest of the list forward. */
  get growsAtTail(): boolean {
    return this.list.hasDeletions && this.order.hasOldestFirst
  }

  /** Returns what the list description needs to know about a page, with `heldRows` rows read but not emitted. */
  context(page: ReadPage<Answer, Position>, heldRows = 0): PageContext<Answer, Position> {
    return { ...page, count: this.count(page.answer), emitted: this.#emitted + heldRows, resumed: this.isResumed }
  }

  /** Returns how many rows the list has, unless the walk has found that the service counts something else. */
  count(answer: Answer): Option.Option<number> {
    return this.#countsList ? this.list.count(answer) : Option.none()
  }

  /** Returns how many rows the list has by the number of its last page, if pages are numbered and have the same size. */
  countByPages(lastPage: Answer): Option.Option<number> {
    return this.sizes.countOf({ rows: this.list.rows(lastPage).length, number: this.list.pageNumber(lastPage) })
  }

  firstRow(answer: Answer): string | undefined {
    const [row] = this.list.rows(answer)
    return row === undefined ? undefined : this.list.id(row)
  }

  hasPassed(firstRow: string): boolean {
    return this.#passed.has(firstRow)
  }

  /** Whether no row is hidden in front of a page of the trail that was read again. */
  joins(index: number, answer: Answer): boolean {
    const isChecked = (row: Row) => (this.seen.ordinalOf(row) ?? Number.POSITIVE_INFINITY) < this.tail.checkedRows
    return (index === 0 && this.#trailIsWhole) || this.list.rows(answer).some(isChecked)
  }

  /** Whether the walk is at its end, and no page has to be checked. */
  get isAtEnd(): boolean {
    return this.#next?._tag === "End" && !this.isTailCheckDue && !this.tail.mustReadBack
  }

  /** Whether the page near the tail has to be read again before the walk continues. */
  get isTailCheckDue(): boolean {
    return this.tail.isDue(this.#next, this.sizes.largest)
  }

  /** The position of a page near the tail that is worth observing before the walk continues. */
  get tailToObserve(): Option.Option<Position> {
    const next = this.#next
    const isUsable = this.growsAtTail && !this.order.hasNewestFirst && !this.verify
    if (!isUsable || this.#last === undefined || next?._tag !== "At") return Option.none()
    const position = this.list.tail?.position(this.context(this.#last)) ?? Option.none()
    return Option.filter(position, (position) => this.tail.isWanted(next.position, position))
  }

  /** Requests the end of the list at which rows are added: its head, or the observed page near its tail. */
  get growingEnd(): Effect.Effect<Answer, E> {
    const { position } = this.tail
    return position === undefined ? this.list.head : this.list.request(position)
  }

  /** Counts a request, and returns how many in a row have brought no new row. */
  noteRequest(): number {
    return ++this.#requestsWithoutProgress
  }

  /** Notes that requests bring the walk forward although they emit nothing. */
  noteProgress(): void {
    this.#requestsWithoutProgress = 0
  }

  noteShrinking(): void {
    this.#hasShrunk = true
  }

  /** From now on, ignores what the service gives as `count`. */
  distrustCount(): void {
    this.#countsList = false
    this.#rounds = noRounds
  }

  /** Emits the first page of the walk. */
  begin(answer: Answer): Page<Row, Position> {
    const firstRow = this.firstRow(answer)
    if (!this.isResumed) this.#head = firstRow
    this.#start = firstRow
    return this.emitAgain({ position: this.from, answer })
  }

  /** Emits the page that follows. It may repeat an earlier page if rows were added, which pushed that page back. */
  emit(
    page: ReadPage<Answer, Position>,
    { isRepetition = false }: { readonly isRepetition?: boolean }
  ): Page<Row, Position> {
    const rows = this.list.rows(page.answer)
    const firstRow = this.firstRow(page.answer)
    if (isRepetition || this.seen.count(rows) < rows.length) this.#passed = new Set()
    if (firstRow !== undefined && !isRepetition) this.#passed.add(firstRow)
    this.#rounds = noRounds
    return this.emitAgain(page)
  }

  /** Emits the rows of a page that weren't emitted yet, and continues behind it. */
  emitAgain(page: ReadPage<Answer, Position>): Page<Row, Position> {
    const { list } = this
    const rows = list.rows(page.answer)
    const [first] = rows
    const firstOrdinal = first === undefined ? undefined : this.seen.ordinalOf(first)
    const items = this.seen.add(rows)
    this.#noteEmitted(items)
    this.order.add(rows)
    this.tail.noteEmitted(page.position, page.answer, this.#emitted)
    if (this.order.hasNewestFirst) this.tail.abandon()
    this.sizes.add(rows.length, list.pageNumber(page.answer))
    const isShortTail = list.isShort(page.position, page.answer) && this.#endsWithLastRow(rows)
    const showsEnd = items.length === 0 && (rows.length === 0 || isShortTail)
    this.#pagesShowingEnd = showsEnd ? this.#pagesShowingEnd + 1 : 0
    const lastNew = items.at(-1)
    if (lastNew !== undefined) this.#lastRow = list.id(lastNew)
    this.#trail.push(page.position)
    if (this.#trail.length > trailLength) {
      this.#trail.shift()
      this.#trailIsWhole = false
    }
    this.#last = page
    // mutant: `const isEnd = this.#pagesShowingEnd >= pagesAtEnd` -> `const isEnd = this.#pagesShowingEnd < 0`
    const isEnd = this.#pagesShowingEnd >= pagesAtEnd
    const next = isEnd ? end : list.next({ ...this.context(page), firstOrdinal })
    if (next._tag === "At" && next.goesBack === true) this.#passed = new Set()
    this.#next = next
    this.tail.leave(next)
    return {
      items,
      next: next._tag === "At" ? Option.some(next.position) : Option.none(),
      count: list.count(page.answer)
    }
  }

  /** Emits rows that were added in front of the walk, after its end. */
  emitAdded(answer: Answer): Page<Row, Position> {
    const items = this.seen.add(this.list.rows(answer).filter((row) => !this.seen.isKnown(row)))
    this.#noteEmitted(items)
    return { items, next: Option.none(), count: this.list.count(answer) }
  }

  #noteEmitted(items: ReadonlyArray<Row>): void {
    this.#emitted += items.length
    if (items.some((row) => this.order.isProgress(row))) this.noteProgress()
  }

  #endsWithLastRow(rows: ReadonlyArray<Row>): boolean {
    const last = rows.at(-1)
    return last !== undefined && this.list.id(last) === this.#lastRow
  }

  /** Records the first row of the list. */
  observeHead(answer: Answer): void {
    const head = this.firstRow(answer)
    if (head !== this.#head) {
      this.#passed = new Set()
      this.#start = undefined
    }
    this.#head = head
  }

  /** Continues from a later reading of the last page, all of whose rows were emitted, after a round that decided nothing. */
  retry(again: Answer, rounds: Rounds): void {
    if (this.#last === undefined) return
    this.#last = { position: this.#last.position, answer: again }
    this.#next = this.list.next(this.context(this.#last))
    this.#rounds = rounds
  }

  /** Forgets the positions of the trail from `index` on, to read them again. */
  truncateTrail(index: number): void {
    this.#trail.length = index
  }

  /** Ends the walk here. */
  stop(): void {
    this.#next = end
  }

  /** Fails with `reason` at the next step. */
  stopWith(reason: PaginationErrorReason): void {
    this.#next = { _tag: "Stuck", reason }
  }
}
