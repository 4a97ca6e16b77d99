/**
 * All mutants that the laws have to catch.
 */
import { client } from "./client.ts"
import { core } from "./core.ts"
import { world } from "./world.ts"

export const mutants = [...world, ...core, ...client]
