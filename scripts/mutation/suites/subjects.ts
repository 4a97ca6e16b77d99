/**
 * The quirks of the worlds that the laws run on: a few mixtures that together have every reading of every quirk.
 */
import * as Effect from "effect/Effect"
import * as Quirks from "../../../packages/testing/src/Quirks.ts"

// With this seed, the mixtures include every reading.
export const subjects = [...Quirks.all.slice(0, 1), ...Effect.runSync(Quirks.mixtures(4, 1_013_286))]
