/**
 * Transports of promise clients: layers of an `HttpClient` behind a type without Effect. A client that has none is bundled
 * without what they need.
 */

import type { RoomServices } from "@effect-rooms/core/RoomServices"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import type { InvalidConfiguration } from "../../InvalidConfiguration.ts"
import * as RoomsHttp from "../../RoomsHttp.ts"
import type { RoomsHttpOptions } from "../../RoomsHttpOptions.ts"
import { ClientTransport } from "./ClientTransport.ts"

type HttpClientLayer = Layer.Layer<HttpClient.HttpClient, InvalidConfiguration>

type ToServices = (options: RoomsHttpOptions) => Layer.Layer<RoomServices, InvalidConfiguration>

const services = new WeakMap<object, ToServices>()

/** The layer is built by the first call of a client, once for each client, and closed with it. Where it fails, so do the calls. */
export const makeTransport = (layer: HttpClientLayer): ClientTransport => {
  const transport = new ClientTransport()
  services.set(transport, (options) => Layer.provide(RoomsHttp.layer(options), layer))
  return transport
}

/** The services on a transport; `undefined` for what is none. */
export const servicesOfTransport = (transport: object): ToServices | undefined => services.get(transport)
