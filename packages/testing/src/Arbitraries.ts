/**
 * Generated values that find bugs, for property tests with `it.effect.prop` of `@effect/vitest`.
 *
 * You can pass any schema of `@effect-rooms/core` to `it.effect.prop` directly: it generates every value that the schema allows.
 * The arbitraries here generate values that a service really sends or receives, including the ones that programs forget: ids with
 * `/`, emoji or a trailing space, metadata of exactly 10 240 bytes, sessions without any length, rooms created a millisecond before
 * a clock change. Lists are internally consistent. All arbitraries shrink to small, simple values, and the same seed generates the
 * same values.
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
