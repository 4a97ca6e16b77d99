/**
 * The rows that a walk has emitted, as far as it remembers them.
 */
import { RecentIds } from "./RecentIds.ts"

/** At least this many rows from its start are remembered to the end, to recognize rows that were added in front of them. */
const firstIdsAtLeast = 1_000

export class SeenRows<Row> {
  readonly #id: (row: Row) => string
  readonly #recent = new RecentIds()
  readonly #first = new Set<string>()
  /** The rows that were looked up last. Valid until another id is remembered. */
  #counted: { readonly rows: ReadonlyArray<Row>; readonly seen: number } | undefined

  constructor(id: (row: Row) => string) {
    this.#id = id
  }

  has(row: Row): boolean {
    return this.#recent.has(this.#id(row))
  }

  /** Returns how many rows were emitted before this one, if it is remembered. */
  ordinalOf(row: Row): number | undefined {
    return this.#recent.ordinalOf(this.#id(row))
  }

  /** Whether a row was emitted recently, or as one of the first rows of the walk. */
  isKnown(row: Row): boolean {
    return this.has(row) || this.#first.has(this.#id(row))
  }

  /** Remembers the rows of a page, and returns those that weren't remembered already. */
  add(rows: ReadonlyArray<Row>): ReadonlyArray<Row> {
    this.#counted = undefined
    // mutant: `rows.filter((row) => this.#recent.add(this.#id(row)))` -> `rows.filter((row) => this.#recent.add(this.#id(row)) || rows.length > 0)`
    const items = rows.filter((row) => this.#recent.add(this.#id(row)))
    // Whole pages: a search from the head stops at a page of known rows, and takes unknown ones on it for new.
    if (this.#first.size < firstIdsAtLeast) for (const row of items) this.#first.add(this.#id(row))
    return items
  }

  /** Returns how many rows of a page had been emitted before. The last result is kept: lookups are most of a page's cost. */
  count(rows: ReadonlyArray<Row>): number {
    if (this.#counted?.rows !== rows) {
      let seen = 0
      for (const row of rows) if (this.has(row)) seen++
      this.#counted = { rows, seen }
    }
    return this.#counted.seen
  }
}
