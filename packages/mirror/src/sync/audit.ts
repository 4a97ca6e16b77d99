/** Compares the service's own totals with what the mirror holds. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Mirror } from "../Mirror.ts"
import type { Audit, AuditLine } from "../SyncReport.ts"
import { readState } from "../store/Writer.ts"
import type { Target } from "../store/writeRows.ts"
import { makeService } from "./service.ts"
import { countFailures, countPeople, countRecordings, countRooms, countSessions, durationInMinutes } from "./stored.ts"

export const runAudit = Effect.fnUntraced(function* (mirror: Mirror["Service"], account: string) {
  const target: Target = { sql: mirror.sql, dialect: mirror.dialect, account }
  const service = yield* makeService(Number.POSITIVE_INFINITY)
  const { state } = yield* readState(target)
  const metrics = yield* service.metrics.get
  const { count } = yield* service.rooms.page()
  const sessions = yield* countSessions(target)
  const failures = yield* countFailures(target)
  const recordings = yield* countRecordings(target)
  const people = yield* countPeople(target)
  const minutes = yield* durationInMinutes(target)

  const why = (difference: number, reasons: ReadonlyArray<string | undefined>): string | null => {
    if (difference === 0) return null
    const known = reasons.filter((reason) => reason !== undefined)
    return known.length === 0 ? "unexplained" : known.join("; ")
  }
  const notSynced = state.wholeAt === undefined ? "the account was never read in full" : undefined
  const failed = failures > 0 ? `${failures} rooms or sessions couldn't be read` : undefined
  const inGone =
    sessions.inGoneRooms > 0 ? `${sessions.inGoneRooms} sessions were held in rooms that are gone` : undefined
  const doubt = state.calibrated ? undefined : state.doubt
  const since =
    state.syncedAt === undefined ? undefined : `the service may have changed since the last sync at ${state.syncedAt}`

  const line = (
    what: string,
    mirrored: number,
    reported: number,
    reasons: ReadonlyArray<string | undefined>
  ): AuditLine => ({
    what,
    mirror: mirrored,
    service: reported,
    difference: mirrored - reported,
    explanation: why(mirrored - reported, reasons)
  })
  const counted = state.countsGoneRooms === true ? sessions.all : sessions.all - sessions.inGoneRooms
  const rooms = yield* countRooms(target)
  const audit: Audit = {
    account,
    lines: [
      ...Option.match(count, {
        onNone: () => [],
        onSome: (count) => [line("rooms", rooms, count, [notSynced, failed, since])]
      }),
      line("sessions", counted, metrics.totalSessions, [
        notSynced,
        failed,
        counted < metrics.totalSessions ? undefined : inGone,
        doubt,
        since
      ]),
      line("recordings", recordings, metrics.recordingCount, [notSynced, failed, doubt, since]),
      line("people", people, metrics.totalUsers, [
        notSynced,
        failed,
        "the contract doesn't say whom the service counts as one user; the mirror counts peer ids"
      ]),
      line("minutes", minutes, metrics.totalDuration, [
        notSynced,
        failed,
        "running sessions count until now, and each side rounds in its own way"
      ])
    ]
  }
  return audit
})
