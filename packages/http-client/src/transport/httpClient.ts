/**
 * Exchanges over the `HttpClient` of the context, whichever client that is: fetch, `node:http`, or one in process.
 */
import { errorBodyBytes, isSuccess, type RawResponse } from "@effect-rooms/core/unstable"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { constTrue } from "effect/Function"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
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
import type { Exchange, ExchangeFailure, OutgoingRequest, ResponseHead } from "./Exchange.ts"
import { orEmptyBody } from "./errorBody.ts"
import { CurrentFastPath } from "./FastPath.ts"
import { readText } from "./readText.ts"

const toRequest = ({ body, headers, method, url }: OutgoingRequest): HttpClientRequest.HttpClientRequest => {
  const own = Headers.fromRecordUnsafe({ ...headers })
  const request = HttpClientRequest.makeWith(method, url, UrlParams.empty, Option.none(), own, HttpBody.empty)
  return body === undefined ? request : HttpClientRequest.bodyText(request, body, headers["content-type"])
}

/** A client that answers without a network, such as a replay, marks its errors with `requestSent`. */
const isMarkedUnsent = (cause: unknown) => Predicate.hasProperty(cause, "requestSent") && cause.requestSent === false

const noResponse = ({ reason }: HttpClientError.HttpClientError): ExchangeFailure => ({
  _tag: "NoResponse",
  cause: reason.cause ?? reason,
  neverSent: reason._tag === "InvalidUrlError" || reason._tag === "EncodeError" || isMarkedUnsent(reason.cause)
})

/**
 * The services that keep a request private. A followed redirect would take the API key to another host, and the client's own
 * span would record headers and unmasked transport errors and send the caller's trace ids to the service.
 */
const privately = (scope: Scope.Scope, layerInit: RequestInit | undefined) => (context: Context.Context<never>) =>
  context.pipe(
    Context.add(HttpClient.TracerDisabledWhen, constTrue),
    Context.add(FetchHttpClient.RequestInit, {
      ...(Context.getOrUndefined(context, FetchHttpClient.RequestInit) ?? layerInit),
      redirect: "manual"
    }),
    Context.add(Scope.Scope, scope)
  )

const makeExchange = (httpClient: HttpClient.HttpClient, layerInit: RequestInit | undefined): Exchange => {
  const client = HttpClient.withScope(httpClient)

  return (request, { maxBodyBytes, onSend }) =>
    Effect.suspend(() => {
      const scope = Scope.makeUnsafe()
      let isWhole = false

      const receive = (
        response: HttpClientResponse.HttpClientResponse
      ): Effect.Effect<RawResponse, ExchangeFailure> => {
        const { headers, status } = response
        const head: ResponseHead = { status, headers }
        const read = (limit: number) =>
          Effect.map(readText(response, headers, limit), (text) => {
            isWhole = true
            return text
          })
        return isSuccess(status)
          ? Effect.mapBoth(read(maxBodyBytes), {
              onFailure: (error): ExchangeFailure =>
                error._tag === "BodyTooLarge"
                  ? { _tag: "BodyTooLarge", head }
                  : { _tag: "BrokenBody", head, cause: error.reason.cause },
              onSuccess: (text): RawResponse => ({ status, headers, text })
            })
          : orEmptyBody(head, read(errorBodyBytes))
      }

      onSend()
      return Effect.mapError(client.execute(toRequest(request)), noResponse).pipe(
        Effect.flatMap(receive),
        Effect.updateContext(privately(scope, layerInit)),
        // Closing the scope aborts the request, which is expensive and pointless once the response was read to its end.
        Effect.onExit((exit) => (isWhole && Exit.isSuccess(exit) ? Effect.void : Scope.close(scope, exit)))
      )
    })
}

/**
 * Returns the exchange of the current `HttpClient`: its fast path if the context declares one for exactly this client, and
 * otherwise the client itself.
 */
export const currentExchange: Effect.Effect<Exchange, never, HttpClient.HttpClient> = /*#__PURE__*/ Effect.contextWith(
  (context: Context.Context<HttpClient.HttpClient>) => {
    const client = Context.get(context, HttpClient.HttpClient)
    const fastPath = Context.get(context, CurrentFastPath)
    return Effect.succeed(
      fastPath?.client === client
        ? fastPath.exchange
        : makeExchange(client, Context.getOrUndefined(context, FetchHttpClient.RequestInit))
    )
  }
)
