/**
 * Agents of `node:http`, for clients that must start fast: loading undici takes time. They connect directly or through a proxy,
 * and mark every error that occurs before a connection is ready as one of a request that wasn't sent.
 */
import type { Agent, ClientRequestArgs } from "node:http"
import type { Agent as TlsAgent } from "node:https"
import process from "node:process"
import { Duplex } from "node:stream"
import { describeTransportCause } from "@effect-rooms/core/unstable"
import * as Result from "effect/Result"
import { ConnectionFailed } from "./ConnectionFailed.ts"
import type { ProxyOptions } from "./ProxyOptions.ts"
import { proxyFor } from "./proxies.ts"
import { openTunnel } from "./tunnel.ts"

// Importing `node:http` would load the undici inside Node, only for its `WebSocket`.
const http = process.getBuiltinModule("node:http")
const https = process.getBuiltinModule("node:https")

/** How agents connect. */
export interface AgentsOptions {
  readonly proxies: ProxyOptions
  /** Called whenever a connection is ready. From then on, requests may be sent on it. */
  readonly onConnected: () => void
}

type Created = (failure: Error | null, socket: Duplex) => void

/** Before the event `ready`, the socket has sent nothing but a handshake. */
const watch = <S extends Duplex | null | undefined>(
  socket: S,
  ready: "connect" | "secureConnect",
  onConnected: () => void
): S => {
  if (socket == null) return socket
  const onError = (error: Error) => {
    if (describeTransportCause(error).requestSent) Object.assign(error, { syscall: "connect" })
  }
  socket.prependListener("error", onError)
  socket.once(ready, () => {
    socket.off("error", onError)
    onConnected()
  })
  return socket
}

/** Makes TLS use the tunnel as its socket. The option is missing from the types of `node:https`. */
const inside = (tunnel: Duplex | undefined): object => (tunnel === undefined ? {} : { socket: tunnel })

/** Returns a direct connection, or passes one through a proxy to `created` later. Node supports both. */
const connectWith = (
  isTls: boolean,
  { host, port }: ClientRequestArgs,
  { proxies }: AgentsOptions,
  created: Created | undefined,
  connect: (tunnel: Duplex | undefined) => Duplex | null | undefined
): Duplex | null | undefined => {
  const target = { isTls, host: host ?? "localhost", port: Number(port) || (isTls ? 443 : 80) }
  // Node ignores the socket if there is an error, but its type requires one.
  const fail = (failure: Error) => created?.(failure, new Duplex())
  const proxy = proxyFor(proxies, target)
  if (Result.isFailure(proxy)) {
    fail(new ConnectionFailed({ message: proxy.failure, syscall: "connect" }))
    return undefined
  }
  if (proxy.success === undefined) return connect(undefined)
  openTunnel(proxy.success, target, undefined, (tunnel) => {
    if (Result.isFailure(tunnel)) fail(tunnel.failure)
    else created?.(null, connect(tunnel.success) ?? tunnel.success)
  })
  return undefined
}

/** Makes the agents of a client. They keep their connections until they are destroyed. */
export const makeAgents = (options: AgentsOptions): { readonly http: Agent; readonly https: TlsAgent } => {
  class PlainAgent extends http.Agent {
    override createConnection(args: ClientRequestArgs, created?: Created) {
      return connectWith(false, args, options, created, (tunnel) => {
        if (tunnel === undefined) return watch(super.createConnection(args), "connect", options.onConnected)
        options.onConnected()
        return tunnel
      })
    }
  }
  class SecureAgent extends https.Agent {
    override createConnection(args: ClientRequestArgs, created?: Created) {
      return connectWith(true, args, options, created, (tunnel) =>
        watch(super.createConnection({ ...args, ...inside(tunnel) }), "secureConnect", options.onConnected)
      )
    }
  }
  return { http: new PlainAgent({ keepAlive: true }), https: new SecureAgent({ keepAlive: true }) }
}
