/**
 * The sizes of the pages of a walk, and the number of the first one.
 */
import * as Option from "effect/Option"

export class PageSizes {
  #first: { readonly rows: number; readonly number: number | undefined } | undefined
  #previous: number | undefined
  #isUniform = true
  #largest = 0
  #size: number | undefined

  add(rows: number, number: number | undefined): void {
    this.#first ??= { rows, number }
    // The last page may be shorter than the others, so a page counts only once another one follows it.
    if (this.#previous !== undefined && this.#previous !== this.#first.rows) this.#isUniform = false
    this.#previous = rows
    this.#largest = Math.max(this.#largest, rows)
    this.#size = this.#size === undefined || this.#size === rows ? rows : Number.NaN
  }

  get largest(): number {
    return this.#largest
  }

  /** How many rows each page has; `NaN` if pages differ in size. */
  get size(): number {
    return this.#size ?? Number.NaN
  }

  /** Returns how many rows the list has by the number of its last page, if pages are numbered and have the same size. */
  countOf(lastPage: { readonly rows: number; readonly number: number | undefined }): Option.Option<number> {
    const first = this.#first
    if (!this.#isUniform || lastPage.rows === 0 || lastPage.number === undefined || first?.number === undefined) {
      return Option.none()
    }
    return Option.some((lastPage.number - first.number) * first.rows + lastPage.rows)
  }
}
