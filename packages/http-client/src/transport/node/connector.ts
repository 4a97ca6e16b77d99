/**
 * Makes undici connect directly or through a proxy, and mark its errors as those of requests that were not sent.
 */
import * as Result from "effect/Result"
import { buildConnector } from "undici"
import { ConnectionFailed, connectionFailed } from "./ConnectionFailed.ts"
import type { ProxyOptions } from "./ProxyOptions.ts"
import { proxyFor } from "./proxies.ts"
import { openTunnel } from "./tunnel.ts"

export const makeConnector = (proxies: ProxyOptions, timeoutMillis: number): buildConnector.connector => {
  // HTTP/1.1 only: there, closing the connection certainly cancels the request.
  const connect = buildConnector({ timeout: timeoutMillis, allowH2: false })

  return (options, callback) => {
    const isTls = options.protocol === "https:"
    const target = { isTls, host: options.hostname, port: Number(options.port) || (isTls ? 443 : 80) }
    const connected: buildConnector.Callback = (...result) =>
      result[0] === null ? callback(...result) : callback(connectionFailed(result[0]), null)
    const proxy = proxyFor(proxies, target)
    if (Result.isFailure(proxy)) {
      return callback(new ConnectionFailed({ message: proxy.failure, syscall: "connect" }), null)
    }
    if (proxy.success === undefined) return connect(options, connected)
    openTunnel(proxy.success, target, timeoutMillis, (tunnel) => {
      if (Result.isFailure(tunnel)) callback(tunnel.failure, null)
      else if (isTls) connect({ ...options, httpSocket: tunnel.success }, connected)
      else callback(null, tunnel.success)
    })
  }
}
