/**
 * The way of one operation through the stack, from the outside in: its deadline, the circuit breaker, retries within their
 * budget, the rate limit, the limit of one attempt.
 */
import { type Answer, attemptOf, type RequestFailure } from "@effect-rooms/core/Answer"
import type { Attempt } from "@effect-rooms/core/Evidence"
import type { OperationName } from "@effect-rooms/core/Operation"
import { createWasRefused } from "@effect-rooms/core/Outcome"
import { CircuitOpen, isRetryable, RateLimited, Timeout } from "@effect-rooms/core/ServiceError"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import type { CircuitBreaker, Health } from "../CircuitBreaker.ts"
import type { RateLimit } from "../RateLimit.ts"
import type { RetryBudgetBucket } from "../RetryBudget.ts"
import { CurrentOverrides, type Overrides } from "../RetryPolicy.ts"
import { type CheckedOptions, type CheckedRetryPolicy, checkRetry, checkTimeout } from "../RoomsHttpOptions.ts"
import { countRetry, observeAttempt, observeOperation, type Server } from "./telemetry.ts"

/** An operation that failed, with everything that was tried. */
export interface Failed {
  readonly failure: RequestFailure
  readonly attempts: ReadonlyArray<Attempt>
  readonly elapsedMillis: number
}

/** Runs an operation to its decoded answer. */
export type Execute = <A>(
  operation: OperationName,
  request: HttpClientRequest.HttpClientRequest,
  decode: (answer: Answer) => Result.Result<A, RequestFailure>
) => Effect.Effect<A, Failed>

/** The parts of the stack, as a client has them. */
export interface Stack {
  readonly options: CheckedOptions
  readonly send: (request: HttpClientRequest.HttpClientRequest) => Effect.Effect<Answer, RequestFailure>
  readonly budget: RetryBudgetBucket | undefined
  readonly rateLimit: Option.Option<RateLimit["Service"]>
  readonly circuitBreaker: Option.Option<CircuitBreaker["Service"]>
}

/** What one operation knows of itself while it runs. */
interface Run {
  readonly clock: Clock.Clock
  readonly startMillis: number
  readonly timeout: Duration.Duration
  readonly attemptTimeout: Duration.Duration
  readonly retry: CheckedRetryPolicy
  readonly attempts: Array<Attempt>
  /** Whether an attempt is in flight now. */
  isSending: boolean
  waitedMillis: number
  spentTokens: number
}

const healthOf = ({ reason }: RequestFailure): Health => {
  switch (reason._tag) {
    case "Transport":
    case "Timeout":
      return "failing"
    case "UnexpectedStatus":
      return reason.status >= 500 ? "failing" : "healthy"
    case "InvalidResponse":
      return "healthy"
    case "RateLimited":
    case "CircuitOpen":
      return "unknown"
  }
}

/** What was overridden for this effect, over what the client was made with. Bad input falls back to the latter. */
const limitsOf = (options: CheckedOptions, overrides: Overrides) => ({
  timeout: or(overrides.timeout, (input) => checkTimeout("timeout", input), options.timeout),
  attemptTimeout: or(
    overrides.attemptTimeout,
    (input) => checkTimeout("attemptTimeout", input),
    options.attemptTimeout
  ),
  retry: or(overrides.retry, checkRetry, options.retry)
})

const serverOf = (baseUrl: string): Server => {
  const url = new URL(baseUrl)
  return { address: url.hostname, port: url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port) }
}

const or = <I, A, E>(input: I | undefined, check: (input: I) => Result.Result<A, E>, otherwise: A): A =>
  input === undefined ? otherwise : Result.getOrElse(check(input), () => otherwise)

