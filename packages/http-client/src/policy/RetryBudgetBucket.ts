/**
 * The retry budget of one client, with what is left in it.
 */
import type { RetryBudget } from "../RetryBudget.ts"

export class RetryBudgetBucket {
  readonly #options: RetryBudget
  #tokens: number

  constructor(options: RetryBudget) {
    this.#options = options
    this.#tokens = options.capacity
  }

  /** How many tokens are left. */
  get tokens(): number {
    return this.#tokens
  }

  /** Takes what a retry costs, and tells how much; where that is not there, nothing. */
  take(afterTimeout: boolean): number | undefined {
    const cost = afterTimeout ? this.#options.timeoutRetryCost : this.#options.retryCost
    if (this.#tokens < cost) return undefined
    this.#tokens -= cost
    return cost
  }

  /** Puts back what a success is worth: `spent` is what its retries cost. Tells whether there was room for it. */
  refill(spent: number): boolean {
    const tokens = Math.min(this.#options.capacity, this.#tokens + Math.max(this.#options.successRefill, spent))
    const isFuller = tokens !== this.#tokens
    this.#tokens = tokens
    return isFuller
  }
}
