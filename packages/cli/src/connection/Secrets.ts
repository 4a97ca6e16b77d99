/**
 * The secrets of a run, which appear in nothing that the command writes.
 *
 * @module
 */
import { makeMask } from "@effect-rooms/core/unstable"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

/** A shorter key, such as `dev`, is part of ordinary words and protects nothing. */
const shortestSecret = 8

/** Masks secrets in text. Flags and the environment are masked anyway; secrets from elsewhere, such as a profile, are added. */
export class Secrets extends Context.Service<
  Secrets,
  {
    /** Masks this secret in everything that is written from now on. */
    readonly add: (secret: Redacted.Redacted<string>) => Effect.Effect<void>
    /** Masks the added secrets, and these, in a text. */
    readonly mask: (text: string, secrets?: ReadonlyArray<Redacted.Redacted<string>>) => string
  }
>()("@effect-rooms/cli/connection/Secrets") {
  static readonly layer: Layer.Layer<Secrets> = Layer.sync(Secrets, () => {
    const added = new Set<Redacted.Redacted<string>>()
    return Secrets.of({
      add: (secret) => Effect.sync(() => added.add(secret)),
      mask: (text, secrets = []) =>
        makeMask(...[...secrets, ...added].filter((secret) => Redacted.value(secret).length >= shortestSecret))(text)
    })
  })
}
