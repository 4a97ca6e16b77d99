/**
 * The ids of the rows that a walk emitted last: enough to know a row again that an insertion pushed onto a later page,
 * in memory that does not grow with the list.
 */

/** Between one and two generations are remembered: at least this many ids, at most twice as many. */
export const rememberedAtLeast = 8_192

/** Ids that can be looked up from the first time on that one is. Most walks never ask, and need no more than an array. */
class Generation {
  #ids: Array<string> | Set<string> = []

  get isFull(): boolean {
    return (Array.isArray(this.#ids) ? this.#ids.length : this.#ids.size) === rememberedAtLeast
  }

  add(id: string): void {
    if (Array.isArray(this.#ids)) this.#ids.push(id)
    else this.#ids.add(id)
  }

  has(id: string): boolean {
    if (Array.isArray(this.#ids)) this.#ids = new Set(this.#ids)
    return this.#ids.has(id)
  }
}

export class RememberedIds {
  #young = new Generation()
  #old: Generation | undefined

  has(id: string): boolean {
    return this.#young.has(id) || this.#old?.has(id) === true
  }

  add(id: string): void {
    if (this.#young.isFull) {
      this.#old = this.#young
      this.#young = new Generation()
    }
    this.#young.add(id)
  }
}
