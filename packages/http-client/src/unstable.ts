/**
 * The parts that the other packages of this repository build on. They change without notice, so programs should not import them.
 *
 * @module
 */
export { makeBackend } from "./backend/makeBackend.ts"
export { CurrentOverrides, type Overrides } from "./options/CurrentOverrides.ts"
export { type CheckedOptions, checkOptions, checkRetry, checkTimeout } from "./options/checkOptions.ts"
export { isLoopback } from "./options/isLoopback.ts"
