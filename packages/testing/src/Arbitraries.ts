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
export type { LengthOptions } from "./arbitraries/choice.ts"
export { peerId, recordingId, roomId, sessionId } from "./arbitraries/ids.ts"
export {
  metadataNearLimit,
  type NearLimitOptions,
  peerMetadata,
  roomMetadata
} from "./arbitraries/metadata.ts"
export { cursor, limit, type Paged, type PageSizeOptions } from "./arbitraries/pages.ts"
export {
  type AttendedSession,
  attendedSession,
  liveParticipants,
  participants
} from "./arbitraries/participants.ts"
export { pagedRecordings, recording, recordings, usageMetrics } from "./arbitraries/recordings.ts"
export { createRoomRequest, pagedRooms, room, rooms } from "./arbitraries/rooms.ts"
export { pagedSessions, session, sessions } from "./arbitraries/sessions.ts"
export { text } from "./arbitraries/text.ts"
export { defaultNow, pastTime, type TimeOptions, time } from "./arbitraries/times.ts"
