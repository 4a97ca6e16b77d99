/**
 * The reports of syncs, status, verification and audit.
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
  /** Why the sync was full or incremental, in sentences. */
  why: Schema.Array(Schema.String),
  /**
   * - `whole`: the mirror is in step with the service.
   * - `partial`: some rooms or sessions couldn't be read. The next sync starts with them.
   * - `stopped`: `maxRequests` or `for` was reached. The next sync continues.
   */
  outcome: Schema.Literals(["whole", "partial", "stopped"]),
  /** Open questions that the sync couldn't settle, in sentences. */
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
  /** Rows with a value that no column can hold, such as a NUL character or a new field. `raw` has the original. */
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

/** How many requests a sync would take. */
export const SyncPlan = Schema.Struct({
  account: Schema.String,
  kind: Schema.Literals(["full", "incremental"]),
  why: Schema.Array(Schema.String),
  /** The fewest requests that the sync takes if the account stays as it is. */
  atLeast: Schema.Int,
  /** The most requests that it takes if every list of sessions has one page. */
  atMost: Schema.Int
}).annotate({ identifier: "SyncPlan" })
export type SyncPlan = typeof SyncPlan.Type

/** A room or session that the last syncs couldn't read. */
export const SyncFailure = Schema.Struct({
  kind: Schema.String,
  id: Schema.String,
  error: Schema.String,
  message: Schema.String,
  attempts: Schema.Int,
  failedAt: Schema.String
})
export type SyncFailure = typeof SyncFailure.Type

/** How up to date and how complete a mirror is. */
export const SyncStatus = Schema.Struct({
  account: Schema.String,
  /** When the mirror was last known to match the service. This can be up to ten minutes behind. */
  syncedAt: Schema.NullOr(Schema.String),
  /** When the last full sync ended. */
  wholeAt: Schema.NullOr(Schema.String),
  /** When the least recently read room was last read. */
  oldestCheckAt: Schema.NullOr(Schema.String),
  /** True if the service's totals are known to count what its lists show, so that syncs can be incremental. */
  trustsTotals: Schema.Boolean,
  /** Why they aren't trusted. */
  doubt: Schema.NullOr(Schema.String),
  /** True if a full sync was stopped before its end. The next one continues. */
  isPassOpen: Schema.Boolean,
  /** The process that is syncing now, such as `4711@server-2`. */
  runningSync: Schema.NullOr(Schema.String),
  rooms: Schema.Int,
  roomsGone: Schema.Int,
  sessions: Schema.Int,
  sessionsRunning: Schema.Int,
  /** Sessions whose participants are still to be read. */
  sessionsUnread: Schema.Int,
  stays: Schema.Int,
  recordings: Schema.Int,
  failures: Schema.Array(SyncFailure),
  /** The size of the mirror in its database. */
  bytes: Schema.Int
}).annotate({ identifier: "SyncStatus" })
export type SyncStatus = typeof SyncStatus.Type

/** One way in which the mirror and the service differ. */
export const Difference = Schema.Struct({
  /** The table: `rooms`, `sessions` or `stays`. */
  table: Schema.String,
  id: Schema.String,
  problem: Schema.String
}).annotate({ identifier: "Difference" })
export type Difference = typeof Difference.Type

/** One total, as the mirror and the service count it. */
export const AuditLine = Schema.Struct({
  what: Schema.String,
  mirror: Schema.Int,
  service: Schema.Int,
  /** How many more the mirror has. */
  difference: Schema.Int,
  /** Possible reasons for the difference. */
  explanation: Schema.NullOr(Schema.String)
}).annotate({ identifier: "AuditLine" })
export type AuditLine = typeof AuditLine.Type

/** The mirror against the service's own totals. */
export const Audit = Schema.Struct({ account: Schema.String, lines: Schema.Array(AuditLine) }).annotate({
  identifier: "Audit"
})
export type Audit = typeof Audit.Type
