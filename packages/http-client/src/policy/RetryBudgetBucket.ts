/**
 * The retry budget of one client: a bucket of tokens.
 */
import type { RetryBudget } from "../RetryBudget.ts"

export class RetryBudgetBucket {
  readonly #options: RetryBudget
  #tokens: number

  constructor(options: RetryBudget) {
    this.#options = options
    this.#tokens = options.capacity
  }

  /** The number of tokens that are left. */
  get tokens(): number {
    return this.#tokens
  }

  /** Takes the cost of a retry and returns it, or takes nothing if the bucket holds too little. */
  take(afterTimeout: boolean): number | undefined {
    const cost = afterTimeout ? this.#options.timeoutRetryCost : this.#options.retryCost
    // mutant: `this.#tokens < cost` -> `this.#tokens <= cost` (test/policy/budget.test.ts)
    if (this.#tokens < cost) return undefined
    this.#tokens -= cost
    return cost
  }

  /** Refills the bucket after a success whose retries cost `spent`, and returns whether the bucket wasn't full. */
  refill(spent: number): boolean {
    // mutant: `Math.max(this.#options.successRefill, spent)` -> `this.#options.successRefill` (test/policy/budget.test.ts)
    const tokens = Math.min(this.#options.capacity, this.#tokens + Math.max(this.#options.successRefill, spent))
    const isFuller = tokens !== this.#tokens
    this.#tokens = tokens
    return isFuller
  }
}
