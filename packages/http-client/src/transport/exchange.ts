/**
 * One request and its whole answer as one step. A transport that offers it itself (`whole`) makes nothing that nobody asks
 * for: no stream of a body, no signal, no scope. Every other `HttpClient` is made into one by `exchangeOf`.
 */
import type { Method, RawResponse } from "@effect-rooms/core/unstable"
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"

/**
 * A request as it is sent. It is no `HttpClientRequest`, which would bring what a client of any kind needs into each program:
 * `exchangeOf` makes one of it.
 */
export interface Outgoing {
  readonly method: Method
  /** Absolute, with its query. */
  readonly url: string
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** `undefined` for none. */
  readonly body: string | undefined
}

/** What one exchange may take. */
export interface ExchangeLimits {
  /** The largest body of a success, in bytes. */
  readonly bodyBytes: number
  /** Connecting, headers and body. */
  readonly time: Duration.Duration
}

/** Why there is no whole answer. */
export type ExchangeFailure =
  | {
      readonly _tag: "NoAnswer"
      readonly cause: unknown
      /** `true` where the request certainly did not leave; else what is known stands in the cause. */
      readonly neverSent: boolean
    }
  | { readonly _tag: "BrokenBody"; readonly head: Head; readonly cause: unknown }
  | { readonly _tag: "BodyTooLarge"; readonly head: Head }
  | { readonly _tag: "OutOfTime"; readonly neverSent: boolean }

/** An answer before its body. */
export type Head = Pick<RawResponse, "status" | "headers">

/**
 * Sends a request. When the effect ends, in whichever way, nothing of the request is left in flight. The body of an error
 * that takes too long, is too large or breaks off is empty: the status tells what the error is.
 */
export type Exchange = (request: Outgoing, limits: ExchangeLimits) => Effect.Effect<RawResponse, ExchangeFailure>

/** How much of an error's body is read, in bytes. */
export const errorBodyLimit = 64 * 1024

/** How long is waited for an error's body. */
export const errorBodyPatience = /*#__PURE__*/ Duration.seconds(2)

const whole = "~@effect-rooms/http-client/Exchange"

/** A client that has an exchange of its own. A transformation of it has none, and is used like any other client. */
export const withExchange = (client: HttpClient.HttpClient, exchange: Exchange): HttpClient.HttpClient =>
  Object.defineProperty(Object.create(client), whole, { value: exchange })

const hasExchange = (client: HttpClient.HttpClient): client is HttpClient.HttpClient & { readonly [whole]: Exchange } =>
  Object.hasOwn(client, whole)

/** The exchange that a client has of its own. */
export const ownExchange = (client: HttpClient.HttpClient): Exchange | undefined =>
  hasExchange(client) ? client[whole] : undefined
