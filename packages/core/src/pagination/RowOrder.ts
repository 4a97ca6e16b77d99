/**
 * The order in which a list shows its rows, learned from their ages.
 */

export class RowOrder<Row> {
  readonly #bornAt: (row: Row) => number | undefined
  /** When the newest row of the first page was created. */
  #newestAtStart: number | undefined
  #oldest = Number.POSITIVE_INFINITY
  #hasNewestFirst = false
  #hasOldestFirst = false

  constructor(bornAt: (row: Row) => number | undefined) {
    this.#bornAt = bornAt
  }

  /** Learns from a page of the list. */
  add(rows: ReadonlyArray<Row>): void {
    this.#newestAtStart ??= this.#newestOf(rows)
    this.#oldest = this.oldestOf(rows, this.#oldest)
    const [first, last] = [rows[0], rows.at(-1)]
    if (first === undefined || last === undefined) return
    const [bornFirst, bornLast] = [this.#bornAt(first), this.#bornAt(last)]
    if (bornFirst === undefined || bornLast === undefined) return
    this.#hasNewestFirst ||= bornLast < bornFirst
    this.#hasOldestFirst ||= bornLast > bornFirst
  }

  #newestOf(rows: ReadonlyArray<Row>): number {
    return rows.reduce((newest, row) => Math.max(newest, this.#bornAt(row) ?? newest), Number.NEGATIVE_INFINITY)
  }

  /** Whether a page had its newest row first. */
  get hasNewestFirst(): boolean {
    return this.#hasNewestFirst
  }

  /** Whether a page had its oldest row first. */
  get hasOldestFirst(): boolean {
    return this.#hasOldestFirst
  }

  /** When the oldest row so far was created. `-Infinity` if rows don't say when. */
  get oldest(): number {
    return this.#oldest
  }

  /** Returns when the oldest of some rows was created, or `time` if that is earlier. */
  oldestOf(rows: ReadonlyArray<Row>, time: number): number {
    let oldest = time
    for (const row of rows) oldest = Math.min(oldest, this.#bornAt(row) ?? Number.NEGATIVE_INFINITY)
    return oldest
  }

  /** Whether a row is known to have been created before `time`. */
  isOlder(row: Row, time: number): boolean {
    const bornAt = this.#bornAt(row)
    return bornAt !== undefined && bornAt < time
  }

  /** Whether a row is known to have been created after the walk began. */
  isAddedSinceStart(row: Row): boolean {
    const bornAt = this.#bornAt(row)
    return bornAt !== undefined && this.#newestAtStart !== undefined && bornAt > this.#newestAtStart
  }

  /** Whether a row brings the walk closer to the end. In a list that grows at its head, a row added since the start doesn't. */
  isProgress(row: Row): boolean {
    const growsAtHead = this.#hasNewestFirst && !this.#hasOldestFirst
    return !growsAtHead || !this.isAddedSinceStart(row)
  }
}
