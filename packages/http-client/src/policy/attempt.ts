/**
 * One attempt: an exchange within its time limit, and the failure that an incomplete or unsuccessful response stands for.
 */

import { InvalidResponse, Timeout, Transport } from "@effect-rooms/core/ServiceError"
import {
  describeTransportCause,
  failureOf,
  isSuccess,
  type Mask,
  type RawResponse,
  type RequestFailure,
  requestIdOf
} from "@effect-rooms/core/unstable"
import type * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import type { Exchange, ExchangeFailure, OutgoingRequest, ResponseHead } from "../transport/Exchange.ts"
import type { TimeLimit } from "./Deadline.ts"
import { withTimeLimit } from "./withTimeLimit.ts"

/** How an attempt ended. */
export interface AttemptResult<A> {
  readonly result: Result.Result<A, RequestFailure>
  /** The status of the response, if one arrived. */
  readonly status: number | undefined
}

/** Sends a request once. */
export type SendOnce = <A>(
  request: OutgoingRequest,
  decode: (answer: RawResponse) => Result.Result<A, RequestFailure>,
  time: TimeLimit,
  clock: Clock.Clock
) => Effect.Effect<AttemptResult<A>>

/** Some clients, such as a replay, know that a request can't succeed however often it is sent. */
const isFinal = (cause: unknown) => Predicate.hasProperty(cause, "isRetryable") && cause.isRetryable === false

const noResponse = (cause: unknown, neverSent: boolean, mask: Mask): RequestFailure => {
  const { description, requestSent } = describeTransportCause(cause)
  return {
    reason: new Transport({
      description: mask(description),
      // mutant: `requestSent: requestSent && !neverSent` -> `requestSent: true`
      requestSent: requestSent && !neverSent,
      ...(isFinal(cause) ? { isRetryable: false } : {})
    })
  }
}

const failureAfterHeaders = (
  { headers, status }: ResponseHead,
  reason: RequestFailure["reason"],
  mask: Mask
): RequestFailure => ({
  // mutant: `reason, status,` -> `reason,`
  reason,
  status,
  ...requestIdOf(headers, mask)
})

const brokenBody = (cause: unknown, mask: Mask) =>
  new Transport({
    description: mask(`the body broke off: ${describeTransportCause(cause).description}`),
    requestSent: true
  })

/** Returns the failure of an operation or attempt that runs out of time. */
export const outOfTime = ({ configured, limit }: Omit<TimeLimit, "remaining">, neverSent: boolean): RequestFailure => ({
  reason: new Timeout({ limit, limitMillis: Duration.toMillis(configured) }),
  ...(neverSent ? { neverSent } : {})
})

/** Makes the function that sends requests once, over a transport. */
export const makeSendOnce = (exchange: Exchange, maxBodyBytes: number, mask: Mask): SendOnce => {
  const toRequestFailure = (failure: ExchangeFailure): RequestFailure => {
    switch (failure._tag) {
      case "NoResponse":
        return noResponse(failure.cause, failure.neverSent, mask)
      case "BrokenBody":
        return failureAfterHeaders(failure.head, brokenBody(failure.cause, mask), mask)
      case "BodyTooLarge": {
        const problem = `the body is larger than ${maxBodyBytes} bytes`
        return failureAfterHeaders(failure.head, new InvalidResponse({ path: "", problem, excerpt: "" }), mask)
      }
    }
  }

  const exchangeWithin = (request: OutgoingRequest, time: TimeLimit): Effect.Effect<RawResponse, RequestFailure> =>
    Effect.suspend(() => {
      if (!Duration.isGreaterThan(time.remaining, Duration.zero)) return Effect.fail(outOfTime(time, true))
      let isSent = false
      const onSend = () => {
        isSent = true
      }
      const exchanged = Effect.mapError(exchange(request, { maxBodyBytes, onSend }), toRequestFailure)
      return Duration.isFinite(time.remaining)
        ? withTimeLimit(exchanged, time.remaining, () => Effect.fail(outOfTime(time, !isSent)))
        : exchanged
    })

  return (request, decode, time, clock) =>
    Effect.match(exchangeWithin(request, time), {
      onFailure: (failure) => ({ result: Result.fail(failure), status: failure.status }),
      onSuccess: (answer) => ({
        // mutant: `isSuccess(answer.status)` -> `answer.status < 400`
        result: isSuccess(answer.status)
          ? decode(answer)
          : Result.fail(failureOf(answer, mask, clock.currentTimeMillisUnsafe())),
        status: answer.status
      })
    })
}
