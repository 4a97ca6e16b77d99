/**
 * Takes the credentials of all requests so far out of everything that is written.
 */
import { makeMask } from "@effect-rooms/core/unstable"
import { identity } from "effect/Function"
import type * as Headers from "effect/http/Headers"
import * as Redacted from "effect/Redacted"

/** Parts of a header that are shorter could be any word. An API key is a secret whatever its length. */
const shortestPart = 8

const credentialsOf = (value: string | undefined): ReadonlyArray<string> =>
  value === undefined ? [] : [value, ...value.split(/[\s;,=]+/)].filter((part) => part.length >= shortestPart)

export class Secrets {
  private readonly known = new Set<string>()
  /** Takes them out of text. */
  mask: (text: string) => string = identity

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

  private add(secrets: ReadonlyArray<string>): void {
    const before = this.known.size
    for (const secret of secrets) this.known.add(secret)
    if (this.known.size > before) this.mask = makeMask(...Array.from(this.known, (secret) => Redacted.make(secret)))
  }
}
