/** The mirror's contents, as a sync needs them: counts, and the rooms and sessions that still have to be read. */
import { RoomId, SessionId } from "@effect-rooms/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { mirrorError } from "../store/databaseErrors.ts"
import type { Row } from "../store/tables.ts"
import type { Target } from "../store/writeRows.ts"

const idsPerQuery = 1000

const query = <A extends object>(target: Target, text: string, params: ReadonlyArray<unknown> = []) =>
  Effect.mapError(target.sql.unsafe<A>(text, [target.account, ...params]), mirrorError)

const count = (target: Target, from: string) =>
  Effect.map(query<{ readonly n: unknown }>(target, `SELECT count(*) AS n FROM ${from}`), (rows) =>
    Number(rows[0]?.n ?? 0)
  )

const here = (target: Target) => `account = ${target.dialect.placeholder(1)}`

/** How many rooms the mirror has that the service still has. */
export const countRooms = (target: Target) => count(target, `rooms WHERE ${here(target)} AND gone_at IS NULL`)

/** How many sessions the mirror has: those of all rooms, and those of rooms that are gone. */
export const countSessions = (target: Target) =>
  Effect.all({
    all: count(target, `sessions WHERE ${here(target)}`),
    inGoneRooms: count(
      target,
      `sessions s JOIN rooms r ON r.account = s.account AND r.room_id = s.room_id WHERE s.${here(target)} AND r.gone_at IS NOT NULL`
    )
  })

/** How many recordings the mirror has that the service still lists. */
export const countRecordings = (target: Target) => count(target, `recordings WHERE ${here(target)} AND gone_at IS NULL`)

/** How many sessions a sync would read the participants of. */
export const countUnread = (target: Target) => count(target, `sessions WHERE ${here(target)} AND reads_left > 0`)

export const countFailures = (target: Target) => count(target, `sync_failures WHERE ${here(target)}`)

/** How many rooms a full pass has still to read. */
export const countUnreadRooms = (target: Target, pass: number) =>
  Effect.map(
    query<{ readonly n: unknown }>(
      target,
      `SELECT count(*) AS n FROM rooms WHERE ${here(target)} AND gone_at IS NULL AND read_pass < ${target.dialect.placeholder(2)}`,
      [pass]
    ),
    (rows) => Number(rows[0]?.n ?? 0)
  )

interface WithId {
  readonly id: string
}

/** Streams the rows of a query that is ordered by `id` and begins after its second parameter, page by page. */
const byId = <A extends WithId>(target: Target, text: string, params: ReadonlyArray<unknown>) =>
  Stream.paginate("", (after) =>
    Effect.map(query<A>(target, `${text} LIMIT ${idsPerQuery}`, [after, ...params]), (rows) => [
      rows,
      rows.length < idsPerQuery ? Option.none() : Option.map(Option.fromUndefinedOr(rows.at(-1)), ({ id }) => id)
    ])
  )

/** Streams the rooms that a full pass has still to read. */
export const roomsToRead = (target: Target, pass: number) => {
  const at = target.dialect.placeholder
  return Stream.map(
    byId<WithId>(
      target,
      `SELECT room_id AS id FROM rooms WHERE ${here(target)} AND room_id > ${at(2)} AND gone_at IS NULL AND read_pass < ${at(3)} ORDER BY room_id`,
      [pass]
    ),
    ({ id }) => RoomId.make(id)
  )
}

/** Streams the rooms that a full pass didn't find in the list. */
export const roomsMissingFrom = (target: Target, pass: number) => {
  const at = target.dialect.placeholder
  return Stream.map(
    byId<WithId>(
      target,
      `SELECT room_id AS id FROM rooms WHERE ${here(target)} AND room_id > ${at(2)} AND gone_at IS NULL AND seen_pass < ${at(3)} ORDER BY room_id`,
      [pass]
    ),
    ({ id }) => RoomId.make(id)
  )
}

/** A session whose stays aren't final yet. */
export interface UnfinishedSession {
  readonly sessionId: SessionId
  readonly roomId: RoomId
  readonly isRunning: boolean
  readonly readsLeft: number
  readonly hasStays: boolean
}

