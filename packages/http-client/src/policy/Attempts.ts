/**
 * The attempts of one operation, and how they ended.
 */

import type { Attempt } from "@effect-rooms/core/Evidence"
import type { RequestFailure } from "@effect-rooms/core/unstable"
import type { Health } from "../CircuitBreaker.ts"

/** The state between two attempts. */
export interface Attempts {
  /** The attempts that failed, as the evidence of an error reports them. */
  readonly failed: ReadonlyArray<Attempt>
  /** How long the operation has waited since the last attempt. */
  readonly waitedMillis: number
  /** The retry budget that the attempts have cost. */
  readonly spentTokens: number
}

/** The state before the first attempt. */
export const noAttempts: Attempts = { failed: [], waitedMillis: 0, spentTokens: 0 }

/** An operation that failed, with its failed attempts. */
export interface Failed {
  readonly failure: RequestFailure
  readonly attempts: ReadonlyArray<Attempt>
  /** The health of the service, as far as the failure shows it. */
  readonly health: Health
}
