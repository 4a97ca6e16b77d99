/**
 * The fast transport for Node 22.19 and later.
 *
 * @module
 */
import { InvalidConfiguration } from "@effect-rooms/http-client"
import { RoomsHttpNode } from "@effect-rooms/http-client/node"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type { ClientTransport } from "./options.ts"
import type { PlainOptions } from "./Plain.ts"
import { toOptions } from "./toOptions.ts"

/** How connections are made and kept. */
export interface NodeTransportOptions extends PlainOptions<RoomsHttpNode.ConnectionOptions> {}

/**
 * Returns the `transport` of a `RoomsClient` on Node: it uses less CPU per request than `fetch`, with the same guarantees. Each
 * client opens its own connections with its first request, and closes them with `close()`. If an option is wrong, every call rejects
 * with `InvalidConfiguration`, which names the field `connections`.
 */
export const nodeTransport = (options: NodeTransportOptions = {}): ClientTransport => {
  const converted = toOptions<{ readonly connections: RoomsHttpNode.ConnectionOptions }>({ connections: options })
  return Result.isSuccess(converted)
    ? RoomsHttpNode.layerHttpClient(converted.success.connections)
    : Layer.effect(HttpClient.HttpClient, Effect.fail(new InvalidConfiguration(converted.failure)))
}
