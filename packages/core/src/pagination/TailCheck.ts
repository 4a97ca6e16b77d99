/**
 * Notices deletions in a list that grows at its tail, by one page near the tail.
 *
 * The invariant: rows are only added behind that page, so as long as it begins with the same rows, nothing in front of it was
 * deleted, and no page that was read meanwhile hides a row. `docs/design/pagination.md` has the proof.
 */
import type { List, Next } from "./List.ts"

/** How many pages are emitted between two checks: at first, and at most. A list that changes is checked more often. */
const firstInterval = 8
const longestInterval = 16

/** At most this many rows are emitted between two checks. They must be remembered if the walk has to go back. */
const mostRowsUnchecked = 2_048

/** With fewer pages than this in front of the walk, it is cheaper to check each page by the one before it. */
const fewestPagesAhead = 3

/** After this many changes, pages are checked one by one to the end, so that a list that never stands still ends the walk. */
const mostChanges = 8

/** How many pages are checked one by one if the list changes too often. */
const pagesToPause = 16

export class TailCheck<Answer, Row, Position, E> {
  readonly #list: List<Answer, Row, Position, E>
  #observed: { readonly position: Position; readonly ids: ReadonlyArray<string> } | undefined
  #isCovered = false
  #checkedRows = 0
  #uncheckedPages = 0
  #interval = firstInterval
  #pause = 0
  #changes = 0
  #isSuspect = false
  #mustReadBack = false

  constructor(list: List<Answer, Row, Position, E>) {
    this.#list = list
  }

  /** The position of the observed page. */
  get position(): Position | undefined {
    return this.#observed?.position
  }

  /** How many rows were emitted when the walk was last known to hide none. */
  get checkedRows(): number {
    return this.#checkedRows
  }

  /** Whether a deletion may have hidden rows of the pages since the last check, so that they have to be read again. */
  get mustReadBack(): boolean {
    return this.#mustReadBack
  }

  /** Whether all rows that were emitted were read after the observation, so that the next one tells about them. */
  get isCovered(): boolean {
    return this.#isCovered
  }

  /** Whether a page can be emitted before it is checked: later observations tell about it and all pages before it. */
  covers(position: Position): boolean {
    return this.#isCovered && !this.#mustReadBack && this.#pagesUpTo(position) >= 0
  }

  /** Returns how many pages lie between a position and the observed page. */
  #pagesUpTo(position: Position): number {
    return this.#observed === undefined
      ? Number.NaN
      : (this.#list.tail?.distance(position, this.#observed.position) ?? Number.NaN)
  }

  /** Whether the observed page has to be read again before the walk continues. */
  isDue(next: Next<Answer, Row, Position, E> | undefined, pageSize: number): boolean {
    if (!this.#isCovered || this.#mustReadBack) return false
    if (this.#isSuspect) return true
    if (this.#uncheckedPages === 0) return false
    const interval = Math.min(this.#interval, Math.max(1, Math.floor(mostRowsUnchecked / Math.max(1, pageSize))))
    return this.#uncheckedPages >= interval || next?._tag !== "At" || !(this.#pagesUpTo(next.position) >= 0)
  }

  /** Whether a page at the tail is worth observing before the walk continues at `next`. */
  isWanted(next: Position, tail: Position): boolean {
    if (this.#pagesUpTo(next) >= 0 || this.#pause > 0) return false
    const pagesAhead = (this.#list.tail?.distance(next, tail) ?? Number.NaN) + 1
    return pagesAhead >= fewestPagesAhead
  }

  /** Forgets the observed page once all rows are checked and the walk has passed it. */
  leave(next: Next<Answer, Row, Position, E> | undefined): void {
    if (this.#uncheckedPages > 0 || this.#mustReadBack || this.#isSuspect) return
    if (next?._tag !== "At" || !(this.#pagesUpTo(next.position) >= 0)) this.#forget()
  }

  #forget(): void {
    this.#observed = undefined
    this.#isCovered = false
  }

  #idsOf(answer: Answer): ReadonlyArray<string> {
    return this.#list.rows(answer).map(this.#list.id)
  }

  /** Whether the observed page still begins with the rows that it had, and nothing else gives reason to doubt. */
  isUnchanged(answer: Answer): boolean {
    if (this.#observed === undefined || this.#isSuspect) return false
    const { ids } = this.#observed
    const now = this.#idsOf(answer)
    // mutant: `return ids.every((id, index) => id === now[index])` -> `return ids.length > 0`
    return ids.every((id, index) => id === now[index])
  }

  /** Observes a page. Without rows it tells nothing, and the walk does without one for a while. */
  observe(position: Position, answer: Answer): void {
    const ids = this.#list.reject(position, answer) === undefined ? this.#idsOf(answer) : []
    this.#isCovered = false
    this.#observed = ids.length === 0 ? undefined : { position, ids }
    if (ids.length === 0) this.#pause = pagesToPause
  }

  /** Notes that no row is hidden among those that were emitted. */
  noteUnchanged(emitted: number): void {
    this.#checkedRows = emitted
    this.#uncheckedPages = 0
    this.#interval = Math.min(longestInterval, 2 * this.#interval)
  }

  /** Notes that something was deleted, and observes the page as it is now. */
  noteChanged(answer: Answer): void {
    const position = this.position
    if (position !== undefined) this.observe(position, answer)
    this.#isSuspect = false
    this.#mustReadBack = true
    this.#changes++
    if (this.#interval === 1 || this.#changes >= mostChanges) {
      this.#forget()
      this.#pause = this.#changes >= mostChanges ? Number.POSITIVE_INFINITY : pagesToPause
    }
    this.#interval = Math.max(1, Math.floor(this.#interval / 2))
  }

  /** Notes that the pages before the walk were read again, up to rows that had been checked. */
  noteReadBack(emitted: number): void {
    this.#mustReadBack = false
    this.#isCovered = this.#observed !== undefined
    this.#checkedRows = emitted
    this.#uncheckedPages = 0
  }

  /** Notes that a page was emitted. The observed page itself is an observation. */
  noteEmitted(position: Position | undefined, answer: Answer, emitted: number): void {
    if (!this.#isCovered) {
      // Each page is checked by the one before it.
      if (!this.#mustReadBack) this.#checkedRows = emitted
      this.#pause = Math.max(0, this.#pause - 1)
      return
    }
    this.#uncheckedPages++
    if (position !== undefined && this.#pagesUpTo(position) === 0 && this.isUnchanged(answer))
      this.noteUnchanged(emitted)
  }

  /** Notes that rows are hidden, which the next observation has to take into account. */
  suspect(): void {
    this.#isSuspect = true
  }

  /** Gives up, because the list isn't in the order of its ages. Each page is checked by the one before it from now on. */
  abandon(): void {
    if (this.#uncheckedPages > 0) this.#mustReadBack = true
    this.#forget()
    this.#pause = Number.POSITIVE_INFINITY
  }
}
