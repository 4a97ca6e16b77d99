/**
 * The room and session service on your own machine.
 *
 * @module
 */
export { AdminApi } from "./AdminApi.ts"
export * from "./Emulator.ts"
export * from "./EmulatorError.ts"
