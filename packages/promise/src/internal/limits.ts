/**
 * Limits of time and retries from plain options, checked.
 */

import type { Overrides, RetryPolicyInput } from "@effect-rooms/http-client/RetryPolicy"
import { checkRetry } from "@effect-rooms/http-client/RoomsHttpOptions"
import * as Duration from "effect/Duration"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { defined } from "./defined.ts"
import type { LimitOptions } from "./options.ts"

/** An option that is refused, and why. */
export interface Problem {
  readonly field: string
  readonly problem: string
}

const refuse = (field: string, problem: string) => Result.fail<Problem>({ field, problem })

/** For callers without types. */
export const isFields = (input: unknown): input is object => typeof input === "object" && input !== null

const toTimeout = (
  field: "timeoutMillis" | "attemptTimeoutMillis",
  input: number | false | undefined
): Result.Result<Duration.Duration | false | undefined, Problem> => {
  if (input === undefined || input === false) return Result.succeed(input)
  return Predicate.isNumber(input) && input > 0
    ? Result.succeed(Duration.millis(input))
    : refuse(field, "must be a number of milliseconds greater than 0, or false")
}

const toWait = (name: string, input: number | undefined): Result.Result<Duration.Duration | undefined, Problem> => {
  if (input === undefined) return Result.succeed(undefined)
  return Predicate.isNumber(input) && input >= 0
    ? Result.succeed(Duration.millis(input))
    : refuse("retry", `${name} must be a number of milliseconds of at least 0`)
}

const toRetry = (input: LimitOptions["retry"]): Result.Result<RetryPolicyInput | undefined, Problem> =>
  Result.gen(function* () {
    if (input === undefined || input === false) return input
    if (!isFields(input)) return yield* refuse("retry", "must be an object or false")
    const policy = defined({
      attempts: input.attempts,
      baseDelay: yield* toWait("baseDelayMillis", input.baseDelayMillis),
      maxDelay: yield* toWait("maxDelayMillis", input.maxDelayMillis),
      maxRetryAfter: yield* toWait("maxRetryAfterMillis", input.maxRetryAfterMillis)
    })
    yield* Result.mapError(checkRetry(policy), ({ field, problem }) => ({ field, problem }))
    return policy
  })

/** The limits that are given; the others stay as they are. */
export const toOverrides = (options: LimitOptions): Result.Result<Overrides, Problem> =>
  Result.gen(function* () {
    return defined({
      timeout: yield* toTimeout("timeoutMillis", options.timeoutMillis),
      attemptTimeout: yield* toTimeout("attemptTimeoutMillis", options.attemptTimeoutMillis),
      retry: yield* toRetry(options.retry)
    })
  })
