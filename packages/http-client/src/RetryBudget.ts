/**
 * How much a client may spend on sending requests again, over all its requests: a bucket of tokens. In a long outage it
 * runs dry, and then requests are sent once; successes fill it again.
 *
 * @module
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"

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
export const retryBudgetTokens = Metric.gauge("rooms.client.retry_budget.tokens", {
  description: "Tokens left in the retry budget of a client"
})

/** The bucket of one client, with what is left in it. */
export class RetryBudgetBucket {
  readonly #options: RetryBudget
  #tokens: number

  constructor(options: RetryBudget) {
    this.#options = options
    this.#tokens = options.capacity
  }

  /** Takes what a retry costs, and tells how much; where that is not there, nothing. */
  take(afterTimeout: boolean): Effect.Effect<Option.Option<number>> {
    return Effect.suspend(() => {
      const cost = afterTimeout ? this.#options.timeoutRetryCost : this.#options.retryCost
      if (this.#tokens < cost) return Effect.succeedNone
      this.#tokens -= cost
      return Effect.as(Metric.update(retryBudgetTokens, this.#tokens), Option.some(cost))
    })
  }

  /** Puts back what a success is worth: `spent` is what its retries cost. */
  refill(spent: number, services: Context.Context<never>): void {
    const tokens = Math.min(this.#options.capacity, this.#tokens + Math.max(this.#options.successRefill, spent))
    if (tokens === this.#tokens) return
    this.#tokens = tokens
    retryBudgetTokens.updateUnsafe(tokens, services)
  }
}
