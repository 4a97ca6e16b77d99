/**
 * Stacks of errors at the edge between fibers and promises.
 */
import * as Predicate from "effect/Predicate"

/** Returns an error whose stack leads to the caller. A fiber made the error, and the stack of a fiber doesn't lead there. */
export const withCallerStack = (error: unknown): unknown => {
  // Only V8 has it, and only V8 follows `await`.
  const capture: unknown = Reflect.get(Error, "captureStackTrace")
  if (error instanceof Error && Predicate.isFunction(capture)) capture(error, withCallerStack)
  return error
}
