/**
 * Checks each step of a connection to the service: the proxy, the host name, the port and TLS. No request is sent.
 *
 * @module
 */
import { lookup } from "node:dns/promises"
import { connect, isIP, type Socket } from "node:net"
import { connect as connectTls, type TLSSocket } from "node:tls"
import {
  openTunnel,
  type Proxy,
  type ProxyOptions,
  proxiesOfEnvironment,
  proxyFor,
  type Target,
  targetOf
} from "@effect-rooms/http-client/node/unstable"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { exitCodes } from "../../failure/exitCodes.ts"
import { type CheckRunner, type Finding, fail, ok, skipped, warn } from "./Check.ts"

export const checkNames = ["proxy", "name resolution", "connection", "TLS"] as const

const patience = "5 seconds"
const patienceMillis = 5_000

const codeOf = (error: unknown): string =>
  Predicate.hasProperty(error, "code") && Predicate.isString(error.code) ? error.code : String(error)

const within = <R>(check: Effect.Effect<Finding, never, R>, tooLong: Finding): Effect.Effect<Finding, never, R> =>
  Effect.timeoutOrElse(check, { duration: patience, orElse: () => Effect.succeed(tooLong) })

const checkProxy = (
  options: ProxyOptions,
  target: Target,
  proxy: Result.Result<Proxy | undefined, string>
): Finding => {
  const variable = target.isTls ? "HTTPS_PROXY" : "HTTP_PROXY"
  if (Result.isFailure(proxy)) return fail(exitCodes.unavailable, proxy.failure, `correct ${variable} or unset it`)
  if (proxy.success !== undefined) return ok(`${proxy.success.name}, from ${variable}`)
  const text = target.isTls ? options.httpsProxy : options.httpProxy
  if (text === undefined) return skipped(`${variable} is not set`)
  return skipped(`${variable} isn't used for ${target.host}: it is this machine, or NO_PROXY excludes it`)
}

const nameAdvice = "check the spelling of the host name and the network of this machine"

const checkName = ({ host }: Target) =>
  within(
    Effect.match(
      Effect.tryPromise(() => lookup(host, { all: true })),
      {
        onFailure: ({ cause }) => fail(exitCodes.unavailable, `${host} has no address (${codeOf(cause)})`, nameAdvice),
        onSuccess: (addresses) => ok(`${host} is ${addresses.map(({ address }) => address).join(", ")}`)
      }
    ),
    fail(
      exitCodes.unavailable,
      `the address of ${host} wasn't found within ${patience}`,
      "check the name server of this machine"
    )
  )

const proxyAdvice = "if this network needs a proxy, set HTTPS_PROXY=http://host:port"

const connectionAdvice: { readonly [code: string]: string } = {
  ECONNREFUSED: "nothing is listening there: check the port of the base URL, and whether the service is up",
  ECONNRESET: `a firewall may be closing connections; ${proxyAdvice}`,
  EHOSTUNREACH: "that machine can't be reached: check the network of this machine, or its VPN",
  ENETUNREACH: "that machine can't be reached: check the network of this machine, or its VPN"
}

const silenceAdvice = `the usual reason is a firewall that drops packets, or a VPN that is off; ${proxyAdvice}`

const tunnelAdvice =
  "check the URL of the proxy, with user and password if it needs them, and whether it allows this connection"

/** Opens a connection, inspects it and closes it. An open one would keep the process alive. */
const checkSocket = <S extends Socket>(
  open: () => S,
  event: string,
  look: (socket: S) => Finding,
  otherwise: (code: string) => Finding
) =>
  Effect.acquireUseRelease(
    Effect.sync(open),
    (socket) =>
      Effect.callback<Finding>((resume) => {
        socket.once(event, () => resume(Effect.sync(() => look(socket))))
        socket.on("error", (error) => resume(Effect.succeed(otherwise(codeOf(error)))))
      }),
    (socket) => Effect.sync(() => socket.destroy())
  )

const checkConnection = ({ host, port }: Target) =>
  within(
    checkSocket(
      () => connect({ host, port }),
      "connect",
      ({ remoteAddress }) => ok(`connected to ${remoteAddress}, port ${port}`),
      (code) => fail(exitCodes.unavailable, `no connection to ${host}, port ${port} (${code})`, connectionAdvice[code])
    ),
    fail(exitCodes.unavailable, `${host}, port ${port}, didn't respond within ${patience}`, silenceAdvice)
  )

