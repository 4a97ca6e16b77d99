import * as Effect from "effect/Effect"
import * as Quirks from "../../src/Quirks.ts"
import { lawsOverFake } from "../fixtures/overFake.ts"

for (const named of Effect.runSync(Quirks.mixtures(20, "laws"))) lawsOverFake(named)
