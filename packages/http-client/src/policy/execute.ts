/**
 * The way of one operation through the stack, from the outside in: its deadline, the circuit breaker, retries within their
 * budget, the rate limit, the limit of one attempt.
 */

import type { Attempt } from "@effect-rooms/core/Evidence"
import { CircuitOpen, isRetryable, RateLimited, Timeout } from "@effect-rooms/core/ServiceError"
import {
  attemptOf,
  mayBeRepeated,
  type OperationName,
  type RawResponse,
  type RequestFailure
} from "@effect-rooms/core/unstable"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import type { CircuitBreaker, Health } from "../CircuitBreaker.ts"
import type { RateLimit } from "../RateLimit.ts"
import { CurrentOverrides, type Overrides } from "../RetryPolicy.ts"
import { type CheckedOptions, type CheckedRetryPolicy, checkRetry, checkTimeout } from "../RoomsHttpOptions.ts"
import type { Telemetry } from "../telemetry.ts"
import type { Outgoing } from "../transport/exchange.ts"
import type { Send, Sent, TimeLimit } from "./attempt.ts"
import type { RetryBudgetBucket } from "./RetryBudgetBucket.ts"

/** An operation that failed, with everything that was tried. */
export interface Failed {
  readonly failure: RequestFailure
  readonly attempts: ReadonlyArray<Attempt>
  readonly elapsedMillis: number
}

/** Runs an operation to its decoded answer. */
export type Execute = <A>(
  operation: OperationName,
  request: Outgoing,
  decode: (answer: RawResponse) => Result.Result<A, RequestFailure>
) => Effect.Effect<A, Failed>

/** The parts of the stack, as a client has them. */
export interface Stack {
  readonly options: CheckedOptions
  readonly send: Send
  readonly budget: RetryBudgetBucket | undefined
  readonly rateLimit: Option.Option<RateLimit["Service"]>
  readonly circuitBreaker: Option.Option<CircuitBreaker["Service"]>
  readonly telemetry: Telemetry | undefined
}

