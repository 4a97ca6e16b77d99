/** One run of a sync: what it reads from, what it writes to, and what it has done so far. */
import type { SessionId } from "@effect-rooms/core"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Sink from "effect/Sink"
import * as Stream from "effect/Stream"
import type { SyncProgress } from "../SyncReport.ts"
import { mirrorError } from "../store/databaseErrors.ts"
import { encodeState, type SyncState } from "../store/SyncState.ts"
import { type Row, type Table, tables } from "../store/tables.ts"
import type { Writer } from "../store/Writer.ts"
import { addWritten, nothingWritten, type Written, wouldWrite, writeRows } from "../store/writeRows.ts"
import type { Service } from "./service.ts"

/** The rows that one response brings to the mirror. */
export interface Change {
  readonly rows: ReadonlyArray<readonly [table: Table, row: Row]>
  /** Sessions whose stays are all in `rows`: what the mirror has beyond them is removed. */
  readonly completeStays?: SessionId
  /** A room or session that failed before and could be read now. */
  readonly recovered?: { readonly kind: "room" | "session"; readonly id: string }
  /** What to remember once this change is stored. */
  readonly next?: (state: SyncState) => SyncState
}

/** The counts of a run so far. */
export interface Tally {
  readonly written: Map<string, Written>
  /** The rooms and sessions that couldn't be read by this run, as `room ID` and `session ID`. */
  readonly failed: Set<string>
  /** How often each of them failed in the runs before. */
  readonly failedBefore: ReadonlyMap<string, number>
  failuresInARow: number
  gone: number
  altered: number
  readonly doubts: Set<string>
}

export interface Run {
  readonly service: Service
  readonly writer: Writer
  readonly concurrency: number
  readonly tally: Tally
  /** True while nothing may have changed: rows are compared first, and a transaction only starts if there is something to write. */
  expectsNoChange: boolean
  readonly onProgress: (progress: SyncProgress) => Effect.Effect<void>
}

export const makeTally = (failedBefore: ReadonlyMap<string, number>): Tally => ({
  written: new Map(),
  failed: new Set(),
  failedBefore,
  failuresInARow: 0,
  gone: 0,
  altered: 0,
  doubts: new Set()
})

/** The rows written to a table so far. */
export const writtenTo = (tally: Tally, table: Table): Written => tally.written.get(table.name) ?? nothingWritten

/** The time, as it is stored. */
export const now = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis).toISOString())

const rowsPerCommit = 1000
const timePerCommit = "1 second"

const sameShape = (table: Table, row: Row) => `${table.name} ${Object.keys(row).join(" ")}`

const staysIn = (rows: Change["rows"]) => rows.flatMap(([table, row]) => (table === tables.stays ? [row] : []))

const otherStays = ({ target }: Writer, sessionId: string, stays: ReadonlyArray<Row>) => {
  const at = target.dialect.placeholder
  return {
    condition: `account = ${at(1)} AND session_id = ${at(2)} AND NOT (${target.dialect.isOneOf("stay || ' ' || peer_id", at(3))})`,
    params: [target.account, sessionId, JSON.stringify(stays.map((row) => `${row.stay} ${row.peer_id}`))]
  }
}

const hasOtherStays = (writer: Writer, sessionId: string, stays: ReadonlyArray<Row>) => {
  const { condition, params } = otherStays(writer, sessionId, stays)
  return writer.target.sql.unsafe(`SELECT 1 FROM stays WHERE ${condition} LIMIT 1`, params).pipe(
    Effect.map((rows) => rows.length > 0),
    Effect.mapError(mirrorError)
  )
}

const removeOtherStays = (writer: Writer, sessionId: string, stays: ReadonlyArray<Row>) => {
  const { condition, params } = otherStays(writer, sessionId, stays)
  return writer.target.sql.unsafe(`DELETE FROM stays WHERE ${condition}`, params)
}

const count = (tally: Tally, table: Table, written: Written) =>
  tally.written.set(table.name, addWritten(writtenTo(tally, table), written))

interface Group {
  readonly table: Table
  readonly rows: Array<Row>
}

