/**
 * Names that stand for personal values: the same one for the same value throughout a recording.
 *
 * They are counted, not computed from the value: to whoever guesses a value, a hash would confirm the guess, and names and
 * phone numbers are easily guessed.
 */
import { SearchedValues } from "./searchedValues.ts"

const isWebUrl = (value: string) => /^https?:\/\//i.test(value) && URL.canParse(value)

const isMailAddress = (value: string) => /^[^\s@]+@[^\s@]+$/.test(value)

const pseudonym = /^(?:https?:\/\/redacted\.invalid\/)?redacted-\d+(?:@redacted\.invalid)?$/

/** Whether text looks like a name that this module gives. */
export const isPseudonym = (text: string): boolean => pseudonym.test(text)

/** Shorter numbers are in any text. */
const shortestNumber = 5

export class Pseudonyms {
  private readonly texts = new Map<string, string>()
  private readonly numbers = new Map<number, number>()
  private readonly searched = new SearchedValues()
  private count = 0

  /** A URL stays a URL and a mail address a mail address: a program may parse them. Empty text says nothing and stays. */
  ofText(value: string): string {
    if (value === "") return value
    const known = this.texts.get(value)
    if (known !== undefined) return known
    const name = `redacted-${++this.count}`
    const given = isWebUrl(value)
      ? `${value.toLowerCase().startsWith("https") ? "https" : "http"}://redacted.invalid/${name}`
      : isMailAddress(value)
        ? `${name}@redacted.invalid`
        : name
    this.texts.set(value, given)
    this.searched.add(value)
    return given
  }

  /** An integer stays an integer, a fraction a fraction, and what is negative stays so. */
  ofNumber(value: number): number {
    const known = this.numbers.get(value)
    if (known !== undefined) return known
    const size = ++this.count + (Number.isInteger(value) ? 0 : 0.5)
    const given = value < 0 ? -size : size
    this.numbers.set(value, given)
    const text = String(value)
    if (text.length >= shortestNumber) this.searched.add(text)
    return given
  }

  /** Whether text has one of the values in it, in whatever spelling. */
  isSpokenOf(text: string): boolean {
    return this.searched.isIn(text)
  }
}
