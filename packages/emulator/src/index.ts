/**
 * The room and session service on your own machine.
 *
 * @module
 */
export { AdminApi, Conflict } from "./AdminApi.ts"
export * from "./AdminClient.ts"
export * from "./Emulator.ts"
export * from "./EmulatorError.ts"
export * as WorldFile from "./WorldFile.ts"
export * from "./WorldFileError.ts"
