/**
 * One attempt: an exchange, and what it means where there is no whole answer or one that is no success.
 */

import { InvalidResponse, Timeout, Transport } from "@effect-rooms/core/ServiceError"
import {
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
import type { Exchange, ExchangeFailure, Head, Outgoing } from "../transport/exchange.ts"
import { describeTransportCause } from "../transport/transportCause.ts"

/** The time that an attempt has, and which limit that is: an attempt's own, or what is left of the operation's. */
export interface TimeLimit {
  readonly limit: Timeout["limit"]
  /** The whole of the limit, as an error names it. */
  readonly whole: Duration.Duration
  /** What is left of it. */
  readonly left: Duration.Duration
}

/** Sends a request, once. */
export type Send = <A>(
  request: Outgoing,
  decode: (answer: RawResponse) => Result.Result<A, RequestFailure>,
  time: TimeLimit,
  clock: Clock.Clock
) => Effect.Effect<Sent<A>>

/** How an attempt ended. */
export interface Sent<A> {
  readonly result: Result.Result<A, RequestFailure>
  /** The status of the answer, where one arrived. */
  readonly status: number | undefined
}

/** The cause of a client that was made for it may know that the request can't succeed. */
const isFinal = (cause: unknown) => Predicate.hasProperty(cause, "isRetryable") && cause.isRetryable === false

const noAnswer = (cause: unknown, neverSent: boolean, mask: Mask): RequestFailure => {
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

const behind = ({ headers, status }: Head, reason: RequestFailure["reason"], mask: Mask): RequestFailure => ({
  // mutant: `reason, status,` -> `reason,`
  reason,
  status,
  ...requestIdOf(headers, mask)
})

const outOfTime = ({ limit, whole }: TimeLimit, neverSent: boolean): RequestFailure => ({
  reason: new Timeout({ limit, limitMillis: Duration.toMillis(whole) }),
  ...(neverSent ? { neverSent } : {})
})

const brokenBody = (cause: unknown, mask: Mask) =>
  new Transport({
    description: mask(`the body broke off: ${describeTransportCause(cause).description}`),
    requestSent: true
  })

export const makeSend = (exchange: Exchange, bodyBytes: number, mask: Mask): Send => {
  const failure = (failed: ExchangeFailure, time: TimeLimit): RequestFailure => {
    switch (failed._tag) {
      case "NoAnswer":
        return noAnswer(failed.cause, failed.neverSent, mask)
      case "BrokenBody":
        return behind(failed.head, brokenBody(failed.cause, mask), mask)
      case "BodyTooLarge": {
        const problem = `the body is larger than ${bodyBytes} bytes`
        return behind(failed.head, new InvalidResponse({ path: "", problem, excerpt: "" }), mask)
      }
      case "OutOfTime":
        return outOfTime(time, failed.neverSent)
    }
  }

  return (request, decode, time, clock) =>
    Effect.match(exchange(request, { bodyBytes, time: time.left }), {
      onFailure: (failed) => {
        const sent = failure(failed, time)
        return { result: Result.fail(sent), status: sent.status }
      },
      onSuccess: (answer) => ({
        // mutant: `isSuccess(answer.status)` -> `answer.status < 400`
        result: isSuccess(answer.status)
          ? decode(answer)
          : Result.fail(failureOf(answer, mask, clock.currentTimeMillisUnsafe())),
        status: answer.status
      })
    })
}
