/**
 * An exchange over any `HttpClient`: fetch, undici, or one that answers in process.
 */
import { isSuccess, type RawResponse } from "@effect-rooms/core/unstable"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Headers from "effect/http/Headers"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as UrlParams from "effect/http/UrlParams"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Scope from "effect/Scope"
import { readText } from "./body.ts"
import {
  type Exchange,
  type ExchangeFailure,
  errorBodyLimit,
  errorBodyPatience,
  type Head,
  type Outgoing,
  ownExchange
} from "./exchange.ts"
import { withoutClientSpans, withoutRedirects } from "./privacy.ts"

const toRequest = ({ body, headers, method, url }: Outgoing): HttpClientRequest.HttpClientRequest => {
  const own = Headers.fromRecordUnsafe({ ...headers })
  const request = HttpClientRequest.makeWith(method, url, UrlParams.empty, Option.none(), own, HttpBody.empty)
  return body === undefined ? request : HttpClientRequest.bodyText(request, body, headers["content-type"])
}

/** A client that answers without a network, such as a replay, says it of its errors. */
const saysNotSent = (cause: unknown) => Predicate.hasProperty(cause, "requestSent") && cause.requestSent === false

const noAnswer = ({ reason }: HttpClientError.HttpClientError): ExchangeFailure => ({
  _tag: "NoAnswer",
  cause: reason.cause ?? reason,
  neverSent: reason._tag === "InvalidUrlError" || reason._tag === "EncodeError" || saysNotSent(reason.cause)
})

const outOfTime: ExchangeFailure = { _tag: "OutOfTime", neverSent: false }

/** What is left of an answer may be given up, unless its body was read to the end. */
interface Progress {
  isWhole: boolean
}

const readBody = (
  response: HttpClientResponse.HttpClientResponse,
  head: Head,
  bodyBytes: number,
  progress: Progress
): Effect.Effect<string, ExchangeFailure> => {
  const read = (limit: number) =>
    Effect.map(readText(response, limit), (text) => {
      progress.isWhole = true
      return text
    })
  return isSuccess(head.status)
    ? Effect.mapError(read(bodyBytes), (error) =>
        error._tag === "BodyTooLarge"
          ? { _tag: "BodyTooLarge", head }
          : { _tag: "BrokenBody", head, cause: error.reason.cause }
      )
    : read(errorBodyLimit).pipe(
        Effect.timeoutOption(errorBodyPatience),
        Effect.map(Option.getOrElse(() => "")),
        Effect.catch(() => Effect.succeed(""))
      )
}

const exchangeOver = (httpClient: HttpClient.HttpClient): Exchange => {
  const client = HttpClient.withScope(httpClient)

  const send = (request: Outgoing, bodyBytes: number): Effect.Effect<RawResponse, ExchangeFailure> =>
    Effect.suspend(() => {
      const scope = Scope.makeUnsafe()
      const progress: Progress = { isWhole: false }
      return Effect.mapError(client.execute(toRequest(request)), noAnswer).pipe(
        Effect.flatMap((response) => {
          const head: Head = { status: response.status, headers: response.headers }
          return Effect.map(readBody(response, head, bodyBytes, progress), (text) => ({ ...head, text }))
        }),
        Scope.provide(scope),
        // Closing the scope aborts the request, which makes an error with its stack: not for one that is over.
        Effect.onExit((exit) => (progress.isWhole && Exit.isSuccess(exit) ? Effect.void : Scope.close(scope, exit)))
      )
    })

  return (request, { bodyBytes, time }) =>
    Duration.isFinite(time)
      ? Effect.timeoutOrElse(send(request, bodyBytes), { duration: time, orElse: () => Effect.fail(outOfTime) })
      : send(request, bodyBytes)
}

/** The exchange of a client: its own where it has one. */
export const exchangeOf = (httpClient: HttpClient.HttpClient): Exchange =>
  ownExchange(httpClient) ?? exchangeOver(httpClient.pipe(withoutRedirects, withoutClientSpans))
