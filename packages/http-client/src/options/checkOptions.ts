/**
 * Checks the options of a client before anything is sent.
 */
import { basePath, defaultAttemptTimeout, defaultMaxBodyBytes } from "@effect-rooms/core/unstable"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { InvalidConfiguration } from "../InvalidConfiguration.ts"
import { defaultRetryBudget, type RetryBudget } from "../RetryBudget.ts"
import { defaultRetryPolicy, type RetryPolicyInput } from "../RetryPolicy.ts"
import type { RoomsHttpOptions } from "../RoomsHttpOptions.ts"
import { isLoopback } from "./isLoopback.ts"

/** Valid options, with defaults filled in. */
export interface CheckedOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly apiKey: Redacted.Redacted<string>
  readonly timeout: Duration.Duration
  readonly attemptTimeout: Duration.Duration
  readonly retry: CheckedRetryPolicy
  readonly retryBudget: RetryBudget | undefined
  readonly maxBodyBytes: number
}

/** A retry policy in numbers. One attempt means no retries. */
export interface CheckedRetryPolicy {
  readonly attempts: number
  readonly baseMillis: number
  readonly maxMillis: number
  readonly maxRetryAfter: Duration.Duration
}

const invalid = (field: string, problem: string) => Result.fail(new InvalidConfiguration({ field, problem }))

/** Callers without types may pass anything. */
const isObjectOrFalse = (input: unknown): boolean => input === false || Predicate.isObject(input)

const checkBaseUrl = (input: string | URL, allowInsecure: boolean): Result.Result<string, InvalidConfiguration> => {
  const url = URL.parse(input)
  if (url === null) return invalid("baseUrl", "is not a URL; it looks like https://rooms.example.com")
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return invalid("baseUrl", `has the scheme "${url.protocol}"; only https: and http: are supported`)
  }
  if (url.username !== "" || url.password !== "") return invalid("baseUrl", "must not contain a user or a password")
  if (url.search !== "" || url.hash !== "") return invalid("baseUrl", "must not contain a query or a fragment")
  if (`${url.pathname}/`.includes(`${basePath}/`)) {
    return invalid("baseUrl", `must end before "${basePath}", which every operation adds`)
  }
  if (url.protocol === "http:" && !allowInsecure && !isLoopback(url.hostname)) {
    return invalid("baseUrl", `would send the API key to ${url.hostname} unencrypted; use https, or allowInsecure`)
  }
  // Not `href`: it keeps the `?` of an empty query and the `#` of an empty fragment.
  return Result.succeed((url.origin + url.pathname).replace(/\/+$/, ""))
}

const checkApiKey = (apiKey: Redacted.Redacted<string>): Result.Result<void, InvalidConfiguration> => {
  const value = Redacted.value(apiKey)
  if (value === "") return invalid("apiKey", "must not be empty")
  return /^[\x21-\x7e]+$/.test(value)
    ? Result.void
    : invalid("apiKey", "must be printable ASCII, without spaces or line breaks")
}

/** Checks a time limit; `false` means none. */
export const checkTimeout = (
  field: "timeout" | "attemptTimeout",
  input: Duration.Input | false
): Result.Result<Duration.Duration, InvalidConfiguration> => {
  const timeout = input === false ? Option.some(Duration.infinity) : Duration.fromInput(input)
  return Option.isSome(timeout) && Duration.isGreaterThan(timeout.value, Duration.zero)
    ? Result.succeed(timeout.value)
    : invalid(field, 'must be a duration longer than zero, such as "30 seconds", or false')
}

const checkWait = (name: string, input: Duration.Input): Result.Result<Duration.Duration, InvalidConfiguration> =>
  Result.fromOption(
    Option.filter(Duration.fromInput(input), (wait) => !Duration.isLessThan(wait, Duration.zero)),
    () => new InvalidConfiguration({ field: "retry", problem: `${name} must be a duration, such as "250 millis"` })
  )

/** Checks a retry policy and fills in the defaults. */
export const checkRetry = (input: RetryPolicyInput): Result.Result<CheckedRetryPolicy, InvalidConfiguration> =>
  Result.gen(function* () {
    if (!isObjectOrFalse(input)) return yield* invalid("retry", "must be an object or false")
    const policy = { ...defaultRetryPolicy, ...(input === false ? { attempts: 1 } : input) }
    if (!Number.isSafeInteger(policy.attempts) || policy.attempts < 1) {
      return yield* invalid("retry", "attempts must be an integer of at least 1")
    }
    return {
      attempts: policy.attempts,
      baseMillis: Duration.toMillis(yield* checkWait("baseDelay", policy.baseDelay)),
      maxMillis: Duration.toMillis(yield* checkWait("maxDelay", policy.maxDelay)),
      maxRetryAfter: yield* checkWait("maxRetryAfter", policy.maxRetryAfter)
    }
  })

const checkRetryBudget = (
  input: Partial<RetryBudget> | false
): Result.Result<RetryBudget | undefined, InvalidConfiguration> => {
  if (input === false) return Result.succeed(undefined)
  if (!isObjectOrFalse(input)) return invalid("retryBudget", "must be an object or false")
  const budget = { ...defaultRetryBudget, ...input }
  return Object.values(budget).every((tokens) => Number.isFinite(tokens) && tokens >= 0)
    ? Result.succeed(budget)
    : invalid("retryBudget", "must consist of numbers of at least 0")
}

const checkMaxBodyBytes = (bytes: number): Result.Result<number, InvalidConfiguration> =>
  Number.isSafeInteger(bytes) && bytes > 0
    ? Result.succeed(bytes)
    : invalid("maxBodyBytes", "must be a positive number of bytes")

/** Checks the options of a client and fills in the defaults. */
export const checkOptions = (options: RoomsHttpOptions): Result.Result<CheckedOptions, InvalidConfiguration> =>
  Result.gen(function* () {
    yield* checkApiKey(options.apiKey)
    return {
      apiKey: options.apiKey,
      baseUrl: yield* checkBaseUrl(options.baseUrl, options.allowInsecure ?? false),
      timeout: yield* checkTimeout("timeout", options.timeout ?? "60 seconds"),
      attemptTimeout: yield* checkTimeout("attemptTimeout", options.attemptTimeout ?? defaultAttemptTimeout),
      retry: yield* checkRetry(options.retry ?? {}),
      retryBudget: yield* checkRetryBudget(options.retryBudget ?? {}),
      maxBodyBytes: yield* checkMaxBodyBytes(options.maxBodyBytes ?? defaultMaxBodyBytes)
    }
  })
