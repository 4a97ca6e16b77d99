/** How up to date and how complete a mirror is, without a request to the service. */
import * as Effect from "effect/Effect"
import type { Mirror } from "../Mirror.ts"
import type { SyncStatus } from "../SyncReport.ts"
import { mirrorError } from "../store/databaseErrors.ts"
import { readState } from "../store/Writer.ts"
import type { Target } from "../store/writeRows.ts"
import { countRecordings, countRooms, countSessions, countUnread, oldestCheck, storedFailures } from "./stored.ts"

const rowsIn = ({ account, dialect, sql }: Target, condition: string) =>
  sql
    .unsafe<{ readonly n: unknown }>(
      `SELECT count(*) AS n FROM ${condition}`.replace("{account}", `account = ${dialect.placeholder(1)}`),
      [account]
    )
    .pipe(
      Effect.map((rows) => Number(rows[0]?.n ?? 0)),
      Effect.mapError(mirrorError)
    )

export const readStatus = Effect.fnUntraced(function* (mirror: Mirror["Service"], account: string) {
  const target: Target = { sql: mirror.sql, dialect: mirror.dialect, account }
  const { holder, isFree, state } = yield* readState(target)
  const size = yield* Effect.mapError(mirror.sql.unsafe<{ readonly bytes: unknown }>(mirror.dialect.size), mirrorError)
  const status: SyncStatus = {
    account,
    syncedAt: state.syncedAt ?? null,
    wholeAt: state.wholeAt ?? null,
    oldestCheckAt: yield* oldestCheck(target),
    trustsTotals: state.calibrated,
    doubt: state.calibrated ? null : (state.doubt ?? null),
    isPassOpen: state.openPass !== undefined,
    runningSync: isFree || holder === null ? null : holder.slice(0, holder.lastIndexOf("#")),
    rooms: yield* countRooms(target),
    roomsGone: yield* rowsIn(target, "rooms WHERE {account} AND gone_at IS NOT NULL"),
    sessions: (yield* countSessions(target)).all,
    sessionsRunning: yield* rowsIn(target, "sessions WHERE {account} AND duration_seconds IS NULL"),
    sessionsUnread: yield* countUnread(target),
    stays: yield* rowsIn(target, "stays WHERE {account}"),
    recordings: yield* countRecordings(target),
    failures: yield* storedFailures(target),
    bytes: Number(size[0]?.bytes ?? 0)
  }
  return status
})
