/** Compares the service's totals with what the mirror holds, and decides if they can be trusted to announce changes. */
import type { UsageMetrics } from "@effect-rooms/core"
import * as Effect from "effect/Effect"
import { metricsRow } from "../store/rows.ts"
import type { SyncState } from "../store/SyncState.ts"
import { tables } from "../store/tables.ts"
import { commit, now, type Run } from "./Run.ts"
import { countRecordings, countSessions } from "./stored.ts"

/** The mirror's own counts of everything that `metrics` counts. */
export interface Held {
  readonly sessions: number
  readonly sessionsInGoneRooms: number
  readonly recordings: number
}

export const held = (run: Run) =>
  Effect.all({ sessions: countSessions(run.writer.target), recordings: countRecordings(run.writer.target) }).pipe(
    Effect.map(
      ({ recordings, sessions }): Held => ({
        sessions: sessions.all,
        sessionsInGoneRooms: sessions.inGoneRooms,
        recordings
      })
    )
  )

/** The sessions of the mirror that the totals count, by what calibration has shown. */
export const countedSessions = (state: SyncState, { sessions, sessionsInGoneRooms }: Held) =>
  state.countsGoneRooms === true ? sessions : sessions - sessionsInGoneRooms

const isWithin = (value: number, from: number, to: number) => value >= Math.min(from, to) && value <= Math.max(from, to)

/**
 * Decides, after a full pass, if `metrics` counts what the lists show: what the mirror holds must lie between the totals at the
 * beginning and at the end of the pass, which are equal if nothing happened in between.
 */
export const calibrate = (
  state: SyncState,
  before: UsageMetrics | undefined,
  after: UsageMetrics,
  has: Held
): SyncState => {
  const { countsGoneRooms: _countsGoneRooms, doubt: _doubt, ...rest } = state
  const doubtful = (doubt: string): SyncState => ({ ...rest, calibrated: false, doubt })
  const from = state.openPass ?? before ?? after
  if (has.sessions === 0) return doubtful("there are no sessions yet to compare the totals with")
  const fits = (sessions: number) => isWithin(sessions, from.totalSessions, after.totalSessions)
  const present = has.sessions - has.sessionsInGoneRooms
  if (!fits(has.sessions) && !fits(present)) {
    return doubtful(`metrics counts ${after.totalSessions} sessions, and the lists have ${present}`)
  }
  if (!isWithin(has.recordings, from.recordingCount, after.recordingCount)) {
    return doubtful(`metrics counts ${after.recordingCount} recordings, and the list has ${has.recordings}`)
  }
  if (has.sessionsInGoneRooms === 0) return { ...rest, calibrated: true }
  // While sessions are added, the totals may fit both with and without those of deleted rooms.
  return fits(has.sessions) && fits(present)
    ? doubtful("sessions were added while the account was read")
    : { ...rest, calibrated: true, countsGoneRooms: fits(has.sessions) }
}

/** Keeps a sample of the totals, with a change of the state. */
export const keepSample = Effect.fnUntraced(function* (
  run: Run,
  metrics: UsageMetrics,
  next: (state: SyncState) => SyncState
) {
  yield* commit(run, [{ rows: [[tables.metricsSamples, metricsRow(yield* now, metrics)]], next }])
})
