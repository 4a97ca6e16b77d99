/**
 * The one writer of an account. A commit writes rows and the state that speaks for them in one transaction, and only if nobody
 * else has written since: the state's version is compared and counted up. A lease keeps a second sync from doing the same work;
 * the version is what keeps the data safe.
 */
import { hostname } from "node:os"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Semaphore from "effect/Semaphore"
import { type MirrorError, StaleWriter, SyncInProgress } from "../MirrorError.ts"
import { makeMirrorError, mirrorError } from "./databaseErrors.ts"
import { decodeState, encodeState, initialState, type SyncState } from "./SyncState.ts"
import type { Target } from "./writeRows.ts"

/** How long a writer that doesn't report back keeps its place, in milliseconds. */
const leaseTime = 30_000

/** The errors of a commit. */
export type WriteError = MirrorError | SyncInProgress | StaleWriter

/** The stored state of an account, and who is writing to it. */
export interface StoredState {
  readonly version: number
  readonly state: SyncState
  readonly holder: string | null
  /** True if the holder's lease has run out, or its process has ended. */
  readonly isFree: boolean
}

const hostOf = (holder: string) => holder.slice(holder.indexOf("@") + 1, holder.lastIndexOf("#"))

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

// A process of this machine that has ended can't come back, so its lease need not run out.
const hasEnded = (holder: string) => hostOf(holder) === hostname() && !isRunning(Number.parseInt(holder, 10))

/** The holder as people know it: process id and host. */
const shownHolder = (holder: string) => holder.slice(0, holder.lastIndexOf("#"))

/** Reads the state of an account. */
export const readState = Effect.fnUntraced(
  function* ({ account, dialect, sql }: Target) {
    const rows = yield* sql.unsafe<{
      readonly version: unknown
      readonly state: unknown
      readonly holder: string | null
      readonly is_free: unknown
    }>(
      `SELECT version, state, holder, holder IS NULL OR lease_until < ${dialect.now} AS is_free FROM sync_positions WHERE account = ${dialect.placeholder(1)}`,
      [account]
    )
    const row = rows[0]
    if (row === undefined) return { version: 0, state: initialState, holder: null, isFree: true }
    const state = yield* decodeState(row.state)
    const isFree = row.is_free === true || Number(row.is_free) === 1 || (row.holder !== null && hasEnded(row.holder))
    return { version: Number(row.version), state, holder: row.holder, isFree }
  },
  (effect) =>
    Effect.mapError(effect, (error) =>
      Schema.isSchemaError(error)
        ? makeMirrorError("Database", "the stored state of the sync can't be read", error)
        : mirrorError(error)
    )
)

export interface Writer {
  readonly target: Target
  /** Returns the state as this writer last wrote or read it. */
  readonly state: Effect.Effect<SyncState>
  /** Runs `write` and stores `next` in one transaction. */
  readonly commit: <A>(
    write: Effect.Effect<A, MirrorError>,
    next: (state: SyncState) => SyncState
  ) => Effect.Effect<A, WriteError>
}

/** Makes the writer of a run. It takes its place with its first commit, and gives it up when the scope closes. */
export const makeWriter = Effect.fnUntraced(function* (target: Target) {
  const { account, dialect, sql } = target
  const at = dialect.placeholder
  const holder = `${process.pid}@${hostname()}#${(yield* Random.nextIntBetween(0, 2 ** 32)).toString(36)}`
  const stored = yield* readState(target)
  if (!stored.isFree && stored.holder !== null) {
    return yield* new SyncInProgress({ account, holder: shownHolder(stored.holder) })
  }
  let { state, version } = stored
  let isHolder = false
  const oneAtATime = yield* Semaphore.make(1)

  const leaseUntil = `${dialect.now} + ${leaseTime}`

  const compareAndSet = (next: SyncState) =>
    version === 0
      ? sql.unsafe(
          `INSERT INTO sync_positions (account, version, state, holder, lease_until) VALUES (${at(1)}, 1, ${at(2)}, ${at(3)}, ${leaseUntil}) ON CONFLICT (account) DO NOTHING RETURNING version`,
          [account, encodeState(next), holder]
        )
      : sql.unsafe(
          `UPDATE sync_positions SET version = version + 1, state = ${at(1)}, holder = ${at(2)}, lease_until = ${leaseUntil} WHERE account = ${at(3)} AND version = ${at(4)} RETURNING version`,
          [encodeState(next), holder, account, version]
        )

  const whoIsFaster = Effect.gen(function* () {
    const { holder: other } = yield* readState(target)
    return isHolder || other === null
      ? new StaleWriter({ account })
      : new SyncInProgress({ account, holder: shownHolder(other) })
  })

  const commit: Writer["commit"] = (write, next) =>
    Effect.gen(function* () {
      const stated = next(state)
      const result = yield* sql
        .withTransaction(
          Effect.gen(function* () {
            const moved = yield* compareAndSet(stated)
            if (moved.length === 0) return yield* yield* whoIsFaster
            return yield* write
          })
        )
        .pipe(Effect.mapError((error) => (error._tag === "SqlError" ? mirrorError(error) : error)))
      state = stated
      version += 1
      isHolder = true
      return result
    }).pipe(Effect.uninterruptible, oneAtATime.withPermit)

  const setLease = (assignments: string) =>
    oneAtATime
      .withPermit(
        Effect.suspend(() =>
          isHolder
            ? Effect.asVoid(
                sql.unsafe(`UPDATE sync_positions SET ${assignments} WHERE account = ${at(1)} AND holder = ${at(2)}`, [
                  account,
                  holder
                ])
              )
            : Effect.void
        )
      )
      .pipe(Effect.ignore)

  yield* setLease(`lease_until = ${leaseUntil}`).pipe(Effect.repeat(Schedule.spaced(leaseTime / 3)), Effect.forkScoped)
  yield* Effect.addFinalizer(() => setLease("holder = NULL, lease_until = NULL"))

  const writer: Writer = { target, state: Effect.sync(() => state), commit }
  return writer
})
