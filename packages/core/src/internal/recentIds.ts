/**
 * The ids of the rows that a walk emitted last: enough to recognize a row that an insertion pushed onto a later page, in
 * memory that doesn't grow with the list.
 */

/** A walk remembers at least this many ids, and at most twice as many. More would outlive V8's young generation (`pnpm bench -- --only memory`). */
export const recentIdsAtLeast = 4_096

export class RecentIds {
  #newer = new Set<string>()
  #older = new Set<string>()

  has(id: string): boolean {
    return this.#newer.has(id) || this.#older.has(id)
  }

  /** Remembers an id. Returns `false` if it was remembered already. */
  add(id: string): boolean {
    if (this.has(id)) return false
    if (this.#newer.size === recentIdsAtLeast) {
      this.#older = this.#newer
      this.#newer = new Set()
    }
    this.#newer.add(id)
    return true
  }
}
