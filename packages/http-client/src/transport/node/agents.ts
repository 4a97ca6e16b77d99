/**
 * Agents of `node:http`, for a client whose start counts: they need no undici. They connect directly or through a proxy, and
 * until a connection is ready, its errors say that nothing was sent.
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

// An import of `node:http` would load Node's own undici for a `WebSocket` that nobody asks for.
const http = process.getBuiltinModule("node:http")
const https = process.getBuiltinModule("node:https")

/** How agents connect. */
export interface AgentsOptions {
  readonly proxies: ProxyOptions
  /** Called whenever a connection is ready: from then on, something may be sent on it. */
  readonly onConnected: () => void
}

type Created = (failure: Error | null, socket: Duplex) => void

/** What is written waits for `ready`: before it, nothing but a handshake has left. */
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

/** TLS is spoken on the socket of these options, which the types do not know. */
const inside = (tunnel: Duplex | undefined): object => (tunnel === undefined ? {} : { socket: tunnel })

/** Gives a direct connection at once, and one through a proxy to `created`, as Node asks for it. */
const connectWith = (
  isTls: boolean,
  { host, port }: ClientRequestArgs,
  { proxies }: AgentsOptions,
  created: Created | undefined,
  connect: (tunnel: Duplex | undefined) => Duplex | null | undefined
): Duplex | null | undefined => {
  const target = { isTls, host: host ?? "localhost", port: Number(port) || (isTls ? 443 : 80) }
  // Node looks at no socket behind a failure.
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

/** The agents of a client, which keep their connections until they are destroyed. */
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
