/**
 * The tables of the mirror, declared once. The DDL, the statements that write rows and the comments in Postgres are derived
 * from these declarations.
 */

/** How a column is stored. `time` is ISO 8601 text in SQLite; `json` is `jsonb` and `original` is `json` in Postgres. */
export type ColumnType = "text" | "integer" | "real" | "boolean" | "time" | "json" | "original"

/** One column of a table. */
export interface Column {
  readonly type: ColumnType
  readonly comment: string
  /** The value of a row that is added without one. */
  readonly initial?: string
  /**
   * `data` comes from the service. `note` is the mirror's own bookkeeping, and doesn't count as a change of the row. `once` is written when the row is added and never again.
   */
  readonly role?: "data" | "note" | "once"
}

/** One table. `account` is the first column of every table and of every key. */
export interface Table {
  readonly name: string
  readonly comment: string
  /** The columns of the primary key, after `account`. */
  readonly key: ReadonlyArray<string>
  readonly columns: Readonly<Record<string, Column>>
  readonly indexes: ReadonlyArray<ReadonlyArray<string>>
}

/** The value of a column in a row that is about to be written. */
export type Value = string | number | boolean | null

/** A row that is about to be written, without its account. */
export type Row = Readonly<Record<string, Value>>

const original: Column = {
  type: "original",
  comment:
    "The original from the service, if the other columns can't hold all of it: unknown fields, NUL characters, broken Unicode, years beyond 9999."
}

const table = <const T extends Table>(declared: T): T => declared

/** The tables that hold the account's data. */
export const tables = {
  rooms: table({
    name: "rooms",
    comment: "One row per room.",
    key: ["room_id"],
    columns: {
      room_id: { type: "text", comment: "The room's id, assigned by the service." },
      title: { type: "text", comment: "metadata.title, if it is text." },
      locked: { type: "boolean", comment: "True if the room refuses joins." },
      metadata: { type: "json", comment: "The metadata that the room was created with." },
      created_at: { type: "time", comment: "When the room was created." },
      raw: original,
      first_seen_at: { type: "time", role: "once", comment: "When the mirror first saw the room." },
      checked_at: { type: "time", role: "note", comment: "When the room and its list of sessions were last read." },
      gone_at: { type: "time", comment: "When the room was found deleted. Null while the service has it." },
      seen_pass: { type: "integer", initial: "0", role: "note", comment: "The last full pass that listed the room." },
      read_pass: {
        type: "integer",
        initial: "0",
        role: "note",
        comment: "The last full pass that read all sessions of the room."
      }
    },
    indexes: [["created_at"], ["title"], ["read_pass"], ["checked_at"]]
  }),
  sessions: table({
    name: "sessions",
    comment: "One row per session: one use of a room.",
    key: ["session_id"],
    columns: {
      session_id: { type: "text", comment: "The session's id, assigned by the service." },
      room_id: { type: "text", comment: "The room that the session was held in." },
      started_at: { type: "time", comment: "When the session started." },
      ended_at: { type: "time", comment: "When the session ended. Null while it is running." },
      duration_seconds: { type: "real", comment: "From start to end, in seconds. Null while the session is running." },
      raw: original,
      reads_left: {
        type: "integer",
        initial: "3",
        role: "note",
        comment: "How often the stays are still to be read. 0 once they are final."
      }
    },
    indexes: [["room_id", "started_at"], ["started_at"], ["ended_at"], ["reads_left"]]
  }),
  stays: table({
    name: "stays",
    comment: "One row per stay: a participant who leaves and comes back has two.",
    key: ["session_id", "peer_id", "stay"],
    columns: {
      session_id: { type: "text", comment: "The session that the participant was in." },
      peer_id: { type: "text", comment: "The participant's id, assigned by the service." },
      stay: { type: "integer", comment: "Counts the stays of one participant in one session, from 1." },
      display_name: { type: "text", comment: "metadata.displayName, if it is text." },
      joined_at: { type: "time", comment: "When the participant joined." },
      left_at: { type: "time", comment: "When the participant left. Null if that isn't known yet." },
      metadata: { type: "json", comment: "The metadata of the participant's access token." },
      raw: original
    },
    indexes: [["peer_id"], ["display_name"], ["joined_at"]]
  }),
  recordings: table({
    name: "recordings",
    comment: "One row per recording.",
    key: ["recording_id"],
    columns: {
      recording_id: { type: "text", comment: "The recording's id, assigned by the service." },
      session_id: { type: "text", comment: "The session that was recorded, if the mirror knows it." },
      url: { type: "text", comment: "The URL that the recording can be downloaded from." },
      size_bytes: { type: "real", comment: "The size that the service reports. The contract doesn't name its unit." },
      raw: original,
      first_seen_at: { type: "time", role: "once", comment: "When the mirror first saw the recording." },
      seen_at: { type: "time", role: "note", comment: "When a search for deleted recordings last saw this one." },
      gone_at: {
        type: "time",
        comment: "When the recording was missing from the list. Null while the service lists it."
      }
    },
    indexes: [["session_id"]]
  }),
  metricsSamples: table({
    name: "metrics_samples",
    comment: "The account's usage totals, one row each time they had changed.",
    key: ["sampled_at"],
    columns: {
      sampled_at: { type: "time", comment: "When the totals were read." },
      total_sessions: { type: "integer", comment: "Sessions." },
      total_duration: { type: "integer", comment: "Minutes spent in sessions." },
      total_users: { type: "integer", comment: "Users." },
      recording_count: { type: "integer", comment: "Recordings." },
      livestream_count: { type: "integer", comment: "Livestreams." }
    },
    indexes: []
  }),
  runs: table({
    name: "sync_runs",
    comment: "One row per sync that changed something, and at least one every ten minutes.",
    key: ["started_at", "run_id"],
    columns: {
      started_at: { type: "time", comment: "When the sync started." },
      run_id: { type: "text", comment: "Tells syncs apart that started in the same millisecond." },
      ended_at: { type: "time", comment: "When the sync ended." },
      outcome: { type: "text", comment: "whole, partial or stopped." },
      report: { type: "json", comment: "The report of the sync, as `rooms sync --format json` prints it." }
    },
    indexes: []
  }),
  failures: table({
    name: "sync_failures",
    comment: "Rooms and sessions that the last syncs couldn't read. The next sync starts with these.",
    key: ["kind", "id"],
    columns: {
      kind: { type: "text", comment: "room or session." },
      id: { type: "text", comment: "The id of the room or session." },
      error: { type: "text", comment: "The error's tag, such as RateLimited." },
      message: { type: "text", comment: "The problem, in a sentence." },
      attempts: { type: "integer", comment: "How many syncs in a row failed." },
      first_failed_at: { type: "time", role: "once", comment: "When it failed first." },
      last_failed_at: { type: "time", comment: "When it failed last." }
    },
    indexes: []
  })
}

/** The names of the columns of a table that are written, without `account`. */
export const columnNames = (table: Table): ReadonlyArray<string> => Object.keys(table.columns)