const changesAnything = Effect.fnUntraced(function* (
  { writer }: Run,
  changes: ReadonlyArray<Change>,
  groups: ReadonlyArray<Group>,
  next: (state: SyncState) => SyncState
) {
  const state = yield* writer.state
  if (encodeState(next(state)) !== encodeState(state)) return true
  if (changes.some(({ recovered }) => recovered !== undefined)) return true
  for (const { rows, table } of groups) {
    if (yield* Effect.mapError(wouldWrite(writer.target, table, rows), mirrorError)) return true
  }
  for (const { completeStays, rows } of changes) {
    if (completeStays !== undefined && (yield* hasOtherStays(writer, completeStays, staysIn(rows)))) return true
  }
  return false
})

/** Stores changes and the state that speaks for them in one transaction. */
export const commit = Effect.fnUntraced(function* (run: Run, changes: ReadonlyArray<Change>) {
  const { tally, writer } = run
  const { account, dialect, sql } = writer.target
  const at = dialect.placeholder
  const groups = new Map<string, Group>()
  for (const { rows } of changes) {
    for (const [table, row] of rows) {
      const shape = sameShape(table, row)
      const group = groups.get(shape)
      if (group === undefined) groups.set(shape, { table, rows: [row] })
      else group.rows.push(row)
    }
  }
  const next = (state: SyncState) => changes.reduce((current, change) => change.next?.(current) ?? current, state)
  if (run.expectsNoChange && !(yield* changesAnything(run, changes, [...groups.values()], next))) {
    for (const { rows, table } of groups.values()) count(tally, table, { ...nothingWritten, unchanged: rows.length })
    return
  }
  const write = Effect.gen(function* () {
    const written: Array<readonly [Table, Written]> = []
    for (const { rows, table } of groups.values()) {
      written.push([table, yield* writeRows(writer.target, table, rows)])
    }
    for (const { completeStays, recovered, rows } of changes) {
      if (completeStays !== undefined) {
        yield* removeOtherStays(writer, completeStays, staysIn(rows))
      }
      if (recovered !== undefined) {
        yield* sql.unsafe(`DELETE FROM sync_failures WHERE account = ${at(1)} AND kind = ${at(2)} AND id = ${at(3)}`, [
          account,
          recovered.kind,
          recovered.id
        ])
      }
    }
    return written
  }).pipe(Effect.mapError(mirrorError))
  const written = yield* writer.commit(write, next)
  for (const [table, counts] of written) count(tally, table, counts)
  for (const { rows } of changes) {
    for (const [, row] of rows) if (row.raw != null) tally.altered += 1
  }
})

/** Stores a change of the state alone. */
export const remember = (run: Run, next: (state: SyncState) => SyncState) => commit(run, [{ rows: [], next }])

/**
 * Stores the changes of a stream, at least 1 000 rows or one second's worth at a time, until it ends or the run must stop.
 * Returns false if it was stopped.
 */
export const commitAll = Effect.fnUntraced(function* <E, R>(run: Run, changes: Stream.Stream<Change, E, R>) {
  yield* changes.pipe(
    // Everything read before the run stopped is stored.
    Stream.catchIf(
      () => isStopping(run),
      () => Stream.empty
    ),
    Stream.aggregateWithin(
      Sink.fold(
        (): { readonly changes: Array<Change>; rows: number } => ({ changes: [], rows: 0 }),
        ({ rows }) => rows < rowsPerCommit,
        (batch, change: Change) =>
          Effect.sync(() => {
            batch.changes.push(change)
            batch.rows += change.rows.length
            return batch
          })
      ),
      Schedule.spaced(timePerCommit)
    ),
    Stream.runForEach(({ changes }) => (changes.length === 0 ? Effect.void : commit(run, changes)))
  )
  return !isStopping(run)
})

/** True once the run is stopping: no more requests are sent. */
export const isStopping = (run: Run) => Deferred.isDoneUnsafe(run.service.stop)

/** Ends a work list once the run is stopping. */
export const unlessStopping =
  (run: Run) =>
  <A, E, R>(work: Stream.Stream<A, E, R>) =>
    Stream.takeWhile(work, () => !isStopping(run))

/** The run was stopped while it waited for an answer. */
export class Stopped extends Data.TaggedError("Stopped") {}

/** Sends a request outside of `commitAll`, and fails with `Stopped` if the run is stopping. */
export const ask = <A, E, R>(run: Run, request: Effect.Effect<A, E, R>) =>
  Effect.catchIf(
    request,
    () => isStopping(run),
    () => Effect.fail(new Stopped())
  )
