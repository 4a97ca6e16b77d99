/**
 * The options of a sync.
 *
 * @module
 */
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { SyncProgress } from "./SyncReport.ts"

/** The account that is mirrored. */
export interface AccountOptions {
  /** The name under which the mirror keeps the account. One database can hold many. Default: `default`. */
  readonly account?: string
}

/** How an account is synced. */
export interface SyncOptions extends AccountOptions {
  /** Reads everything, whatever the totals say. Default: `false`. */
  readonly full?: boolean
  /** How many requests may be in flight. Default: 4. */
  readonly concurrency?: number
  /** Stops after this many requests. The next sync continues. Default: no limit. */
  readonly maxRequests?: number
  /** Stops after this time. The next sync continues. Default: no limit. */
  readonly for?: Duration.Input
  /** Reads every room again at least this often, even if nothing indicated a change. Default: one day. */
  readonly recheck?: Duration.Input
  /**
   * The service that the rows come from, such as its base URL. A mirror refuses rows from a service other than the one that it was
   * begun with: the sync fails with `MirrorError`, reason `OtherSource`.
   */
  readonly source?: string
  /** Runs as the sync proceeds. */
  readonly onProgress?: (progress: SyncProgress) => Effect.Effect<void>
}
