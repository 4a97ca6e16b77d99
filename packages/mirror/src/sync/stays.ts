/**
 * Reads who took part in the sessions whose stays aren't final. A session that has ended is read once, and up to twice more if
 * somebody's exit time is missing; a running session is read by every sync until it ends.
 */
import type { Participant } from "@effect-rooms/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { stayRows } from "../store/rows.ts"
import { tables } from "../store/tables.ts"
import { orRecorded, recovered } from "./failures.ts"
import { type Change, commitAll, type Run, unlessStopping } from "./Run.ts"
import { readNewSessions } from "./sessions.ts"
import { type UnfinishedSession, unfinishedSessions } from "./stored.ts"

const hasEverybodyLeft = (participants: ReadonlyArray<Participant>) =>
  participants.every(({ exitTime }) => Option.isSome(exitTime))

const staysChange = (session: UnfinishedSession, participants: ReadonlyArray<Participant>, run: Run): Change => {
  const readsLeft = session.isRunning ? undefined : hasEverybodyLeft(participants) ? 0 : session.readsLeft - 1
  return {
    rows: [
      ...stayRows(session.sessionId, participants).map((row) => [tables.stays, row] as const),
      ...(readsLeft === undefined
        ? []
        : [[tables.sessions, { session_id: session.sessionId, reads_left: readsLeft }] as const])
    ],
    ...(session.hasStays ? { completeStays: session.sessionId } : {}),
    ...recovered(run, "session", session.sessionId)
  }
}

const readStays = Effect.fnUntraced(function* (run: Run, session: UnfinishedSession) {
  const participants = yield* run.service.sessions.participants(session.sessionId)
  const stays = staysChange(session, participants, run)
  if (!session.isRunning || !hasEverybodyLeft(participants)) return [stays]
  // Nobody is left, so the session has probably ended: its room's list has the time.
  const { changes } = yield* readNewSessions(run, session.roomId)
  const hasEnded = changes.some(({ rows }) =>
    rows.some(
      ([table, row]) =>
        table === tables.sessions && row.session_id === session.sessionId && row.duration_seconds !== null
    )
  )
  if (!hasEnded) return [stays, ...changes]
  const final = yield* run.service.sessions.participants(session.sessionId)
  return [...changes, staysChange({ ...session, isRunning: false, hasStays: true }, final, run)]
})

/** Reads all sessions whose stays aren't final. Returns false if the run was stopped. */
export const readUnfinished = (run: Run, total: number) => {
  let done = 0
  return commitAll(
    run,
    unfinishedSessions(run.writer.target).pipe(
      unlessStopping(run),
      Stream.mapEffect(
        (session) =>
          readStays(run, session).pipe(
            orRecorded(run, "session", session.sessionId),
            Effect.tap(() => {
              done += 1
              return Effect.flatMap(run.service.requests, (requests) =>
                run.onProgress({ phase: "participants", requests, done, total })
              )
            })
          ),
        { concurrency: run.concurrency }
      ),
      Stream.flattenIterable
    )
  )
}
