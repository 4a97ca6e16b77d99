/**
 * Transports of promise clients: layers of an `HttpClient` behind a type without Effect. A client that has none is bundled
 * without what they need.
 */

import type { InvalidConfiguration } from "@effect-rooms/http-client/InvalidConfiguration"
import type { Exchange } from "@effect-rooms/http-client/unstable"
import { exchangeOf } from "@effect-rooms/http-client/unstable"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { ClientTransport } from "./ClientTransport.ts"

type TransportExchange = Effect.Effect<Exchange, InvalidConfiguration, Scope.Scope>

const exchanges = new WeakMap<object, TransportExchange>()

/** The layer is built by the first call of a client, once for each client, and closed with it. Where it fails, so do the calls. */
export const makeTransport = (layer: Layer.Layer<HttpClient.HttpClient, InvalidConfiguration>): ClientTransport => {
  const transport = new ClientTransport()
  exchanges.set(
    transport,
    Effect.map(Layer.build(layer), (services) => exchangeOf(Context.get(services, HttpClient.HttpClient)))
  )
  return transport
}

/** The exchange on a transport; `undefined` for what is none. */
export const exchangeOfTransport = (transport: object): TransportExchange | undefined => exchanges.get(transport)
