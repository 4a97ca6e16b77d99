/**
 * Values to be found again in free text, however it spells them.
 */
import * as Option from "effect/Option"

const decodePercent = Option.liftThrowable(decodeURIComponent)

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

const character = (code: number): string => (code <= 0x10_ffff ? String.fromCodePoint(code) : "")

const escapes = /\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|&#x([0-9a-f]+);|&#(\d+);|&(amp|lt|gt|quot|apos);|\\(.)/gis

const unescaped = (escape: string, ...groups: ReadonlyArray<string | undefined>): string => {
  const [unicode, byte, hex, decimal, name, sign] = groups
  const digits = unicode ?? byte ?? hex
  if (digits !== undefined) return character(Number.parseInt(digits, 16))
  if (decimal !== undefined) return character(Number(decimal))
  if (name !== undefined) return named[name.toLowerCase()] ?? escape
  // A line break and the like are not compared.
  return sign === undefined || "nrtbf".includes(sign) ? " " : sign
}

/** Text without what URLs, JSON, scripts and HTML wrote differently. */
const decoded = (text: string): string =>
  text
    .replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => Option.getOrElse(decodePercent(encoded), () => encoded))
    .replace(escapes, unescaped)

/** Letters and digits are what is left when quotes, spaces and escapes differ. */
const skeleton = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "")

/** Shorter ones are in any text. */
const shortest = 2

export class SearchedValues {
  /** Skeletons by how they begin. */
  private readonly byBeginning = new Map<string, Set<string>>()
  /** Values without letters and digits. */
  private readonly signs = new Set<string>()

  add(value: string): void {
    for (const bare of new Set([skeleton(value), skeleton(decoded(value))])) {
      if (bare.length < shortest) continue
      const beginning = bare.slice(0, shortest)
      const known = this.byBeginning.get(beginning)
      if (known === undefined) this.byBeginning.set(beginning, new Set([bare]))
      else known.add(bare)
    }
    if (skeleton(value) === "" && value.length >= shortest) this.signs.add(value)
  }

  isIn(text: string): boolean {
    const once = decoded(text)
    const readings = new Set([text, once, decoded(once)])
    return Array.from(readings).some(
      (reading) => this.isInBare(skeleton(reading)) || Array.from(this.signs).some((sign) => reading.includes(sign))
    )
  }

  private isInBare(text: string): boolean {
    for (let at = 0; at + shortest <= text.length; at++) {
      const candidates = this.byBeginning.get(text.slice(at, at + shortest))
      if (candidates === undefined) continue
      for (const candidate of candidates) if (text.startsWith(candidate, at)) return true
    }
    return false
  }
}
