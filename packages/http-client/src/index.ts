/**
 * The backend of effect-rooms over HTTP.
 *
 * @module
 */
export * as CircuitBreaker from "./CircuitBreaker.ts"
export * from "./InvalidConfiguration.ts"
export * as RateLimit from "./RateLimit.ts"
export { defaultRetryBudget, type RetryBudget, retryBudgetTokens } from "./RetryBudget.ts"
export { defaultRetryPolicy, type RetryPolicy, type RetryPolicyInput } from "./RetryPolicy.ts"
export * as RoomsHttp from "./RoomsHttp.ts"
export type { RoomsHttpOptions } from "./RoomsHttpOptions.ts"
