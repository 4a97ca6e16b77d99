import * as Quirks from "../../src/Quirks.ts"
import { lawsOverFake } from "../fixtures/overFake.ts"

for (const named of Quirks.all) lawsOverFake(named)