export const makeExecute = ({ budget, circuitBreaker, options, rateLimit, send }: Stack): Execute => {
  const server = serverOf(options.baseUrl)

  const remainingMillis = (run: Run) =>
    Duration.toMillis(run.timeout) - (run.clock.currentTimeMillisUnsafe() - run.startMillis)

  const attempt = <A>(
    run: Run,
    operation: OperationName,
    request: HttpClientRequest.HttpClientRequest,
    decode: (answer: Answer) => Result.Result<A, RequestFailure>
  ): Effect.Effect<A, RequestFailure> => {
    // Made when it is needed: there is no such error of an attempt without a limit.
    const outOfTime = () =>
      Effect.fail<RequestFailure>({
        reason: new Timeout({ limit: "attempt", limitMillis: Duration.toMillis(run.attemptTimeout) })
      })
    let status: number | undefined
    const sending = Effect.suspend(() => {
      run.isSending = true
      return Effect.flatMap(send(request), (answer) => {
        status = answer.status
        return Effect.fromResult(decode(answer))
      })
    })
    const limited = Duration.isFinite(run.attemptTimeout)
      ? Effect.timeoutOrElse(sending, { duration: run.attemptTimeout, orElse: outOfTime })
      : sending
    return observeAttempt(limited, operation, server, run.attempts.length, () => status)
  }

  /** Waits for its place under the rate limit, where there is one. A place that comes too late is given back at once. */
  const place = (run: Run): Effect.Effect<void, RequestFailure> =>
    Option.match(rateLimit, {
      onNone: () => Effect.void,
      onSome: ({ acquire, giveBack }) =>
        Effect.flatMap(acquire, (wait) => {
          if (Duration.isZero(wait)) return Effect.void
          if (Duration.toMillis(wait) >= remainingMillis(run)) {
            const reason = new RateLimited({ retryAfter: Option.some(wait) })
            return Effect.andThen(giveBack, Effect.fail({ reason, neverSent: true }))
          }
          run.waitedMillis += Duration.toMillis(wait)
          return Effect.sleep(wait)
        })
    })

  /** How long to wait before the next attempt; what to fail with where there is none. */
  const nextWait = (run: Run, operation: OperationName, failure: RequestFailure) =>
    Effect.gen(function* () {
      // Of the statuses only 429 brings a create back: whether every gateway means its 425 is not known.
      const mayBeSentAgain =
        isRetryable(failure.reason) &&
        (operation !== "createRoom" || (createWasRefused(failure) && failure.reason._tag !== "UnexpectedStatus"))
      if (!mayBeSentAgain || run.attempts.length >= run.retry.attempts) return yield* Effect.fail(failure)
      const hint = failure.retryAfter ?? Duration.zero
      const left = Duration.millis(remainingMillis(run))
      const isHintTooLong = Duration.isGreaterThan(hint, run.retry.maxRetryAfter) || !Duration.isLessThan(hint, left)
      if (failure.retryAfter !== undefined && isHintTooLong) {
        return yield* Effect.fail({ ...failure, reason: new RateLimited({ retryAfter: Option.some(hint) }) })
      }
      const ceiling = Math.min(run.retry.maxMillis, run.retry.baseMillis * 2 ** (run.attempts.length - 1))
      const backoff = Duration.millis(Math.round((yield* Random.next) * ceiling))
      const wait = Duration.max(hint, backoff)
      if (!Duration.isLessThan(wait, left)) return yield* Effect.fail(failure)
      if (budget !== undefined) {
        const cost = yield* budget.take(failure.reason._tag === "Timeout")
        if (Option.isNone(cost)) return yield* Effect.fail(failure)
        run.spentTokens += cost.value
      }
      return wait
    })

  const withRetries = <A>(
    run: Run,
    operation: OperationName,
    request: HttpClientRequest.HttpClientRequest,
    decode: (answer: Answer) => Result.Result<A, RequestFailure>
  ): Effect.Effect<A, RequestFailure> =>
    Effect.gen(function* () {
      while (true) {
        yield* place(run)
        const result = yield* Effect.result(attempt(run, operation, request, decode))
        run.isSending = false
        if (Result.isSuccess(result)) {
          if (budget !== undefined) yield* budget.refill(run.spentTokens)
          return result.success
        }
        run.attempts.push(attemptOf(result.failure, run.waitedMillis))
        const wait = yield* nextWait(run, operation, result.failure)
        yield* countRetry(operation)
        run.waitedMillis = Duration.toMillis(wait)
        yield* Effect.sleep(wait)
      }
    })

  const guarded = <A>(effect: Effect.Effect<A, RequestFailure>): Effect.Effect<A, RequestFailure> =>
    Option.match(circuitBreaker, {
      onNone: () => effect,
      onSome: ({ guard }) =>
        Effect.mapError(guard(effect, healthOf), (error) =>
          "_tag" in error
            ? { reason: new CircuitOpen({ retryAfter: Option.some(error.retryAfter) }), neverSent: true }
            : error
        )
    })

  // The deadline interrupts the operation, and of an interruption the circuit breaker learns nothing.
  const reportFailing = (failure: RequestFailure): Effect.Effect<void> =>
    Option.match(circuitBreaker, {
      onNone: () => Effect.void,
      onSome: ({ guard }) => Effect.ignore(guard(Effect.fail(failure), healthOf))
    })

  const withDeadline = <A>(run: Run, effect: Effect.Effect<A, RequestFailure>): Effect.Effect<A, RequestFailure> =>
    Duration.isFinite(run.timeout)
      ? Effect.timeoutOrElse(effect, {
          duration: run.timeout,
          orElse: () =>
            Effect.suspend(() => {
              const reason = new Timeout({ limit: "operation", limitMillis: Duration.toMillis(run.timeout) })
              const failure: RequestFailure = { reason, neverSent: !run.isSending }
              if (!run.isSending) return Effect.fail(failure)
              run.attempts.push(attemptOf(failure, run.waitedMillis))
              return Effect.andThen(reportFailing(failure), Effect.fail(failure))
            })
        })
      : effect

  return (operation, request, decode) =>
    Effect.withFiber((fiber) => {
      const clock = fiber.getRef(Clock.Clock)
      const run: Run = {
        clock,
        startMillis: clock.currentTimeMillisUnsafe(),
        ...limitsOf(options, fiber.getRef(CurrentOverrides)),
        attempts: [],
        isSending: false,
        waitedMillis: 0,
        spentTokens: 0
      }
      return observeOperation(withDeadline(run, guarded(withRetries(run, operation, request, decode))), operation).pipe(
        Effect.mapError((failure) => ({
          failure,
          attempts: run.attempts,
          elapsedMillis: clock.currentTimeMillisUnsafe() - run.startMillis
        }))
      )
    })
}
