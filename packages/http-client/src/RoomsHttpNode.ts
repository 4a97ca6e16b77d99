/**
 * The five services over HTTP on Node's fastest transport: undici's connections, without what nobody asks for. Another
 * `HttpClient` can stand in its place: `RoomsHttp.layer` takes any.
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

/** What a client is made from, and how it keeps its connections. */
export interface RoomsHttpNodeOptions extends RoomsHttpOptions {
  /** How connections are made and kept. */
  readonly connections?: ConnectionOptions
}

/**
 * The `HttpClient` alone, with its connections, which are closed with the scope. It speaks HTTP/1.1, and follows no redirect
 * for a client of rooms. Fails with `InvalidConfiguration`, which names the field `connections`.
 */
export const layerHttpClient = (
  options: ConnectionOptions = {}
): Layer.Layer<HttpClient.HttpClient, InvalidConfiguration> => layerClient(options)

/** The five services and their backend, with connections of their own, which are closed with the scope. */
export const layer = ({
  connections,
  ...options
}: RoomsHttpNodeOptions): Layer.Layer<Backend | RoomServices, InvalidConfiguration> =>
  Layer.provide(RoomsHttp.layer(options), layerHttpClient(connections))

/** `layer` with options from configuration. Default: `RoomsHttp.config`. */
export const layerConfig = (
  options: Config.Wrap<RoomsHttpNodeOptions> = variables
): Layer.Layer<Backend | RoomServices, InvalidConfiguration> => Layer.unwrap(Effect.map(configured(options), layer))
