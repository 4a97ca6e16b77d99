/**
 * The budget for the retries of all requests of a client: a bucket of tokens. In a long outage the bucket runs empty, and
 * requests are sent only once. Successes refill it.
 *
 * @module
 */
import * as Metric from "effect/Metric"

/** A bucket of tokens. */
export interface RetryBudget {
  /** The size of the bucket, which starts full. Default: 500. */
  readonly capacity: number
  /** The cost of a retry. Default: 5. */
  readonly retryCost: number
  /** The cost of a retry after a timeout, which suggests an overloaded service. Default: 10. */
  readonly timeoutRetryCost: number
  /** The refill for a success at the first attempt. Default: 1. A success after retries refunds their cost. */
  readonly successRefill: number
}

/** Enough for 100 retries. After that, five successes pay for one retry. */
export const defaultRetryBudget: RetryBudget = {
  capacity: 500,
  retryCost: 5,
  timeoutRetryCost: 10,
  successRefill: 1
}

/** The number of tokens left. */
export const retryBudgetTokens = /*#__PURE__*/ Metric.gauge("rooms.client.retry_budget.tokens", {
  description: "Tokens left in the retry budget of a client"
})
