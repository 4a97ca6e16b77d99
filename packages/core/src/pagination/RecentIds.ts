/**
 * The ids of the rows that a walk emitted last. They recognize a row that an insertion pushed onto a later page, in memory that
 * doesn't grow with the list.
 */

/**
 * A walk remembers at least this many ids, and at most twice as many. With more, V8 moves them out of its young generation, and peak
 * memory grows (`pnpm bench -- --only memory`).
 */
export const recentIdsAtLeast = 4_096

export class RecentIds {
  #newer = new Map<string, number>()
  #older = new Map<string, number>()
  #added = 0

  has(id: string): boolean {
    return this.#newer.has(id) || this.#older.has(id)
  }

  /** Returns how many ids were added before this one, if it is remembered. */
  ordinalOf(id: string): number | undefined {
    return this.#newer.get(id) ?? this.#older.get(id)
  }

  /** Remembers an id. Returns `false` if it was remembered already. */
  add(id: string): boolean {
    if (this.has(id)) return false
    if (this.#newer.size === recentIdsAtLeast) {
      this.#older = this.#newer
      this.#newer = new Map()
    }
    this.#newer.set(id, this.#added++)
    return true
  }
}
