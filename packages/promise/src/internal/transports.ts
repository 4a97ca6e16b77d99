/**
 * Transports of a client: layers of an `HttpClient` behind a type without Effect.
 */
import type { InvalidConfiguration } from "@effect-rooms/http-client/InvalidConfiguration"
import type * as HttpClient from "effect/http/HttpClient"
import type * as Layer from "effect/Layer"
import { ClientTransport } from "./ClientTransport.ts"

/** The layer that a transport stands for. */
export type TransportLayer = Layer.Layer<HttpClient.HttpClient, InvalidConfiguration>

const layers = new WeakMap<object, TransportLayer>()

/** Makes a transport. Each client builds the layer with its first call and closes it with `close()`. */
export const makeTransport = (layer: TransportLayer): ClientTransport => {
  const transport = new ClientTransport()
  layers.set(transport, layer)
  return transport
}

/** Returns the layer of a transport, or `undefined` for any other object. */
export const layerOfTransport = (transport: object): TransportLayer | undefined => layers.get(transport)
