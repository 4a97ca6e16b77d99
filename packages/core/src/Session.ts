/**
 * Sessions (also called meetings) of a room, and their participants.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { Cursor, Limit } from "./Cursor.ts"
import { PeerId, RoomId, SessionId } from "./Identifier.ts"
import { OptionalMetadata } from "./Metadata.ts"
import { OptionalTimestamp, Timestamp } from "./Timestamp.ts"

/** One use of a room. `endTime` is `Option.none` while the session is running. */
export const Session = Schema.Struct({
  sessionId: SessionId,
  startTime: Timestamp,
  endTime: OptionalTimestamp
}).annotate({ identifier: "Session" })
export interface Session extends Schema.Schema.Type<typeof Session> {}

/** One page of the sessions of a room, newest first. The service says neither how many there are nor which page is the last. */
export const SessionsPage = Schema.Struct({ sessions: Schema.Array(Session) }).annotate({ identifier: "SessionsPage" })
export interface SessionsPage extends Schema.Schema.Type<typeof SessionsPage> {}

/** One stay of a participant in a past session. `exitTime` is `Option.none` until it is known. */
export const Participant = Schema.Struct({
  peerId: PeerId,
  joinTime: Timestamp,
  exitTime: OptionalTimestamp,
  metadata: OptionalMetadata
}).annotate({ identifier: "Participant" })
export interface Participant extends Schema.Schema.Type<typeof Participant> {}

/** All stays of all participants in one session. */
export const Participants = Schema.Struct({ participants: Schema.Array(Participant) }).annotate({
  identifier: "Participants"
})
export interface Participants extends Schema.Schema.Type<typeof Participants> {}

/** The page at `cursor` skips `cursor * limit` sessions. */
export const ListSessionsRequest = Schema.Struct({
  roomId: RoomId,
  limit: Schema.optionalKey(Limit),
  cursor: Schema.optionalKey(Cursor)
})
export interface ListSessionsRequest extends Schema.Schema.Type<typeof ListSessionsRequest> {}

/** A request about one session. */
export const SessionRequest = Schema.Struct({ sessionId: SessionId })
export interface SessionRequest extends Schema.Schema.Type<typeof SessionRequest> {}

/** A position in the sessions of a room. The page at `cursor` skips `cursor * limit` sessions. */
export const SessionsPosition = Schema.Struct({ cursor: Cursor, limit: Limit })
export interface SessionsPosition extends Schema.Schema.Type<typeof SessionsPosition> {}

/** A position in the sessions of all rooms. It is JSON: store it, and pass it as `from` to continue. */
export const AllSessionsPosition = Schema.Struct({
  /** The cursor of the page of rooms; absent for the first one. */
  rooms: Schema.optionalKey(Cursor),
  /** The room whose sessions come next, or without `sessions`, the last finished room. */
  roomId: RoomId,
  sessions: Schema.optionalKey(SessionsPosition)
})
export interface AllSessionsPosition extends Schema.Schema.Type<typeof AllSessionsPosition> {}
