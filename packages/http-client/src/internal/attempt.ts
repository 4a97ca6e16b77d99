/**
 * One request and its whole answer, body included.
 */
import {
  type Answer,
  failureOf,
  isSuccess,
  type Mask,
  type RequestFailure,
  requestIdOf
} from "@effect-rooms/core/Answer"
import { InvalidResponse, Transport } from "@effect-rooms/core/ServiceError"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Option from "effect/Option"
import { type BodyTooLarge, readText } from "./body.ts"
import { describeTransportCause } from "./transportCause.ts"

// An error is typed by its status, so its body is not worth waiting for.
const errorBodyPatience = "2 seconds"
const errorBodyLimit = 64 * 1024

const transportFailure = (error: HttpClientError.HttpClientError, mask: Mask): Transport => {
  const { description, requestSent } = describeTransportCause(error.reason.cause ?? error.reason)
  const isBeforeSending = error.reason._tag === "InvalidUrlError" || error.reason._tag === "EncodeError"
  return new Transport({ description: mask(description), requestSent: requestSent && !isBeforeSending })
}

const brokenBody = (error: HttpClientError.HttpClientError | BodyTooLarge, maxBodyBytes: number, mask: Mask) =>
  error._tag === "BodyTooLarge"
    ? new InvalidResponse({ path: "", problem: `the body is larger than ${maxBodyBytes} bytes`, excerpt: "" })
    : new Transport({
        description: mask(`the body broke off: ${describeTransportCause(error.reason.cause).description}`),
        requestSent: true
      })

/** Sends a request. When the effect ends, in whichever way, nothing of the request is left in flight. */
export const makeAttempt = (httpClient: HttpClient.HttpClient, maxBodyBytes: number, mask: Mask) => {
  const client = HttpClient.withScope(httpClient)
  return (request: HttpClientRequest.HttpClientRequest): Effect.Effect<Answer, RequestFailure> =>
    Effect.scoped(
      Effect.gen(function* () {
        const response = yield* Effect.mapError(
          client.execute(request),
          (error): RequestFailure => ({ reason: transportFailure(error, mask) })
        )
        const { headers, status } = response
        if (!isSuccess(status)) {
          const text = yield* readText(response, errorBodyLimit).pipe(
            Effect.timeoutOption(errorBodyPatience),
            Effect.map(Option.getOrElse(() => "")),
            Effect.catch(() => Effect.succeed(""))
          )
          return yield* Effect.fail(failureOf({ status, headers, text }, mask, yield* Clock.currentTimeMillis))
        }
        const text = yield* Effect.mapError(
          readText(response, maxBodyBytes),
          (error): RequestFailure => ({
            reason: brokenBody(error, maxBodyBytes, mask),
            status,
            ...requestIdOf(headers, mask)
          })
        )
        return { status, headers, text }
      })
    )
}
