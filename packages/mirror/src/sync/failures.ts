/**
 * A room or session that can't be read becomes a row in `sync_failures`, and the sync continues. A failure that affects all of them
 * ends the sync.
 */
import type { PaginationError, RequestError, RoomNotFound, SessionNotFound } from "@effect-rooms/core"
import * as Effect from "effect/Effect"
import type { MirrorError } from "../MirrorError.ts"
import { tables } from "../store/tables.ts"
import { type Change, isStopping, now, type Run } from "./Run.ts"

/** The errors of reading a room or a session. */
export type ReadError = RequestError | RoomNotFound | SessionNotFound | PaginationError

// Every other request would fail the same way.
const concernsAll = (error: ReadError): boolean =>
  error._tag === "Unauthorized" || (error._tag === "ServiceError" && error.reason._tag === "CircuitOpen")

// With this many failures in a row and nothing read in between, the service is down.
const failuresInARow = 20

const tagOf = (error: ReadError) => (error._tag === "ServiceError" ? error.reason._tag : error._tag)

/** Turns a failure into a change that records it, or fails if it concerns all rooms. */
export const recordFailure = Effect.fnUntraced(function* (
  run: Run,
  kind: "room" | "session",
  id: string,
  error: ReadError
) {
  const { tally } = run
  const nothing: Change = { rows: [] }
  if (isStopping(run)) return nothing
  tally.failuresInARow += 1
  if (concernsAll(error) || tally.failuresInARow >= failuresInARow) return yield* Effect.fail(error)
  tally.failed.add(`${kind} ${id}`)
  const failedAt = yield* now
  const change: Change = {
    rows: [
      [
        tables.failures,
        {
          kind,
          id,
          error: tagOf(error),
          message: error.message.toWellFormed().replaceAll("\0", "\uFFFD"),
          attempts: (tally.failedBefore.get(`${kind} ${id}`) ?? 0) + 1,
          first_failed_at: failedAt,
          last_failed_at: failedAt
        }
      ]
    ]
  }
  return change
})

const isReadError = (error: ReadError | MirrorError): error is ReadError => error._tag !== "MirrorError"

/** Records a failure of the service instead of failing. A failure of the database isn't one of a room or a session. */
export const orRecorded =
  (run: Run, kind: "room" | "session", id: string) =>
  <R>(read: Effect.Effect<ReadonlyArray<Change>, ReadError | MirrorError, R>) =>
    Effect.catchIf(read, isReadError, (error) => Effect.map(recordFailure(run, kind, id, error), (change) => [change]))

/** Returns the change that removes earlier failures of a room or session that could be read now. */
export const recovered = (run: Run, kind: "room" | "session", id: string): Pick<Change, "recovered"> => {
  run.tally.failuresInARow = 0
  run.tally.failed.delete(`${kind} ${id}`)
  return run.tally.failedBefore.has(`${kind} ${id}`) ? { recovered: { kind, id } } : {}
}