/** What one operation is, and what it knows of itself while it runs. */
interface Run<A> {
  readonly operation: OperationName
  readonly request: Outgoing
  readonly decode: (answer: RawResponse) => Result.Result<A, RequestFailure>
  readonly services: Context.Context<never>
  /** What makes its spans, where anybody sees them. */
  readonly tracing: Telemetry | undefined
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

const or = <I, A, E>(input: I | undefined, check: (input: I) => Result.Result<A, E>, otherwise: A): A =>
  input === undefined ? otherwise : Result.getOrElse(check(input), () => otherwise)

export const makeExecute = ({ budget, circuitBreaker, options, rateLimit, send, telemetry }: Stack): Execute => {
  const elapsedMillis = <A>(run: Run<A>) => run.clock.currentTimeMillisUnsafe() - run.startMillis
  const remainingMillis = <A>(run: Run<A>) => Duration.toMillis(run.timeout) - elapsedMillis(run)

  // What ends first ends the attempt. So a deadline needs a watch of its own only where something else can be waited for.
  const timeLimitOf = <A>(run: Run<A>): TimeLimit => {
    if (Duration.isFinite(run.timeout)) {
      const left = Duration.millis(remainingMillis(run))
      if (Duration.isLessThan(left, run.attemptTimeout)) return { limit: "operation", whole: run.timeout, left }
    }
    return { limit: "attempt", whole: run.attemptTimeout, left: run.attemptTimeout }
  }

  const attempt = <A>(run: Run<A>): Effect.Effect<Sent<A>> => {
    const { clock, operation, services } = run
    const startMillis = clock.currentTimeMillisUnsafe()
    run.isSending = true
    const sent = send(run.request, run.decode, timeLimitOf(run), clock)
    if (telemetry === undefined) return sent
    const counted = Effect.onExit(sent, (exit) => {
      const millis = clock.currentTimeMillisUnsafe() - startMillis
      telemetry.countAttempt(operation, millis, Exit.isSuccess(exit) ? exit.value : undefined, services)
      return Effect.void
    })
    return run.tracing?.inAttemptSpan(counted, operation, run.attempts.length) ?? counted
  }

  /** Waits for its place under the rate limit, where there is one. A place that comes too late is given back at once. */
  const place = <A>(run: Run<A>): Effect.Effect<void, RequestFailure> =>
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
  const nextWait = <A>(run: Run<A>, failure: RequestFailure) =>
    Effect.gen(function* () {
      // mutant: `mayBeRepeated(run.operation, failure)` -> `run.operation.length > 0`
      const mayBeSentAgain = isRetryable(failure.reason) && mayBeRepeated(run.operation, failure)
      if (!mayBeSentAgain || run.attempts.length >= run.retry.attempts) return yield* Effect.fail(failure)
      const hint = failure.retryAfter ?? Duration.zero
      const left = Duration.millis(remainingMillis(run))
      const isHintTooLong = Duration.isGreaterThan(hint, run.retry.maxRetryAfter) || !Duration.isLessThan(hint, left)
      if (failure.retryAfter !== undefined && isHintTooLong) {
        return yield* Effect.fail({ ...failure, reason: new RateLimited({ retryAfter: Option.some(hint) }) })
      }
      const ceiling = Math.min(run.retry.maxMillis, run.retry.baseMillis * 2 ** (run.attempts.length - 1))
      const backoff = Duration.millis(Math.round((yield* Random.next) * ceiling))
      // mutant: `const wait = Duration.max(hint, backoff)` -> `const wait = backoff`
      const wait = Duration.max(hint, backoff)
      if (!Duration.isLessThan(wait, left)) return yield* Effect.fail(failure)
      if (budget !== undefined) {
        const cost = budget.take(failure.reason._tag === "Timeout")
        if (cost === undefined) return yield* Effect.fail(failure)
        run.spentTokens += cost
        telemetry?.setTokens(budget.tokens, run.services)
      }
      return wait
    })

  const waitAndSendAgain = <A>(run: Run<A>, failure: RequestFailure): Effect.Effect<A, RequestFailure> =>
    Effect.flatMap(nextWait(run, failure), (wait) => {
      telemetry?.countRetry(run.operation, run.services)
      run.waitedMillis = Duration.toMillis(wait)
      return Effect.andThen(
        Effect.sleep(wait),
        Effect.suspend(() => sendUntilDone(run))
      )
    })

  const sendUntilDone = <A>(run: Run<A>): Effect.Effect<A, RequestFailure> => {
    const sent = Effect.flatMap(
      Effect.suspend(() => attempt(run)),
      ({ result }) => {
        run.isSending = false
        if (Result.isSuccess(result)) {
          if (budget?.refill(run.spentTokens) === true) telemetry?.setTokens(budget.tokens, run.services)
          return Effect.succeed(result.success)
        }
        run.attempts.push(attemptOf(result.failure, run.waitedMillis))
        return waitAndSendAgain(run, result.failure)
      }
    )
    return Option.isSome(rateLimit) ? Effect.andThen(place(run), sent) : sent
  }

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
      onSome: ({ guard }) => Effect.catch(guard(Effect.fail(failure), healthOf), () => Effect.void)
    })

  /** Attempts end with the deadline by themselves. This is for the waits for stores. */
  const withDeadline = <A>(run: Run<A>, effect: Effect.Effect<A, RequestFailure>): Effect.Effect<A, RequestFailure> =>
    Duration.isFinite(run.timeout) && (Option.isSome(rateLimit) || Option.isSome(circuitBreaker))
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

  return <A>(
    operation: OperationName,
    request: Outgoing,
    decode: (answer: RawResponse) => Result.Result<A, RequestFailure>
  ) =>
    Effect.withFiber((fiber) => {
      const clock = fiber.getRef(Clock.Clock)
      const services = fiber.context
      const { attemptTimeout, retry, timeout } = limitsOf(options, fiber.getRef(CurrentOverrides))
      const run: Run<A> = {
        operation,
        request,
        decode,
        services,
        tracing: telemetry?.isTraced(fiber) === true ? telemetry : undefined,
        clock,
        startMillis: clock.currentTimeMillisUnsafe(),
        timeout,
        attemptTimeout,
        retry,
        attempts: [],
        isSending: false,
        waitedMillis: 0,
        spentTokens: 0
      }
      const ended = Effect.matchEffect(withDeadline(run, guarded(sendUntilDone(run))), {
        onFailure: (failure): Effect.Effect<never, Failed> => {
          telemetry?.countOperation(operation, false, services)
          return Effect.fail({ failure, attempts: run.attempts, elapsedMillis: elapsedMillis(run) })
        },
        onSuccess: (value) => {
          telemetry?.countOperation(operation, true, services)
          return Effect.succeed(value)
        }
      })
      return run.tracing?.inOperationSpan(ended, operation, ({ failure }) => failure) ?? ended
    })
}
