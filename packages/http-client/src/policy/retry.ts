/**
 * The decision whether a failed request is sent again, and when.
 */

import { isRetryable, RateLimited } from "@effect-rooms/core/ServiceError"
import { mayBeRepeated, type OperationName, type RequestFailure } from "@effect-rooms/core/unstable"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { CheckedRetryPolicy } from "../options/checkOptions.ts"

/** The circumstances of a failed attempt. */
export interface RetryContext {
  readonly policy: CheckedRetryPolicy
  readonly operation: OperationName
  /** The number of attempts so far. */
  readonly attempts: number
  /** The time that is left before the operation's deadline. */
  readonly remaining: Duration.Duration
  /** A random number of at least 0 and below 1: the part of the longest delay to wait. */
  readonly jitter: number
}

/** Returns the delay before the next attempt, or fails with the error that the operation ends with. */
export const decideRetry = (
  failure: RequestFailure,
  { attempts, jitter, operation, policy, remaining }: RetryContext
): Result.Result<Duration.Duration, RequestFailure> => {
  // mutant: `attempts >= policy.attempts` -> `attempts > policy.attempts`
  // mutant: `attempts >= policy.attempts` -> `attempts >= policy.attempts - 1`
  // mutant: `&& mayBeRepeated(operation, failure)` -> `&& operation.length > 0`
  const isRepeatable = isRetryable(failure.reason) && mayBeRepeated(operation, failure)
  if (!isRepeatable || attempts >= policy.attempts) return Result.fail(failure)
  const requested = failure.retryAfter ?? Duration.zero
  if (
    failure.retryAfter !== undefined &&
    (Duration.isGreaterThan(requested, policy.maxRetryAfter) || !Duration.isLessThan(requested, remaining))
  ) {
    return Result.fail({ ...failure, reason: new RateLimited({ retryAfter: Option.some(requested) }) })
  }
  const longest = Math.min(policy.maxMillis, policy.baseMillis * 2 ** (attempts - 1))
  const backoff = Duration.millis(Math.round(jitter * longest))
  // mutant: `const delay = Duration.max(requested, backoff)` -> `const delay = backoff`
  const delay = Duration.max(requested, backoff)
  return Duration.isLessThan(delay, remaining) ? Result.succeed(delay) : Result.fail(failure)
}
