/**
 * A mutant of code that is not there.
 */
import { mutantsOf } from "../Mutant.ts"

export const mutants = mutantsOf("packages/testing/src/internal/engine.ts", [
  ["a page of rooms has eleven", "const pageSizeOfRooms = 10", "const pageSizeOfRooms = 11"]
])
