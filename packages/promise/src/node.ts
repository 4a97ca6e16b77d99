/**
 * The fast transport for Node 22.19 and later, for a Promise client.
 *
 * @module
 */

import { RoomsHttpNode } from "@effect-rooms/http-client/node"
import type { ClientTransport } from "./internal/ClientTransport.ts"
import { makeTransport } from "./internal/transports.ts"

export type ProxyOptions = RoomsHttpNode.ProxyOptions

/** How connections are made and kept. */
export interface NodeTransportOptions {
  /** How many connections there are at most. Further requests wait for one. Default: as many as there are requests. */
  readonly limit?: number | undefined
  /** How long a connection is kept that no request uses, unless the service says otherwise. Default: 4 seconds. */
  readonly keepAliveMillis?: number | undefined
  /** How long is waited for a connection to be made. Default: 10 seconds. */
  readonly connectTimeoutMillis?: number | undefined
  /**
   * The proxies to connect through, or `false` for none. Default: those of the environment variables `HTTP_PROXY`, `HTTPS_PROXY`
   * and `NO_PROXY`, in upper or lower case. Loopback is always connected to directly.
   */
  readonly proxy?: ProxyOptions | false | undefined
}

/**
 * The `transport` of a `RoomsClient` on Node: less CPU for a request than `fetch`, with the same promises. Each client has
 * connections of its own, which it makes with its first request and closes with `close()`. Where an option is wrong, every call
 * fails with `InvalidConfiguration`, which names the field `connections`.
 */
export const nodeTransport = ({
  connectTimeoutMillis,
  keepAliveMillis,
  limit,
  proxy
}: NodeTransportOptions = {}): ClientTransport =>
  makeTransport(
    RoomsHttpNode.layerHttpClient({
      ...(limit === undefined ? {} : { limit }),
      ...(keepAliveMillis === undefined ? {} : { keepAlive: keepAliveMillis }),
      ...(connectTimeoutMillis === undefined ? {} : { connectTimeout: connectTimeoutMillis }),
      ...(proxy === undefined ? {} : { proxy })
    })
  )
