/**
 * What must not be shown.
 *
 * @module
 */
import { makeMask } from "@effect-rooms/core/Mask"
import * as Redacted from "effect/Redacted"

// A key shorter than this, such as `dev`, is a part of other words, and no secret.
const shortest = 8

const kept = new Set<Redacted.Redacted<string>>()

/** Has a secret that came neither by a flag nor by the environment, such as that of a profile, taken out of all text. */
export const keepSecret = (secret: Redacted.Redacted<string>): void => {
  kept.add(secret)
}

/** Takes secrets out of text. */
export const withoutSecrets = (secrets: ReadonlyArray<Redacted.Redacted<string>>): ((text: string) => string) =>
  makeMask(...[...secrets, ...kept].filter((secret) => Redacted.value(secret).length >= shortest))
