/** The state that a sync keeps for the next one. It is written in the same transaction as the rows it describes. */
import * as Schema from "effect/Schema"

export const SyncState = Schema.Struct({
  /** The service that the rows came from, such as its base URL; absent if it is unknown. */
  source: Schema.optionalKey(Schema.String),
  /** Counts the full passes that were begun. */
  pass: Schema.Int,
  /** The progress of a full pass that isn't finished; absent otherwise. */
  openPass: Schema.optionalKey(
    Schema.Struct({
      /** True once the list of rooms was read to its end. */
      roomsListed: Schema.Boolean,
      /** The cursor of the page of rooms to continue with. */
      roomsFrom: Schema.optionalKey(Schema.Int),
      /** True if the pass was interrupted and continued by another run. */
      continued: Schema.Boolean,
      /** The totals when the pass began. */
      totalSessions: Schema.Int,
      recordingCount: Schema.Int
    })
  ),
  /** When the last full pass became whole. */
  wholeAt: Schema.optionalKey(Schema.String),
  /** When a sync last found, or brought, everything in step. */
  syncedAt: Schema.optionalKey(Schema.String),
  /** True if a full pass has shown that `metrics` counts what the lists show. */
  calibrated: Schema.Boolean,
  /** Why `metrics` isn't trusted. */
  doubt: Schema.optionalKey(Schema.String),
  /** True if the list of rooms is newest first and tells how many there are, so that its first page shows what was added. */
  roomsNewestFirst: Schema.Boolean,
  /** True if every list of sessions was newest first. */
  sessionsNewestFirst: Schema.Boolean,
  /** True if `metrics` still counts the sessions of deleted rooms; absent until a room with sessions was deleted. */
  countsGoneRooms: Schema.optionalKey(Schema.Boolean)
})
export type SyncState = typeof SyncState.Type

/** The state before the first sync. */
export const initialState: SyncState = {
  pass: 0,
  calibrated: false,
  doubt: "the account was never read in full",
  roomsNewestFirst: false,
  sessionsNewestFirst: true
}

export const encodeState = Schema.encodeSync(Schema.fromJsonString(SyncState))
export const decodeState = Schema.decodeUnknownEffect(Schema.Union([Schema.fromJsonString(SyncState), SyncState]))