/** Checks something through a tunnel, and closes the tunnel. */
const throughTunnel = (proxy: Proxy, target: Target, look: (tunnel: Socket) => Effect.Effect<Finding>) =>
  Effect.acquireUseRelease(
    Effect.callback<Result.Result<Socket, Error>>((resume) =>
      openTunnel(proxy, target, patienceMillis, (opened) => resume(Effect.succeed(opened)))
    ),
    (opened) =>
      Result.isSuccess(opened)
        ? look(opened.success)
        : Effect.succeed(fail(exitCodes.unavailable, opened.failure.message, tunnelAdvice)),
    (opened) =>
      Effect.sync(() => {
        if (Result.isSuccess(opened)) opened.success.destroy()
      })
  )

const checkTunnel = (proxy: Proxy, target: Target) =>
  throughTunnel(proxy, target, () =>
    Effect.succeed(ok(`connected to ${target.host}, port ${target.port}, through the proxy ${proxy.name}`))
  )

const certificateAdvice = (code: string): string => {
  if (code.includes("EXPIRED"))
    return "check the clock of this machine; if it is right, the service must renew its certificate"
  if (code.includes("NOT_YET_VALID")) return "check the clock of this machine"
  if (code.includes("ALTNAME")) return "check the host of the base URL"
  return "if your own authority issued it, set NODE_EXTRA_CA_CERTS=<file>; if not, somebody may be intercepting the connection"
}

const day = 86_400_000
const renewalDays = 14

const ofCertificate = (socket: TLSSocket, now: number): Finding => {
  const { valid_to: end } = socket.getPeerCertificate()
  const said = `${socket.getProtocol()}, certificate valid until ${end}`
  if (!socket.authorized) {
    const code = codeOf(socket.authorizationError)
    return fail(exitCodes.unavailable, `the certificate can't be trusted (${code}); ${said}`, certificateAdvice(code))
  }
  const days = Math.floor((new Date(end).getTime() - now) / day)
  return days < renewalDays
    ? warn(`${said} (${days} days)`, "the service must renew it before then")
    : ok(`${said} (${days} days)`)
}

const tlsAdvice = "check that this port serves https with TLS 1.2 or later"

const checkTls = ({ host, port }: Target, tunnel?: Socket) =>
  within(
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      checkSocket(
        () =>
          connectTls({
            ...(tunnel === undefined ? { host, port } : { socket: tunnel, host }),
            ...(isIP(host) === 0 ? { servername: host } : {}),
            // The certificate is only inspected; no data is sent.
            rejectUnauthorized: false
          }),
        "secureConnect",
        (socket) => ofCertificate(socket, now),
        (code) => fail(exitCodes.unavailable, `no TLS with ${host}, port ${port} (${code})`, tlsAdvice)
      )
    ),
    fail(exitCodes.unavailable, `no TLS with ${host}, port ${port} within ${patience}`, tlsAdvice)
  )

/** Runs the checks up to the first that fails. Returns whether all passed. */
export const checkNetwork = Effect.fnUntraced(function* (baseUrl: string, { check, skip }: CheckRunner) {
  const target = targetOf(new URL(baseUrl))
  const options = yield* proxiesOfEnvironment
  const chosen = proxyFor(options, target)
  if (!(yield* check("proxy", Effect.succeed(checkProxy(options, target, chosen))))) {
    yield* skip(["name resolution", "connection", "TLS"], "the proxy can't be used")
    return false
  }
  const proxy = Result.getOrUndefined(chosen)
  // With a proxy, this machine doesn't resolve the name of the service.
  const first = proxy === undefined ? target : targetOf(proxy.url)
  const isAddress = isIP(first.host) !== 0
  const found = yield* check(
    "name resolution",
    isAddress ? Effect.succeed(skipped(`${first.host} is an IP address`)) : checkName(first)
  )
  if (!found) {
    yield* skip(["connection", "TLS"], "the host has no address")
    return false
  }
  const connection = proxy === undefined ? checkConnection(target) : checkTunnel(proxy, target)
  if (!(yield* check("connection", connection))) {
    yield* skip(["TLS"], "there is no connection")
    return false
  }
  if (!target.isTls) return yield* check("TLS", Effect.succeed(skipped("the base URL is plain http")))
  const tls =
    proxy === undefined ? checkTls(target) : throughTunnel(proxy, target, (tunnel) => checkTls(target, tunnel))
  return yield* check("TLS", tls)
})
