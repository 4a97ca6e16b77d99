/**
 * Masks API keys and other secrets in text that comes from outside.
 *
 * @module
 */
import * as Redacted from "effect/Redacted"
import { Finder } from "./Finder.ts"

/** Replaces secrets in a text. */
export type Mask = (text: string) => string

/** The text that replaces a secret. */
const masked = "<redacted>"

/**
 * Returns a function that puts `<redacted>` in place of the given secrets. The case of letters doesn't matter.
 *
 * It finds a secret as it is, and with any of its characters escaped: percent-encoded, as `\/`, `\x2f`, `\u002f` or `\u{2f}`
 * in JSON and scripts, and as an HTML entity. Escapes may be nested, such as `%252f` or JSON within JSON. It also finds a
 * secret of at least eight characters in hexadecimal, and in Base64, alone or with text around it.
 *
 * It does not find a part of a secret, such as a key that was cut off, or a secret that was compressed, encrypted, hashed,
 * encoded in Base64 twice or broken into lines.
 */
export const makeMask = (...secrets: ReadonlyArray<Redacted.Redacted<string>>): Mask => {
  let finder: Finder | undefined
  return (text) => {
    // Made on first use, because few programs ever need it.
    finder ??= new Finder(secrets.map(Redacted.value))
    let shown = ""
    let from = 0
    for (const { end, start } of finder.in(text)) {
      shown += text.slice(from, start) + masked
      from = end
    }
    return shown + text.slice(from)
  }
}
