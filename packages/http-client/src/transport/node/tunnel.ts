/**
 * Opens a connection through a proxy with CONNECT. The proxy learns the host and the port and forwards bytes.
 */
import type { Socket } from "node:net"
import process from "node:process"
import * as Result from "effect/Result"
import { ConnectionFailed, connectionFailed } from "./ConnectionFailed.ts"
import type { Proxy, Target } from "./proxies.ts"

// Importing `node:http` would load the undici inside Node, only for its `WebSocket`.
const http = process.getBuiltinModule("node:http")
const https = process.getBuiltinModule("node:https")

/** Called once, with the open tunnel or the error. */
export type Opened = (result: Result.Result<Socket, Error>) => void

const refused = (name: string, status: number) => {
  const meaning = status === 407 ? ": it asks for other credentials than those of its URL" : ""
  return new ConnectionFailed({ message: `the proxy ${name} answered ${status}${meaning}`, syscall: "connect" })
}

/** Opens a tunnel to a target. Unless the tunnel carries TLS, the proxy can read everything. */
export const openTunnel = (
  proxy: Proxy,
  { host, port }: Target,
  timeoutMillis: number | undefined,
  opened: Opened
): void => {
  const authority = `${host.includes(":") ? `[${host}]` : host}:${port}`
  const { hostname, port: proxyPort, protocol } = proxy.url
  const request = (protocol === "https:" ? https : http).request({
    host: hostname.replace(/^\[(.*)\]$/, "$1"),
    ...(proxyPort === "" ? {} : { port: proxyPort }),
    method: "CONNECT",
    path: authority,
    headers: {
      host: authority,
      connection: "keep-alive",
      "proxy-connection": "keep-alive",
      ...(proxy.authorization === undefined ? {} : { "proxy-authorization": proxy.authorization })
    },
    agent: false,
    ...(timeoutMillis === undefined ? {} : { timeout: timeoutMillis })
  })
  let isOver = false
  const end: Opened = (result) => {
    if (!isOver) opened(result)
    isOver = true
  }
  request.once("timeout", () => request.destroy(new Error(`no answer within ${timeoutMillis} ms`)))
  request.on("error", (error) => end(Result.fail(connectionFailed(error, proxy.name))))
  request.once("connect", ({ statusCode = 0 }, socket, head) => {
    if (statusCode < 200 || statusCode > 299) {
      socket.destroy()
      return end(Result.fail(refused(proxy.name, statusCode)))
    }
    socket.setTimeout(0)
    if (head.length > 0) socket.unshift(head)
    end(Result.succeed(socket))
  })
  request.end()
}
