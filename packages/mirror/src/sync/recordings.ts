/** Reads recordings: those of some sessions, or all of them. */
import type { SessionId } from "@effect-rooms/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { recordingRow } from "../store/rows.ts"
import { type Row, tables } from "../store/tables.ts"
import { type Change, commitAll, now, type Run } from "./Run.ts"
import { countRecordings, markRecordingsGone } from "./stored.ts"

const readFrom = (run: Run, sessionId: Option.Option<SessionId>, notes: Row) =>
  run.service.recordings
    .pages({ concurrency: run.concurrency, ...(Option.isSome(sessionId) ? { sessionId: sessionId.value } : {}) })
    .pipe(
      Stream.mapEffect(({ items }) =>
        Effect.map(
          now,
          (seenAt): Change => ({
            rows: items.map((recording) => [
              tables.recordings,
              { ...recordingRow(recording, sessionId), first_seen_at: seenAt, ...notes }
            ])
          })
        )
      )
    )

/** Reads the recordings of these sessions, one after the other, until `wanted` new ones were found. */
export const readRecordingsOf = Effect.fnUntraced(function* (
  run: Run,
  sessions: ReadonlyArray<SessionId>,
  wanted: number
) {
  const before = yield* countRecordings(run.writer.target)
  for (const sessionId of sessions) {
    if ((yield* countRecordings(run.writer.target)) - before >= wanted) return true
    if (!(yield* commitAll(run, readFrom(run, Option.some(sessionId), {})))) return false
  }
  return true
})

const walkRecordings = Effect.fnUntraced(function* (run: Run, notes: Row) {
  let listed = 0
  const isComplete = yield* commitAll(
    run,
    readFrom(run, Option.none(), notes).pipe(
      Stream.tap(({ rows }) =>
        Effect.flatMap(run.service.requests, (requests) => {
          listed += rows.length
          return run.onProgress({ phase: "recordings", requests, done: listed, total: undefined })
        })
      )
    )
  )
  return { isComplete, listed }
})

/**
 * Reads the list of all recordings. If the mirror has more than the list, a second walk finds out which are gone: but only if
 * both walks list as many recordings as `metrics` counts. Returns false if the run was stopped.
 */
export const readAllRecordings = Effect.fnUntraced(function* (run: Run, recordingCount: number) {
  const { target } = run.writer
  const first = yield* walkRecordings(run, {})
  if (!first.isComplete) return false
  const hasMore = (yield* countRecordings(target)) > first.listed
  if (!hasMore || first.listed === 0 || first.listed !== recordingCount) return true
  const searchedAt = yield* now
  const second = yield* walkRecordings(run, { seen_at: searchedAt })
  if (!second.isComplete) return false
  if (second.listed === recordingCount) {
    run.tally.gone += yield* run.writer.commit(markRecordingsGone(target, searchedAt), (state) => state)
  }
  return true
})
