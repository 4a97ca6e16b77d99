import * as Effect from "effect/Effect"
import { inject } from "vitest"
import * as Quirks from "../../src/Quirks.ts"
import { lawsOverFake } from "../fixtures/overFake.ts"

// With this seed, four mixtures cover every reading of every quirk.
const mixtures = inject("soak") ? Quirks.mixtures(20, "laws") : Quirks.mixtures(4, 1_013_286)

for (const named of Effect.runSync(mixtures)) lawsOverFake(named)
