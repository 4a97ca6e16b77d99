/**
 * When a failed request is retried, and how long the client waits before it.
 *
 * @module
 */
import * as Duration from "effect/Duration"

/** When failed requests are retried. A create is retried only if the service certainly didn't process it. */
export interface RetryPolicy {
  /** The maximum number of attempts, including the first. Default: 4. */
  readonly attempts: number
  /** The maximum delay before the second attempt. It doubles with each attempt. Default: 250 milliseconds. */
  readonly baseDelay: Duration.Input
  /** The maximum delay before any attempt. Default: 8 seconds. */
  readonly maxDelay: Duration.Input
  /** If the service asks for a longer wait than this, the operation fails instead. Default: 60 seconds. */
  readonly maxRetryAfter: Duration.Input
}

/** Up to four attempts, delays of up to 250 ms that double up to 8 s, and `Retry-After` waits of up to 60 s. */
export const defaultRetryPolicy: RetryPolicy = {
  attempts: 4,
  baseDelay: Duration.millis(250),
  maxDelay: Duration.seconds(8),
  maxRetryAfter: Duration.seconds(60)
}

/** Fields that replace those of the default policy, or `false` to send every request once. */
export type RetryPolicyInput = Partial<RetryPolicy> | false
