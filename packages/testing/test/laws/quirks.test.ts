import { inject } from "vitest"
import * as Quirks from "../../src/Quirks.ts"
import { lawsOverFake } from "../fixtures/overFake.ts"

// The long run tries each reading of each quirk alone. Otherwise the mixtures have all of them.
for (const named of inject("soak") ? Quirks.all : Quirks.all.slice(0, 1)) lawsOverFake(named)
