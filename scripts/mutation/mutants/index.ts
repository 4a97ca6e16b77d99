/**
 * All mutants that the laws have to catch.
 */
import { client } from "./client.ts"
import { core } from "./core.ts"
import { walks } from "./walks.ts"
import { world } from "./world.ts"

export const mutants = [...world, ...walks, ...core, ...client]