/** Streams the sessions whose stays aren't final yet. */
export const unfinishedSessions = (target: Target) => {
  const at = target.dialect.placeholder
  return Stream.map(
    byId<{
      readonly id: string
      readonly room_id: string
      readonly is_running: unknown
      readonly reads_left: unknown
      readonly has_stays: unknown
    }>(
      target,
      `SELECT s.session_id AS id, s.room_id, s.ended_at IS NULL AND s.duration_seconds IS NULL AS is_running, s.reads_left,
       EXISTS (SELECT 1 FROM stays p WHERE p.account = s.account AND p.session_id = s.session_id) AS has_stays
       FROM sessions s WHERE s.${here(target)} AND s.session_id > ${at(2)} AND s.reads_left > 0
       AND NOT EXISTS (SELECT 1 FROM rooms r WHERE r.account = s.account AND r.room_id = s.room_id AND r.gone_at IS NOT NULL)
       ORDER BY s.session_id`,
      []
    ),
    (row): UnfinishedSession => ({
      sessionId: SessionId.make(row.id),
      roomId: RoomId.make(row.room_id),
      isRunning: isTrue(row.is_running),
      readsLeft: Number(row.reads_left),
      hasStays: isTrue(row.has_stays)
    })
  )
}

const isTrue = (value: unknown) => value === true || Number(value) === 1

/** Reads the rooms that have sessions which are running, and then all others by their last session, newest first. */
export const roomsByActivity = Effect.fnUntraced(function* (target: Target) {
  const rows = yield* query<{ readonly id: string; readonly is_running: unknown }>(
    target,
    `SELECT r.room_id AS id, coalesce(max(CASE WHEN s.ended_at IS NULL AND s.session_id IS NOT NULL THEN 1 ELSE 0 END), 0) AS is_running
     FROM rooms r LEFT JOIN sessions s ON s.account = r.account AND s.room_id = r.room_id
     WHERE r.${here(target)} AND r.gone_at IS NULL
     GROUP BY r.room_id, r.created_at
     ORDER BY 2 DESC, coalesce(max(s.started_at), r.created_at) DESC`
  )
  return rows.map(({ id }) => RoomId.make(id))
})

/** Reads the newest rooms that the mirror has. */
export const newestRooms = (target: Target, limit: number) =>
  Effect.map(
    query<WithId>(
      target,
      `SELECT room_id AS id FROM rooms WHERE ${here(target)} AND gone_at IS NULL ORDER BY created_at DESC LIMIT ${limit}`
    ),
    (rows) => rows.map(({ id }) => RoomId.make(id))
  )

/** Reads the sessions that ended last, newest first: those that new recordings are most likely of. */
export const newestSessions = (target: Target, limit: number) =>
  Effect.map(
    query<WithId>(
      target,
      `SELECT session_id AS id FROM sessions WHERE ${here(target)} AND ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT ${Math.min(limit, idsPerQuery)}`
    ),
    (rows) => rows.map(({ id }) => SessionId.make(id))
  )

/** Returns the rooms of a page that the mirror has as the page shows them. */
export const knownRooms = Effect.fnUntraced(function* (target: Target, rows: ReadonlyArray<Row>) {
  const { dialect } = target
  const found = yield* query<{ readonly id: string }>(
    target,
    `SELECT room_id AS id FROM rooms WHERE ${here(target)} AND gone_at IS NULL AND ${dialect.isOneOf("room_id", dialect.placeholder(2))}`,
    [JSON.stringify(rows.map((row) => row.room_id))]
  )
  return new Set(found.map(({ id }) => id))
})

/** Returns which of these sessions the mirror has, and which of those it knows to be running. */
export const knownSessions = Effect.fnUntraced(function* (target: Target, ids: ReadonlyArray<string>) {
  const { dialect } = target
  const found = yield* query<{ readonly id: string }>(
    target,
    `SELECT session_id AS id FROM sessions WHERE ${here(target)} AND ${dialect.isOneOf("session_id", dialect.placeholder(2))}`,
    [JSON.stringify(ids)]
  )
  return new Set(found.map(({ id }) => id))
})

/** Marks the recordings that the service lists no more: those that a search which began at this time didn't see. */
export const markRecordingsGone = (target: Target, searchedAt: string) => {
  const at = target.dialect.placeholder
  const time = target.dialect.timeOf(at(2))
  return Effect.map(
    query<{ readonly id: string }>(
      target,
      `UPDATE recordings SET gone_at = ${time} WHERE ${here(target)} AND gone_at IS NULL AND (seen_at IS NULL OR seen_at < ${time}) RETURNING recording_id AS id`,
      [searchedAt]
    ),
    (rows) => rows.length
  )
}

