/**
 * The ids of the rows that a walk emitted last: enough to know a row again that an insertion pushed onto a later page,
 * in memory that does not grow with the list.
 */

/** Between one and two generations are remembered: at least this many ids, at most twice as many. */
export const rememberedAtLeast = 8_192

export class RememberedIds {
  #young = new Set<string>()
  #old = new Set<string>()

  has(id: string): boolean {
    return this.#young.has(id) || this.#old.has(id)
  }

  add(id: string): void {
    if (this.#young.size === rememberedAtLeast) {
      this.#old = this.#young
      this.#young = new Set()
    }
    this.#young.add(id)
  }
}
