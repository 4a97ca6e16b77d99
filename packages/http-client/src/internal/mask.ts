/**
 * Takes the API key out of text that comes from outside.
 */
import type { Mask } from "@effect-rooms/core/Answer"
import * as Redacted from "effect/Redacted"

const namedEntities: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" }

/** A pattern for a character as it is, and as URLs, JSON and HTML write it. */
const spellings = (character: string): string => {
  const code = character.charCodeAt(0)
  const hex = code.toString(16)
  const named = namedEntities[character]
  const written = [`\\x${hex}`, `%${hex}`, `\\\\\\x${hex}`, `\\\\u00${hex}`, `&#0*${code};`, `&#x0*${hex};`]
  return `(?:${[...written, ...(named === undefined ? [] : [`&${named};`])].join("|")})`
}

/** The key is printable ASCII, so each character has two hexadecimal digits. */
export const makeMask = (apiKey: Redacted.Redacted<string>): Mask => {
  const pattern = Array.from(Redacted.value(apiKey), (character) =>
    /[a-z0-9]/i.test(character) ? character : spellings(character)
  )
  const key = new RegExp(pattern.join(""), "gi")
  return (text) => text.replace(key, "<redacted>")
}
