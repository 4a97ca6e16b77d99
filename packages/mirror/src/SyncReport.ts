/**
 * What a sync reports.
 *
 * @module
 */
import * as Schema from "effect/Schema"

const Counts = Schema.Struct({
  added: Schema.Int,
  changed: Schema.Int,
  unchanged: Schema.Int
})

/** The report of one sync. */
export const SyncReport = Schema.Struct({
  account: Schema.String,
  /** `full` reads every room; `incremental` reads what the totals and the newest rooms show to have changed. */
  kind: Schema.Literals(["full", "incremental"]),
  /** Why the sync was of this kind, in sentences. */
  why: Schema.Array(Schema.String),
  /**
   * - `whole`: the mirror is in step with the service.
   * - `partial`: some rooms or sessions couldn't be read. The next sync starts with them.
   * - `stopped`: `maxRequests` or `for` was reached. The next sync continues.
   */
  outcome: Schema.Literals(["whole", "partial", "stopped"]),
  /** What the sync couldn't settle, in sentences. */
  doubts: Schema.Array(Schema.String),
  requests: Schema.Int,
  rooms: Counts,
  sessions: Counts,
  stays: Counts,
  recordings: Counts,
  /** Rooms and recordings found deleted. */
  gone: Schema.Int,
  /** Rooms and sessions that couldn't be read. */
  failed: Schema.Int,
  /** Rows with a value that the database can't hold, such as a NUL character. `raw` has the original. */
  altered: Schema.Int,
  startedAt: Schema.String,
  seconds: Schema.Finite
}).annotate({ identifier: "SyncReport" })
export type SyncReport = typeof SyncReport.Type

/** How far a running sync has come. */
export interface SyncProgress {
  readonly phase: "rooms" | "sessions" | "participants" | "recordings"
  readonly requests: number
  /** Rooms read in this phase, and how many there are, if that is known. */
  readonly done: number
  readonly total: number | undefined
}
