/**
 * A mutant that says the same in other words, which no law can catch, and one with which nothing runs, whose failure proves
 * nothing; beside one that is caught.
 */
import { mutantsOf } from "../Mutant.ts"

export const mutants = mutantsOf("packages/testing/src/internal/engine.ts", [
  ["a page of rooms has as many as before", "const roomsPageSize = 10", "const roomsPageSize = 5 + 5"],
  ["a page of rooms has none", "const roomsPageSize = 10", "const roomsPageSize = 0"],
  ["a page of rooms has a syntax error", "const roomsPageSize = 10", "const roomsPageSize = = 10"]
])
