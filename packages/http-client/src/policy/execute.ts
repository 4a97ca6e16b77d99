/**
 * Runs one operation through all policies. From the outside in: the circuit breaker, retries within their budget, the rate
 * limit, the time limit of one attempt. The deadline limits every attempt and every wait.
 */

import { attemptOf, type OperationName, type RawResponse, type RequestFailure } from "@effect-rooms/core/unstable"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import type { CircuitBreaker } from "../CircuitBreaker.ts"
import { CurrentOverrides, type Overrides } from "../options/CurrentOverrides.ts"
import { type CheckedOptions, type CheckedRetryPolicy, checkRetry, checkTimeout } from "../options/checkOptions.ts"
import type { RateLimit } from "../RateLimit.ts"
import type { OperationTelemetry, Telemetry } from "../telemetry.ts"
import type { OutgoingRequest } from "../transport/Exchange.ts"
import { type Attempts, type Failed, noAttempts } from "./Attempts.ts"
import type { SendOnce } from "./attempt.ts"
import { healthOf, withCircuitBreaker } from "./circuitBreaker.ts"
import { Deadline } from "./Deadline.ts"
import type { RetryBudgetBucket } from "./RetryBudgetBucket.ts"
import { acquireSlot } from "./rateLimit.ts"
import { decideRetry } from "./retry.ts"

/** One call of an operation. */
export interface Call<A> {
  readonly operation: OperationName
  readonly request: OutgoingRequest
  readonly decode: (answer: RawResponse) => Result.Result<A, RequestFailure>
}

/** A call that failed. */
export interface CallFailed extends Pick<Failed, "failure" | "attempts"> {
  readonly elapsedMillis: number
}

/** Runs a call to its decoded response. */
export type Execute = <A>(call: Call<A>) => Effect.Effect<A, CallFailed>

/** The policies of one client. */
export interface Policies {
  readonly options: CheckedOptions
  readonly sendOnce: SendOnce
  readonly budget: RetryBudgetBucket | undefined
  readonly rateLimit: Option.Option<RateLimit["Service"]>
  readonly circuitBreaker: Option.Option<CircuitBreaker["Service"]>
  readonly telemetry: Telemetry | undefined
}

/** A call that is running, with its limits. */
interface Run<A> extends Call<A> {
  readonly deadline: Deadline
  readonly attemptTimeout: Duration.Duration
  readonly retry: CheckedRetryPolicy
  readonly telemetry: OperationTelemetry | undefined
}

const orDefault = <I, A, E>(input: I | undefined, check: (input: I) => Result.Result<A, E>, otherwise: A): A =>
  input === undefined ? otherwise : Result.getOrElse(check(input), () => otherwise)

/** Returns the limits of the current effect. An invalid override falls back to the client's option. */
const limitsOf = (options: CheckedOptions, overrides: Overrides) => ({
  timeout: orDefault(overrides.timeout, (input) => checkTimeout("timeout", input), options.timeout),
  attemptTimeout: orDefault(
    overrides.attemptTimeout,
    (input) => checkTimeout("attemptTimeout", input),
    options.attemptTimeout
  ),
  retry: orDefault(overrides.retry, checkRetry, options.retry)
})

/** Makes the function that runs the calls of one client. */
export const makeExecute = ({ budget, circuitBreaker, options, rateLimit, sendOnce, telemetry }: Policies): Execute => {
  /** Takes the cost of a retry from the budget and returns it, or nothing if the budget can't pay. */
  const pay = <A>(run: Run<A>, failure: RequestFailure): number | undefined => {
    if (budget === undefined) return 0
    const cost = budget.take(failure.reason._tag === "Timeout")
    if (cost !== undefined) run.telemetry?.setTokens(budget.tokens)
    return cost
  }

  const refill = <A>(run: Run<A>, spentTokens: number): void => {
    if (budget?.refill(spentTokens) === true) run.telemetry?.setTokens(budget.tokens)
  }

  const sendAgain = <A>(
    run: Run<A>,
    failure: RequestFailure,
    { failed, spentTokens }: Attempts
  ): Effect.Effect<A, Failed> =>
    Effect.flatMap(Random.next, (jitter) => {
      const giveUp = (failure: RequestFailure) => Effect.fail({ failure, attempts: failed, health: healthOf(failure) })
      const decision = decideRetry(failure, {
        policy: run.retry,
        operation: run.operation,
        attempts: failed.length,
        remaining: run.deadline.remaining,
        jitter
      })
      if (Result.isFailure(decision)) return giveUp(decision.failure)
      const cost = pay(run, failure)
      if (cost === undefined) return giveUp(failure)
      run.telemetry?.countRetry()
      const waitedMillis = Duration.toMillis(decision.success)
      return Effect.andThen(
        Effect.sleep(decision.success),
        Effect.suspend(() => sendUntilDone(run, { failed, waitedMillis, spentTokens: spentTokens + cost }))
      )
    })

  const attempt = <A>(run: Run<A>, { failed, spentTokens, waitedMillis }: Attempts): Effect.Effect<A, Failed> => {
    const time = run.deadline.limitAttempt(run.attemptTimeout)
    const sent = sendOnce(run.request, run.decode, time, run.deadline.clock)
    return Effect.flatMap(run.telemetry?.observeAttempt(sent, failed.length) ?? sent, ({ result }) => {
      if (Result.isSuccess(result)) {
        refill(run, spentTokens)
        return Effect.succeed(result.success)
      }
      const attempts = [...failed, attemptOf(result.failure, waitedMillis)]
      return sendAgain(run, result.failure, { failed: attempts, waitedMillis, spentTokens })
    })
  }

  const sendUntilDone = <A>(run: Run<A>, attempts: Attempts): Effect.Effect<A, Failed> =>
    Option.match(rateLimit, {
      onNone: () => attempt(run, attempts),
      onSome: (limit) =>
        acquireSlot(limit, run.deadline).pipe(
          Effect.mapError((failure): Failed => ({ failure, attempts: attempts.failed, health: "unknown" })),
          Effect.flatMap((wait) =>
            attempt(run, { ...attempts, waitedMillis: attempts.waitedMillis + Duration.toMillis(wait) })
          )
        )
    })

  return <A>(call: Call<A>) =>
    Effect.withFiber((fiber) => {
      const { attemptTimeout, retry, timeout } = limitsOf(options, fiber.getRef(CurrentOverrides))
      const deadline = new Deadline(fiber.getRef(Clock.Clock), timeout)
      const observed = telemetry?.operation(call.operation, fiber)
      const run: Run<A> = { ...call, deadline, attemptTimeout, retry, telemetry: observed }
      const ended = Effect.mapError(
        withCircuitBreaker(circuitBreaker)(Effect.suspend(() => sendUntilDone(run, noAttempts))),
        ({ attempts, failure }): CallFailed => ({ failure, attempts, elapsedMillis: deadline.elapsedMillis })
      )
      return observed?.observeOperation(ended, ({ failure }) => failure) ?? ended
    })
}
