/**
 * A deterministic world of rooms and sessions in memory, and the layers that serve it.
 *
 * @module
 */
export * as Arbitraries from "./Arbitraries.ts"
export * from "./Calls.ts"
export * as FakeRooms from "./FakeRooms.ts"
export * from "./Fault.ts"
export * from "./InvalidScenario.ts"
export type { LogEntry } from "./LogEntry.ts"
export * as Quirks from "./Quirks.ts"
export * as Recorded from "./Recorded.ts"
export * as Scenario from "./Scenario.ts"
export * from "./Time.ts"
export * from "./World.ts"
export * from "./WorldError.ts"
export * from "./WorldSnapshot.ts"
