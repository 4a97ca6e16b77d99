import { inject } from "vitest"
import * as Quirks from "../../src/Quirks.ts"
import { lawsOverFake } from "../fixtures/overFake.ts"

// The long run tests each reading of each quirk alone. The short run relies on the mixtures, which cover all of them.
for (const named of inject("soak") ? Quirks.all : Quirks.all.slice(0, 1)) lawsOverFake(named)
