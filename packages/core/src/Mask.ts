/**
 * Takes the API key out of text that comes from outside. For those who write a backend.
 *
 * @module
 */
import { identity } from "effect/Function"
import * as Redacted from "effect/Redacted"
import type { Mask } from "./Answer.ts"

const namedEntities: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" }

/** A pattern for a character as it is, and as URLs, JSON and HTML write it. */
const spellings = (character: string): string => {
  const code = character.charCodeAt(0)
  const hex = code.toString(16)
  const named = namedEntities[character]
  const written = [`\\x${hex}`, `%${hex}`, `\\\\\\x${hex}`, `\\\\u00${hex}`, `&#0*${code};`, `&#x0*${hex};`]
  return `(?:${[...written, ...(named === undefined ? [] : [`&${named};`])].join("|")})`
}

/** Puts `<redacted>` in place of the API key, in any of its spellings. The key is printable ASCII. */
export const makeMask = (apiKey: Redacted.Redacted<string>): Mask => {
  const value = Redacted.value(apiKey)
  // No key is in no text.
  if (value === "") return identity
  // Each character of such a key has two hexadecimal digits.
  const pattern = Array.from(value, (character) => (/[a-z0-9]/i.test(character) ? character : spellings(character)))
  const key = new RegExp(pattern.join(""), "gi")
  return (text) => text.replace(key, "<redacted>")
}
