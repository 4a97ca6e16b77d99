/**
 * A client for programs that aren't written with Effect: promises, async iterators, `AbortSignal`, and errors as classes.
 *
 * @module
 */
export * from "./errors.ts"
export type { LiveRooms } from "./LiveRooms.ts"
export type { Metrics } from "./Metrics.ts"
export type * from "./options.ts"
export type { Plain, PlainOptions, Time } from "./Plain.ts"
export type { Recordings } from "./Recordings.ts"
export type { Rooms } from "./Rooms.ts"
export { RoomsClient } from "./RoomsClient.ts"
export type { Sessions } from "./Sessions.ts"
export type * from "./values.ts"
export type { Walk, WalkIterator } from "./Walk.ts"
