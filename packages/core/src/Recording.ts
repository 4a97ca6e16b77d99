/**
 * Recordings of sessions.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { Cursor, Limit, OptionalCursor } from "./Cursor.ts"
import { RecordingId, SessionId } from "./Identifier.ts"

/** A recording. The contract doesn't specify the unit of `recordingSize`. */
export const Recording = Schema.Struct({
  id: RecordingId,
  recordingUrl: Schema.String,
  recordingSize: Schema.Finite
}).annotate({ identifier: "Recording" })
export interface Recording extends Schema.Schema.Type<typeof Recording> {}

/** One page of recordings. */
export const RecordingsPage = Schema.Struct({
  nextCursor: OptionalCursor,
  recordings: Schema.Array(Recording)
}).annotate({ identifier: "RecordingsPage" })
export interface RecordingsPage extends Schema.Schema.Type<typeof RecordingsPage> {}

/** A request for recordings of one session, or without `sessionId`, of all sessions. */
export const ListRecordingsRequest = Schema.Struct({
  sessionId: Schema.optionalKey(SessionId),
  limit: Schema.optionalKey(Limit),
  cursor: Schema.optionalKey(Cursor)
})
export interface ListRecordingsRequest extends Schema.Schema.Type<typeof ListRecordingsRequest> {}
