/**
 * Generated values that find bugs, for property tests with `it.effect.prop` of `@effect/vitest`.
 *
 * Every schema of `@effect-rooms/core` can be given to `it.effect.prop` as it is: its values are all that the schema
 * allows. Those from here are what a service may really give or be given, with what programs forget: ids with `/`, emoji
 * or a space at the end, metadata of exactly 10 240 bytes, sessions of no length, rooms created a millisecond before a
 * clock changes. Lists are consistent in themselves. All of them shrink to something small and plain, and the same seed
 * gives the same values.
 *
 * @module
 */
export type { LengthOptions } from "./internal/arbitraries/choice.ts"
export { peerId, recordingId, roomId, sessionId } from "./internal/arbitraries/ids.ts"
export {
  metadataNearLimit,
  type NearLimitOptions,
  peerMetadata,
  roomMetadata
} from "./internal/arbitraries/metadata.ts"
export { cursor, limit, type Paged, type PageSizeOptions } from "./internal/arbitraries/pages.ts"
export {
  type AttendedSession,
  attendedSession,
  liveParticipants,
  participants
} from "./internal/arbitraries/participants.ts"
export { pagedRecordings, recording, recordings, usageMetrics } from "./internal/arbitraries/recordings.ts"
export { createRoomRequest, pagedRooms, room, rooms } from "./internal/arbitraries/rooms.ts"
export { pagedSessions, session, sessions } from "./internal/arbitraries/sessions.ts"
export { text } from "./internal/arbitraries/text.ts"
export { defaultNow, pastTime, type TimeOptions, time } from "./internal/arbitraries/times.ts"
