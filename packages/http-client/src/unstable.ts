/**
 * The parts that the other packages of this repository build on. They change without notice, so programs should not import them.
 *
 * @module
 */
export { makeBackend } from "./backend/makeBackend.ts"
export { isLoopback } from "./options/isLoopback.ts"
export { CurrentOverrides, type Overrides } from "./RetryPolicy.ts"
export { type CheckedOptions, checkOptions, checkRetry, checkTimeout } from "./RoomsHttpOptions.ts"
