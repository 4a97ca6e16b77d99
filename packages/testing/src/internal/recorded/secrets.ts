/**
 * Takes the credentials of all requests so far out of everything that is written.
 *
 * The client masks the API key in its own errors in the same way; here a secret may also be spelled letter by letter, as
 * what an answer says is kept for good.
 */
import type * as Headers from "effect/http/Headers"

const namedEntities: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" }

/** A pattern for a character as it is, and as URLs (also twice encoded), JSON, JavaScript and HTML write it. */
const spellings = (character: string): string => {
  const code = character.charCodeAt(0)
  const hex = code.toString(16).padStart(2, "0")
  const unicode = code.toString(16).padStart(4, "0")
  const named = namedEntities[character]
  const written = [
    `\\u${unicode}`,
    `%(?:25)*${hex}`,
    `\\\\+u${unicode}`,
    `\\\\+x${hex}`,
    `&#0*${code};`,
    `&#x0*${hex};`,
    ...(named === undefined ? [] : [`&${named};`]),
    // Within JSON text within JSON text.
    ...(/[a-z0-9]/i.test(character) ? [] : [`\\\\+\\u${unicode}`])
  ]
  return `(?:${written.join("|")})`
}

const patternOf = (secret: string): string =>
  Array.from({ length: secret.length }, (_, at) => spellings(secret[at] ?? "")).join("")

/** Parts of a header that are shorter could be any word. An API key is a secret whatever its length. */
const shortestPart = 8

const credentialsOf = (value: string | undefined): ReadonlyArray<string> =>
  value === undefined ? [] : [value, ...value.split(/[\s;,=]+/)].filter((part) => part.length >= shortestPart)

/** What stands where a secret was. */
export const masked = "<redacted>"

export class Secrets {
  private readonly known = new Set<string>()
  private pattern: RegExp | undefined

  /** Learns what a request authenticates with. */
  learn(headers: Headers.Headers): void {
    const apiKey = headers["x-api-key"]
    this.add([
      ...(apiKey === undefined || apiKey === "" ? [] : [apiKey]),
      ...credentialsOf(headers.authorization),
      ...credentialsOf(headers["proxy-authorization"]),
      ...credentialsOf(headers.cookie)
    ])
  }

  /** Learns what an answer asks to authenticate with from now on. */
  learnCookies(values: Iterable<string>): void {
    this.add(Array.from(values).filter((value) => value.length >= shortestPart))
  }

  mask(text: string): string {
    return this.pattern === undefined ? text : text.replace(this.pattern, masked)
  }

  private add(secrets: ReadonlyArray<string>): void {
    const before = this.known.size
    for (const secret of secrets) this.known.add(secret)
    if (this.known.size === before) return
    // Of two secrets where one begins with the other, the longer one must be tried first.
    const longestFirst = [...this.known].sort((a, b) => b.length - a.length)
    this.pattern = new RegExp(longestFirst.map(patternOf).join("|"), "gi")
  }
}
