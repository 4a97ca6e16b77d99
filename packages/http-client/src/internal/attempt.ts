/**
 * One request and its whole answer, body included.
 */
import type { ServiceErrorReason } from "@effect-rooms/core/ServiceError"
import { InvalidResponse, RateLimited, Transport, UnexpectedStatus } from "@effect-rooms/core/ServiceError"
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Headers from "effect/http/Headers"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { type BodyTooLarge, readText } from "./body.ts"
import { parseJson } from "./json.ts"
import type { Mask } from "./mask.ts"
import { retryAfterOf } from "./retryAfter.ts"
import { describeTransportCause } from "./transportCause.ts"

/** An attempt that gave no usable answer. */
export interface AttemptFailure {
  readonly reason: ServiceErrorReason
  /** The status of the answer, where one arrived. */
  readonly status?: number
  readonly requestId?: string
  /** How long the service asks to wait. */
  readonly retryAfter?: Duration.Duration
  /** Whether it ended before anything was sent, whatever the reason says of the attempt as a whole. */
  readonly neverSent?: boolean
}

/** The text of an answer with a status of success. */
export interface Answer {
  readonly status: number
  readonly requestId: string | undefined
  readonly text: string
}

const requestIdHeaders = ["x-request-id", "request-id", "x-amzn-requestid", "x-correlation-id", "cf-ray", "x-amz-cf-id"]

const requestIdOf = (headers: Headers.Headers, mask: Mask): string | undefined => {
  for (const name of requestIdHeaders) {
    const value = headers[name]
    if (value !== undefined) return mask(value)
  }
  return undefined
}

const excerptLength = 512

/** The beginning of a body, without the API key: as evidence, and never long. */
export const excerptOf = (text: string, mask: Mask): string => mask(text).slice(0, excerptLength)

/** The `message` of an error body, where it has one. It informs; what the error is, the status decides. */
const serverMessageOf = (text: string, mask: Mask): string | undefined => {
  const body = Option.getOrUndefined(parseJson(text))
  return Predicate.hasProperty(body, "message") && typeof body.message === "string" && body.message !== ""
    ? excerptOf(body.message, mask)
    : undefined
}

// An error is typed by its status, so its body is not worth waiting for.
const errorBodyPatience = "2 seconds"
const errorBodyLimit = 64 * 1024

const isSuccess = (status: number) => status >= 200 && status < 300

const failureOf = (
  response: HttpClientResponse.HttpClientResponse,
  text: string,
  requestId: string | undefined,
  nowMillis: number,
  mask: Mask
): AttemptFailure => {
  const { status } = response
  const retryAfter = retryAfterOf(response.headers, nowMillis)
  const serverMessage = serverMessageOf(text, mask)
  const { location } = response.headers
  const reason =
    status === 429
      ? new RateLimited({ retryAfter })
      : new UnexpectedStatus({
          status,
          excerpt: excerptOf(text, mask),
          ...(serverMessage === undefined ? {} : { serverMessage }),
          ...(location === undefined ? {} : { location: mask(location) })
        })
  return {
    reason,
    status,
    ...(requestId === undefined ? {} : { requestId }),
    ...Option.match(retryAfter, { onNone: () => ({}), onSome: (retryAfter) => ({ retryAfter }) })
  }
}

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
  return (request: HttpClientRequest.HttpClientRequest): Effect.Effect<Answer, AttemptFailure> =>
    Effect.scoped(
      Effect.gen(function* () {
        const response = yield* Effect.mapError(
          client.execute(request),
          (error): AttemptFailure => ({ reason: transportFailure(error, mask) })
        )
        const { status } = response
        const requestId = requestIdOf(response.headers, mask)
        if (!isSuccess(status)) {
          const text = yield* readText(response, errorBodyLimit).pipe(
            Effect.timeoutOption(errorBodyPatience),
            Effect.map(Option.getOrElse(() => "")),
            Effect.catch(() => Effect.succeed(""))
          )
          return yield* Effect.fail(failureOf(response, text, requestId, yield* Clock.currentTimeMillis, mask))
        }
        const text = yield* Effect.mapError(
          readText(response, maxBodyBytes),
          (error): AttemptFailure => ({
            reason: brokenBody(error, maxBodyBytes, mask),
            status,
            ...(requestId === undefined ? {} : { requestId })
          })
        )
        return { status, requestId, text }
      })
    )
}
