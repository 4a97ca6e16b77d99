/**
 * When a request is sent again, and how long is waited before.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"

/** A request is sent again after a failure that may go away. A create only where it certainly was not processed. */
export interface RetryPolicy {
  /** How many attempts there are at most, the first one included. Default: 4. */
  readonly attempts: number
  /** The longest wait before the second attempt; it doubles with each one. Default: 250 milliseconds. */
  readonly baseDelay: Duration.Input
  /** The longest wait before any attempt. Default: 8 seconds. */
  readonly maxDelay: Duration.Input
  /** A service that asks to wait longer than this is not asked again. Default: 60 seconds. */
  readonly maxRetryAfter: Duration.Input
}

/** Four attempts, with waits of at most 250 ms that double up to 8 s, and no wait that is asked for over 60 s. */
export const defaultRetryPolicy: RetryPolicy = {
  attempts: 4,
  baseDelay: Duration.millis(250),
  maxDelay: Duration.seconds(8),
  maxRetryAfter: Duration.seconds(60)
}

/** A policy, or parts of one, over the defaults; `false` sends every request once. */
export type RetryPolicyInput = Partial<RetryPolicy> | false

/** What was overridden for the current effect: see `RoomsHttp.withRetryPolicy` and its neighbours. */
export interface Overrides {
  readonly retry?: RetryPolicyInput
  readonly timeout?: Duration.Input | false
  readonly attemptTimeout?: Duration.Input | false
}

/** What is overridden for the current effect. Default: nothing. */
export const CurrentOverrides = Context.Reference<Overrides>("@effect-rooms/http-client/CurrentOverrides", {
  defaultValue: () => ({})
})
