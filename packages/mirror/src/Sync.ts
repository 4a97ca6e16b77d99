/**
 * Keeps a mirror in step with the service.
 *
 * @module
 */
import type { Backend, PaginationError, RequestError, RoomNotFound, SessionNotFound } from "@effect-rooms/core"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { Mirror } from "./Mirror.ts"
import type { MirrorError, StaleWriter, SyncInProgress } from "./MirrorError.ts"
import type { AccountOptions, SyncOptions } from "./SyncOptions.ts"
import type { Audit, Difference, SyncPlan, SyncReport, SyncStatus } from "./SyncReport.ts"
import { runAudit } from "./sync/audit.ts"
import { planSync } from "./sync/plan.ts"
import { runSync } from "./sync/runSync.ts"
import { readStatus } from "./sync/status.ts"
import { verifyRooms } from "./sync/verify.ts"

export type * from "./SyncOptions.ts"

/** The errors of a sync. Everything read before the failure is stored. */
export type SyncError =
  | RequestError
  | RoomNotFound
  | SessionNotFound
  | PaginationError
  | MirrorError
  | SyncInProgress
  | StaleWriter

/**
 * Brings the mirror up to date with the service once, and returns a report.
 *
 * @example
 * ```ts
 * import { Sync } from "@effect-rooms/mirror"
 * import { Effect } from "effect"
 *
 * const added = Effect.map(Sync.run({ concurrency: 8 }), ({ sessions }) => sessions.added)
 * ```
 */
export const run: (options?: SyncOptions) => Effect.Effect<SyncReport, SyncError, Mirror | Backend> = Effect.fn(
  "Sync.run"
)(function* (options: SyncOptions = {}) {
  return yield* runSync(yield* Mirror, options)
})

/** How to keep an account up to date. */
export interface FollowOptions extends SyncOptions {
  /** How long to wait after a sync before the next one. Default: one minute. */
  readonly every?: Duration.Input
}

/**
 * Syncs again and again, and streams the reports. A sync that fails ends the stream; use `Stream.retry` to continue after it.
 *
 * @example
 * ```ts
 * import { Sync } from "@effect-rooms/mirror"
 * import { Console, Stream } from "effect"
 *
 * const follow = Stream.runForEach(Sync.follow({ every: "5 minutes" }), ({ requests }) => Console.log(requests))
 * ```
 */
export const follow = ({
  every = "1 minute",
  ...options
}: FollowOptions = {}): Stream.Stream<SyncReport, SyncError, Mirror | Backend> =>
  Stream.fromEffectSchedule(run(options), Schedule.spaced(every))

/**
 * Reads how up to date and how complete the mirror is. It sends no request.
 *
 * @example
 * ```ts
 * import { Sync } from "@effect-rooms/mirror"
 * import { Effect } from "effect"
 *
 * const failedRooms = Effect.map(Sync.status(), ({ failures }) => failures.map(({ id }) => id))
 * ```
 */
export const status: (options?: AccountOptions) => Effect.Effect<SyncStatus, MirrorError, Mirror> = Effect.fn(
  "Sync.status"
)(function* ({ account = "default" }: AccountOptions = {}) {
  return yield* readStatus(yield* Mirror, account)
})

/** The rooms to compare with the service. */
export interface VerifyOptions extends AccountOptions {
  /** How many rooms, chosen at random. Default: all of them, and the list of rooms. */
  readonly sample?: number
  /** How many rooms are read at the same time. Default: 4. */
  readonly concurrency?: number
}

/**
 * Reads rooms again and streams what differs from the mirror: no rows if they are the same. Nothing is written.
 *
 * @example
 * ```ts
 * import { Sync } from "@effect-rooms/mirror"
 * import { Effect, Stream } from "effect"
 *
 * const isExact = Effect.map(Stream.runCount(Sync.verify({ sample: 20 })), (differences) => differences === 0)
 * ```
 */
export const verify = ({
  account = "default",
  concurrency = 4,
  sample
}: VerifyOptions = {}): Stream.Stream<Difference, SyncError, Mirror | Backend> =>
  Stream.unwrap(Effect.map(Mirror, (mirror) => verifyRooms(mirror, account, sample, concurrency)))

/**
 * Compares the service's own totals with what the mirror holds, and explains each difference. It takes two requests.
 *
 * @example
 * ```ts
 * import { Sync } from "@effect-rooms/mirror"
 * import { Effect } from "effect"
 *
 * const unexplained = Effect.map(Sync.audit(), ({ lines }) => lines.filter((line) => line.explanation === "unexplained"))
 * ```
 */
export const audit: (options?: AccountOptions) => Effect.Effect<Audit, SyncError, Mirror | Backend> = Effect.fn(
  "Sync.audit"
)(function* ({ account = "default" }: AccountOptions = {}) {
  return yield* Effect.scoped(runAudit(yield* Mirror, account))
})

/**
 * Returns how many requests a sync with these options would take, after sending two.
 *
 * @example
 * ```ts
 * import { Sync } from "@effect-rooms/mirror"
 * import { Effect } from "effect"
 *
 * const isExpensive = Effect.map(Sync.plan(), ({ atMost }) => atMost > 10_000)
 * ```
 */
export const plan: (options?: SyncOptions) => Effect.Effect<SyncPlan, SyncError, Mirror | Backend> = Effect.fn(
  "Sync.plan"
)(function* (options: SyncOptions = {}) {
  return yield* Effect.scoped(planSync(yield* Mirror, options))
})
