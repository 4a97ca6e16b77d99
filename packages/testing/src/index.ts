/**
 * A deterministic world of rooms and sessions, and the doors to it.
 *
 * @module
 */
export * as FakeRooms from "./FakeRooms.ts"
export type { LogEntry } from "./LogEntry.ts"
export * as Scenario from "./Scenario.ts"
export * from "./World.ts"
export * from "./WorldError.ts"
