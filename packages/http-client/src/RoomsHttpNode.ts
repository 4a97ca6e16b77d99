/**
 * The five services over HTTP, on the fastest transport for Node: undici's connections, without the streams and signals of
 * `fetch`. To use another `HttpClient`, see `RoomsHttp.layer`.
 *
 * @module
 */
import type { Backend } from "@effect-rooms/core/Backend"
import type { RoomServices } from "@effect-rooms/core/RoomServices"
import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import type { InvalidConfiguration } from "./InvalidConfiguration.ts"
import { configured, variables } from "./options/configured.ts"
import * as RoomsHttp from "./RoomsHttp.ts"
import type { RoomsHttpOptions } from "./RoomsHttpOptions.ts"
import { type ConnectionOptions, layerClient } from "./transport/node/connections.ts"

export type { ConnectionOptions } from "./transport/node/connections.ts"
export type { ProxyOptions } from "./transport/node/ProxyOptions.ts"

/** The options of a client on Node. */
export interface RoomsHttpNodeOptions extends RoomsHttpOptions {
  /** How connections are made and kept. */
  readonly connections?: ConnectionOptions
}

/**
 * Provides the `HttpClient` alone. It speaks HTTP/1.1, and its connections close with the scope. Clients of this package use it
 * on a fast path, unless it is wrapped. Fails with `InvalidConfiguration`, which names the field `connections`.
 */
export const layerHttpClient = (
  options: ConnectionOptions = {}
): Layer.Layer<HttpClient.HttpClient, InvalidConfiguration> => layerClient(options)

/** Provides the five services and their backend. Their connections close with the scope. */
export const layer = ({
  connections,
  ...options
}: RoomsHttpNodeOptions): Layer.Layer<Backend | RoomServices, InvalidConfiguration> =>
  Layer.provide(RoomsHttp.layer(options), layerHttpClient(connections))

/** Provides the five services with options from configuration. Default: `RoomsHttp.config`. */
export const layerConfig = (
  options: Config.Wrap<RoomsHttpNodeOptions> = variables
): Layer.Layer<Backend | RoomServices, InvalidConfiguration> => Layer.unwrap(Effect.map(configured(options), layer))
