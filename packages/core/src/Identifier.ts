/**
 * Identifiers of rooms, sessions, peers and recordings.
 *
 * All four are opaque strings that the service assigns. Each has its own brand, so you can't pass the id of a session for the id
 * of a room. An id that can't be sent as it is fails before anything is sent: an empty one, `.` and `..` (in a path they lead to
 * another route), and one with half of a surrogate pair.
 *
 * @module
 */
import * as Schema from "effect/Schema"

const isIdentifier = Schema.makeFilter<string>(
  (value) =>
    // mutant: remove `value !== ".." &&`
    value.length > 0 && value !== "." && value !== ".." && value.isWellFormed()
      ? undefined
      : 'an id must not be empty, "." or "..", and must be well-formed Unicode',
  // For generated ids: at least one whole character, even in the smallest values of a property test.
  { expected: "an id", arbitraryConstraint: { minCodePoints: 1 } }
)

const Identifier = Schema.String.check(isIdentifier)

/** Identifier of a room, assigned by the service when the room is created. */
export const RoomId = Identifier.pipe(Schema.brand("RoomId"))
export type RoomId = typeof RoomId.Type

/** Identifier of a session (also called a meeting): one use of a room. */
export const SessionId = Identifier.pipe(Schema.brand("SessionId"))
export type SessionId = typeof SessionId.Type

/** Identifier of a participant. */
export const PeerId = Identifier.pipe(Schema.brand("PeerId"))
export type PeerId = typeof PeerId.Type

/** Identifier of a recording. */
export const RecordingId = Identifier.pipe(Schema.brand("RecordingId"))
export type RecordingId = typeof RecordingId.Type
