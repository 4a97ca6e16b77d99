/**
 * The characters that a place in a text can mean, once the escapes of URLs, JSON, scripts and HTML are undone. Escapes may be
 * nested: `%255Cu0026sol%3B` is a slash.
 */
import { entities } from "./entities.ts"

/** A character, and the place after it. */
export interface Reading {
  readonly character: string
  readonly end: number
}

/** The most times that text can have been escaped. Without a limit, text that consists of escapes would take quadratic time. */
const maxLevel = 8

/** The longest name of an entity, and more than enough for a number. */
const maxWordLength = 16

const nothing: Reading = { character: "", end: Number.POSITIVE_INFINITY }

const fromCode = (code: number, end: number): Reading => ({ character: String.fromCharCode(code), end })

/** Returns whether a character starts an escape. */
export const isEscape = (character: string): boolean => character === "%" || character === "\\" || character === "&"

/** Finds the readings of the places of one text. */
export class Readings {
  readonly #text: string
  /** The readings of escapes so far: the first with no escape undone, each further one with one more. */
  readonly #known = new Map<number, Array<Reading>>()

  constructor(text: string) {
    this.#text = text
  }

  /** Returns all readings of a place, from the character itself to the one with all escapes undone. */
  at(place: number): ReadonlyArray<Reading> {
    const character = this.#text.charAt(place)
    if (!isEscape(character)) return [{ character, end: place + 1 }]
    const readings = this.#upTo(place, maxLevel)
    const signs = readings.flatMap(({ character, end }, level) => (character === "\\" ? this.#signs(end, level) : []))
    return signs.length === 0 ? readings : [...readings, ...signs]
  }

  /**
   * Returns the signs that a backslash in front of a place can escape, and that start an escape themselves. The sign may have
   * been escaped fewer times than the backslash: `\\%02` is `\%02` as JSON, which is `%02` and not the character 2.
   */
  #signs(place: number, level: number): ReadonlyArray<Reading> {
    // The reading with the most escapes undone is already there.
    const readings = isEscape(this.#text.charAt(place)) ? this.#upTo(place, level).slice(0, level) : []
    return readings.filter(({ character }) => character === "%" || character === "&")
  }

  #upTo(place: number, level: number): ReadonlyArray<Reading> {
    const readings = this.#known.get(place) ?? [{ character: this.#text.charAt(place), end: place + 1 }]
    this.#known.set(place, readings)
    while (readings.length <= level) {
      const next = this.#unescape(readings[readings.length - 1] ?? nothing, readings.length - 1)
      if (next === undefined) break
      readings.push(next)
    }
    return readings
  }

  /** Returns the reading of a place with up to `level` escapes undone; nothing after the end. */
  #read(place: number, level: number): Reading {
    const character = this.#text.charAt(place)
    if (!isEscape(character)) return character === "" ? nothing : { character, end: place + 1 }
    const readings = this.#upTo(place, level)
    return readings[Math.min(level, readings.length - 1)] ?? nothing
  }

  /** Undoes one escape. Its parts are read with as many escapes undone as its first character. */
  #unescape({ character, end }: Reading, level: number): Reading | undefined {
    switch (character) {
      case "%":
        return this.#hexadecimal(end, 2, level)
      case "&":
        return this.#entity(end, level)
      case "\\":
        return this.#backslashed(end, level)
      default:
        return undefined
    }
  }

  /** `x2f`, `u002f`, `u{2f}`, or a sign that stands for itself. */
  #backslashed(place: number, level: number): Reading | undefined {
    const escaped = this.#read(place, level)
    switch (escaped.character.toLowerCase()) {
      case "x":
        return this.#hexadecimal(escaped.end, 2, level)
      case "u": {
        const next = this.#read(escaped.end, level)
        if (next.character !== "{") return this.#hexadecimal(escaped.end, 4, level)
        const { end, word } = this.#wordBefore("}", next.end, level)
        return /^[0-9a-f]+$/i.test(word) ? fromCode(Number.parseInt(word, 16), end) : undefined
      }
      default:
        return /[^a-z0-9]/i.test(escaped.character) ? escaped : undefined
    }
  }

  #hexadecimal(place: number, digits: number, level: number): Reading | undefined {
    let code = 0
    let end = place
    for (let read = 0; read < digits; read++) {
      const next = this.#read(end, level)
      if (!/[0-9a-f]/i.test(next.character)) return undefined
      code = code * 16 + Number.parseInt(next.character, 16)
      end = next.end
    }
    return fromCode(code, end)
  }

  #entity(place: number, level: number): Reading | undefined {
    const { end, word } = this.#wordBefore(";", place, level)
    const [, hexadecimal, decimal] = /^#(?:x([0-9a-f]+)|(\d+))$/i.exec(word) ?? []
    if (hexadecimal !== undefined) return fromCode(Number.parseInt(hexadecimal, 16), end)
    if (decimal !== undefined) return fromCode(Number(decimal), end)
    const character = entities.get(word.toLowerCase())
    return character === undefined ? undefined : { character, end }
  }

  /** Returns the word in front of a sign; an empty one if the sign isn't there. */
  #wordBefore(sign: string, place: number, level: number): { readonly word: string; readonly end: number } {
    let word = ""
    let end = place
    while (word.length <= maxWordLength) {
      const next = this.#read(end, level)
      end = next.end
      if (next.character === sign) return { word, end }
      if (!/[#0-9a-z]/i.test(next.character)) break
      word += next.character
    }
    return { word: "", end }
  }
}
