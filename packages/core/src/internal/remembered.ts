/**
 * The ids of the rows that a walk emitted last: enough to know a row again that an insertion pushed onto a later page,
 * in memory that does not grow with the list.
 */

/** Between one and two generations are remembered: at least this many ids, at most twice as many. */
export const rememberedAtLeast = 8_192

/** A length takes two of these units: an id may be longer than one can tell. */
const unit = 0x1_0000

/**
 * Ids that can be looked up from the first time on that one is. Most walks never ask: until then they are the text of all ids,
 * one behind the other, in memory of their own. As strings they would live just long enough to be moved among what lives for
 * long, where they wait for a collection as garbage: a hundred megabytes for a million rows.
 */
class Generation {
  #text = new Uint16Array(0)
  #length = 0
  #ids: Set<string> | undefined
  size = 0

  add(id: string): void {
    this.size++
    if (this.#ids === undefined) this.#write(id)
    else this.#ids.add(id)
  }

  has(id: string): boolean {
    this.#ids ??= new Set(this.#read())
    return this.#ids.has(id)
  }

  clear(): void {
    this.#length = 0
    this.#ids = undefined
    this.size = 0
  }

  #write(id: string): void {
    const start = this.#length + 2
    this.#length = start + id.length
    if (this.#length > this.#text.length) {
      const longer = new Uint16Array(Math.max(256, 2 * this.#length))
      longer.set(this.#text)
      this.#text = longer
    }
    const text = this.#text
    text[start - 2] = id.length % unit
    text[start - 1] = id.length / unit
    for (let at = 0; at < id.length; at++) text[start + at] = id.charCodeAt(at)
  }

  *#read(): Generator<string> {
    const text = this.#text
    for (let start = 2, end = 0; start <= this.#length; start = end + 2) {
      end = start + (text[start - 2] as number) + unit * (text[start - 1] as number)
      let id = ""
      for (let at = start; at < end; at++) id += String.fromCharCode(text[at] as number)
      yield id
    }
  }
}

export class RememberedIds {
  #young = new Generation()
  #old = new Generation()

  has(id: string): boolean {
    return this.#young.has(id) || this.#old.has(id)
  }

  add(id: string): void {
    if (this.#young.size === rememberedAtLeast) {
      const oldest = this.#old
      oldest.clear()
      this.#old = this.#young
      this.#young = oldest
    }
    this.#young.add(id)
  }
}
