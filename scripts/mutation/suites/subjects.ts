/**
 * The quirks of the worlds that the laws are run on: a few mixtures that have every reading of every quirk between them.
 */
import * as Effect from "effect/Effect"
import * as Quirks from "../../../packages/testing/src/Quirks.ts"

// With this seed, no reading is left out.
export const subjects = [...Quirks.all.slice(0, 1), ...Effect.runSync(Quirks.mixtures(4, 1_013_286))]
