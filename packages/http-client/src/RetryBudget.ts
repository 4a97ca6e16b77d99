/**
 * How much a client may spend on sending requests again, over all its requests: a bucket of tokens. In a long outage it
 * runs dry, and then requests are sent once; successes fill it again.
 *
 * @module
 */
import * as Metric from "effect/Metric"

/** A bucket of tokens. */
export interface RetryBudget {
  /** How many tokens the bucket holds, and begins with. Default: 500. */
  readonly capacity: number
  /** What a retry costs. Default: 5. */
  readonly retryCost: number
  /** What a retry after a timeout costs: the service is likely to be overloaded. Default: 10. */
  readonly timeoutRetryCost: number
  /** What a success at the first attempt puts back. Default: 1. A success after a retry puts back what the retry cost. */
  readonly successRefill: number
}

/** Enough for 100 retries; then five successes pay for one. */
export const defaultRetryBudget: RetryBudget = {
  capacity: 500,
  retryCost: 5,
  timeoutRetryCost: 10,
  successRefill: 1
}

/** How many tokens are left. */
export const retryBudgetTokens = /*#__PURE__*/ Metric.gauge("rooms.client.retry_budget.tokens", {
  description: "Tokens left in the retry budget of a client"
})
