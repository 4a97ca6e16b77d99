/**
 * Transports of promise clients: layers of an `HttpClient` behind a type without Effect.
 */
import type * as HttpClient from "effect/http/HttpClient"
import type * as Layer from "effect/Layer"
import type { InvalidConfiguration } from "../../InvalidConfiguration.ts"
import { ClientTransport } from "./ClientTransport.ts"

type HttpClientLayer = Layer.Layer<HttpClient.HttpClient, InvalidConfiguration>

const layers = new WeakMap<object, HttpClientLayer>()

/** The layer is built by the first call of a client, once for each client, and closed with it. Where it fails, so do the calls. */
export const makeTransport = (layer: HttpClientLayer): ClientTransport => {
  const transport = new ClientTransport()
  layers.set(transport, layer)
  return transport
}

/** The layer of a transport; `undefined` for what is none. */
export const layerOfTransport = (transport: object): HttpClientLayer | undefined => layers.get(transport)
