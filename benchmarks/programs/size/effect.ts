/** Effect's smallest program: what everything on Effect has in it. */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

Effect.runPromise(Console.log("hello"))