/** Rooms that were last read before this time, with the time. */
export const roomsCheckedBefore = (target: Target, time: string) =>
  Effect.map(
    query<{ readonly id: string; readonly checked_at: string }>(
      target,
      `SELECT room_id AS id, ${target.dialect.timeText("checked_at")} AS checked_at FROM rooms WHERE ${here(target)} AND gone_at IS NULL AND checked_at < ${target.dialect.timeOf(target.dialect.placeholder(2))}`,
      [time]
    ),
    (rows) => rows.map(({ checked_at, id }) => ({ roomId: RoomId.make(id), checkedAt: checked_at }))
  )

/** Reads which rooms and sessions failed in the last syncs. */
export const failures = (target: Target) =>
  Effect.map(
    query<{ readonly kind: string; readonly id: string; readonly attempts: unknown }>(
      target,
      `SELECT kind, id, attempts FROM sync_failures WHERE ${here(target)} ORDER BY kind, id`
    ),
    (rows) => rows.map(({ attempts, id, kind }) => ({ kind, id, attempts: Number(attempts) }))
  )

/** The totals that were stored last. */
export const lastSample = (target: Target) =>
  Effect.map(
    query<Record<string, unknown>>(
      target,
      `SELECT total_sessions, total_duration, total_users, recording_count, livestream_count FROM metrics_samples WHERE ${here(target)} ORDER BY sampled_at DESC LIMIT 1`
    ),
    (rows) => rows[0]
  )

/** Reads the failures of the last syncs, with all their columns. */
export const storedFailures = (target: Target) =>
  Effect.map(
    query<{
      readonly kind: string
      readonly id: string
      readonly error: string
      readonly message: string
      readonly attempts: unknown
      readonly failed_at: string
    }>(
      target,
      `SELECT kind, id, error, message, attempts, ${target.dialect.timeText("last_failed_at")} AS failed_at FROM sync_failures WHERE ${here(target)} ORDER BY kind, id`
    ),
    (rows) =>
      rows.map(({ attempts, failed_at, ...row }) => ({ ...row, attempts: Number(attempts), failedAt: failed_at }))
  )

/** When the least recently read room was last read; nothing if a room was never read. */
export const oldestCheck = (target: Target) =>
  Effect.map(
    query<{ readonly at: string | null }>(
      target,
      `SELECT CASE WHEN count(*) = count(checked_at) THEN ${target.dialect.timeText("min(checked_at)")} END AS at FROM rooms WHERE ${here(target)} AND gone_at IS NULL`
    ),
    (rows) => rows[0]?.at ?? null
  )

/** The ids of all rooms that the service still has. */
export const allRooms = (target: Target) =>
  Effect.map(
    query<WithId>(target, `SELECT room_id AS id FROM rooms WHERE ${here(target)} AND gone_at IS NULL ORDER BY room_id`),
    (rows) => rows.map(({ id }) => RoomId.make(id))
  )

/** The ids of the sessions of a room. */
export const idsOfSessionsIn = (target: Target, roomId: RoomId) =>
  Effect.map(
    query<WithId>(
      target,
      `SELECT session_id AS id FROM sessions WHERE ${here(target)} AND room_id = ${target.dialect.placeholder(2)}`,
      [roomId]
    ),
    (rows) => rows.map(({ id }) => id)
  )

/** The sessions of a room whose stays are final. */
export const finalSessionsOf = (target: Target, roomId: RoomId) =>
  Effect.map(
    query<WithId>(
      target,
      `SELECT session_id AS id FROM sessions WHERE ${here(target)} AND room_id = ${target.dialect.placeholder(2)} AND reads_left = 0`,
      [roomId]
    ),
    (rows) => rows.map(({ id }) => SessionId.make(id))
  )

/** How many different participants took part in any session. */
export const countPeople = (target: Target) =>
  count(target, `(SELECT DISTINCT peer_id FROM stays WHERE ${here(target)}) AS people`)

/** The minutes of all sessions that have ended. */
export const durationInMinutes = (target: Target) =>
  Effect.map(
    query<{ readonly seconds: unknown }>(
      target,
      `SELECT coalesce(sum(duration_seconds), 0) AS seconds FROM sessions WHERE ${here(target)}`
    ),
    (rows) => Math.floor(Number(rows[0]?.seconds ?? 0) / 60)
  )
