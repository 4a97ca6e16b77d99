/**
 * Finds all occurrences of secrets in a text. It takes one pass, and at each place knows how much of each form was read so far. The
 * time is proportional to the length of the text and of the secrets, whatever they contain.
 */
import { type Needle, needlesOf } from "./needles.ts"
import { isEscape, type Reading, Readings } from "./Readings.ts"

/** The place of the first character of an occurrence, and the place after its last one. */
export interface Occurrence {
  readonly start: number
  readonly end: number
}

/** The end of a form: the empty text contains no character. */
const needleEnd = ""

const noStates: ReadonlyMap<number, number> = /*#__PURE__*/ new Map()

export class Finder {
  /** All forms, one after the other. A state is a place in them: everything before it has been read. */
  readonly #forms: ReadonlyArray<string>
  readonly #firstStates: ReadonlyArray<number>
  readonly #firstCharacters: ReadonlySet<string>

  constructor(secrets: ReadonlyArray<string>) {
    const needles: ReadonlyArray<Needle> = secrets.flatMap(needlesOf)
    const forms: Array<string> = []
    const firstStates: Array<number> = []
    for (const needle of needles) {
      firstStates.push(forms.length)
      forms.push(...needle, needleEnd)
    }
    this.#forms = forms
    this.#firstStates = firstStates
    this.#firstCharacters = new Set(firstStates.flatMap((state) => Array.from(forms[state] ?? "")))
  }

  /** Returns the occurrences in a text, in order. Overlapping ones count as one. */
  in(text: string): ReadonlyArray<Occurrence> {
    const readings = new Readings(text)
    const found: Array<Occurrence> = []
    /** The states at later places, each with the earliest start of its occurrence. */
    const ahead = new Map<number, Map<number, number>>()

    const advance = (state: number, start: number, { character, end }: Reading) => {
      if (!this.#forms[state]?.includes(character)) return
      const next = state + 1
      if (this.#forms[next] === needleEnd) {
        found.push({ start, end })
        return
      }
      const states = ahead.get(end) ?? new Map<number, number>()
      states.set(next, Math.min(start, states.get(next) ?? start))
      ahead.set(end, states)
    }

    for (let at = 0; at < text.length; at++) {
      const states = ahead.get(at) ?? noStates
      const character = text.charAt(at)
      if (states.size === 0 && !isEscape(character) && !this.#firstCharacters.has(character)) continue
      ahead.delete(at)
      for (const reading of readings.at(at)) {
        for (const state of this.#firstStates) advance(state, at, reading)
        for (const [state, start] of states) advance(state, start, reading)
      }
    }
    return merged(found)
  }
}

const merged = (occurrences: Array<Occurrence>): ReadonlyArray<Occurrence> => {
  const apart: Array<Occurrence> = []
  for (const { end, start } of occurrences.sort((a, b) => a.start - b.start)) {
    const last = apart[apart.length - 1]
    if (last === undefined || start >= last.end) apart.push({ start, end })
    else apart[apart.length - 1] = { start: last.start, end: Math.max(end, last.end) }
  }
  return apart
}
