/**
 * What carries requests to the service.
 *
 * @module
 */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as Context from "effect/Context"
import type * as HttpClient from "effect/http/HttpClient"
import type * as Layer from "effect/Layer"

/**
 * The client of every command that asks the service something: Node's own, which is loaded faster than its `fetch`.
 * Connections are used again, and closed with the layer. Tests put another in its place.
 */
export const Transport: Context.Reference<Layer.Layer<HttpClient.HttpClient>> = Context.Reference(
  "@effect-rooms/cli/Transport",
  { defaultValue: () => NodeHttpClient.layerNodeHttpOptions({ keepAlive: true }) }
)
