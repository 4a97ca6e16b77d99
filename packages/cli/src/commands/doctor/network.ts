/**
 * How far a connection to the service gets: the proxy, the name, the port, and TLS. Nothing is sent but what these need.
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
} from "@effect-rooms/http-client/node/plumbing"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { exitCodes } from "../../failure/exitCodes.ts"
import { type Examination, type Finding, fail, ok, skipped, warn } from "./Check.ts"

export const checkNames = ["proxy", "name resolution", "connection", "TLS"] as const

const patience = "5 seconds"
const patienceMillis = 5_000

const codeOf = (error: unknown): string =>
  Predicate.hasProperty(error, "code") && Predicate.isString(error.code) ? error.code : String(error)

const within = <R>(look: Effect.Effect<Finding, never, R>, tooLong: Finding): Effect.Effect<Finding, never, R> =>
  Effect.timeoutOrElse(look, { duration: patience, orElse: () => Effect.succeed(tooLong) })

const lookAtProxy = (
  options: ProxyOptions,
  target: Target,
  proxy: Result.Result<Proxy | undefined, string>
): Finding => {
  const variable = target.isTls ? "HTTPS_PROXY" : "HTTP_PROXY"
  if (Result.isFailure(proxy)) return fail(exitCodes.unavailable, proxy.failure, `correct ${variable}, or unset it`)
  if (proxy.success !== undefined) return ok(`${proxy.success.name}, from ${variable}`)
  const text = target.isTls ? options.httpsProxy : options.httpProxy
  if (text === undefined) return skipped(`${variable} is not set`)
  return skipped(`${variable} is not used for ${target.host}: it is this machine, or NO_PROXY excepts it`)
}

const nameAdvice = "is its host spelt right, and is this machine online?"

const lookAtName = ({ host }: Target) =>
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
      `nobody says within ${patience} what address ${host} has`,
      "does the name server of this machine answer?"
    )
  )

const proxyAdvice = "if this network needs a proxy, HTTPS_PROXY=http://host:port names it"

const connectionAdvice: { readonly [code: string]: string } = {
  ECONNREFUSED: "nothing listens there: is the port of the base URL right, and is the service up?",
  ECONNRESET: `something on the way closes connections, such as a firewall; ${proxyAdvice}`,
  EHOSTUNREACH: "there is no way to that machine: is this one online, or does it need a VPN?",
  ENETUNREACH: "there is no way to that machine: is this one online, or does it need a VPN?"
}

const silenceAdvice = `a firewall that says nothing is the usual reason, or a VPN that is missing; ${proxyAdvice}`

const tunnelAdvice = "is the proxy's URL right, with a user and a password if it needs them, and may it connect there?"

/** Opens a connection, looks at it, and closes it: an open one would keep the process from ending. */
const lookAtSocket = <S extends Socket>(
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

const lookAtConnection = ({ host, port }: Target) =>
  within(
    lookAtSocket(
      () => connect({ host, port }),
      "connect",
      ({ remoteAddress }) => ok(`${remoteAddress} answers at port ${port}`),
      (code) => fail(exitCodes.unavailable, `no connection to ${host}, port ${port} (${code})`, connectionAdvice[code])
    ),
    fail(exitCodes.unavailable, `${host} does not answer at port ${port} within ${patience}`, silenceAdvice)
  )

/** Looks at what can be reached in a tunnel, which is closed then. */
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

const lookAtTunnel = (proxy: Proxy, target: Target) =>
  throughTunnel(proxy, target, () =>
    Effect.succeed(ok(`the proxy ${proxy.name} connects to ${target.host}, port ${target.port}`))
  )

const certificateAdvice = (code: string): string => {
  if (code.includes("EXPIRED"))
    return "is the clock of this machine right? Then the service has to renew its certificate"
  if (code.includes("NOT_YET_VALID")) return "is the clock of this machine right?"
  if (code.includes("ALTNAME")) return "is the host of the base URL right?"
  return "if it is an authority of your own, NODE_EXTRA_CA_CERTS=<file> makes it known; if not, somebody may be listening in"
}

const day = 86_400_000
const soon = 14

const ofCertificate = (socket: TLSSocket, now: number): Finding => {
  const { valid_to: end } = socket.getPeerCertificate()
  const said = `${socket.getProtocol()}, certificate valid until ${end}`
  if (!socket.authorized) {
    const code = codeOf(socket.authorizationError)
    return fail(
      exitCodes.unavailable,
      `the certificate is not to be trusted (${code}); ${said}`,
      certificateAdvice(code)
    )
  }
  const days = Math.floor((new Date(end).getTime() - now) / day)
  return days < soon
    ? warn(`${said}: ${days} days`, "the service has to renew it before that")
    : ok(`${said}: ${days} days`)
}

const tlsAdvice = "does this port speak https, in TLS 1.2 or later?"

const lookAtTls = ({ host, port }: Target, tunnel?: Socket) =>
  within(
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      lookAtSocket(
        () =>
          connectTls({
            ...(tunnel === undefined ? { host, port } : { socket: tunnel, host }),
            ...(isIP(host) === 0 ? { servername: host } : {}),
            // The certificate is only inspected: nothing is sent to whoever has it.
            rejectUnauthorized: false
          }),
        "secureConnect",
        (socket) => ofCertificate(socket, now),
        (code) => fail(exitCodes.unavailable, `no TLS with ${host}, port ${port} (${code})`, tlsAdvice)
      )
    ),
    fail(exitCodes.unavailable, `no TLS with ${host}, port ${port} within ${patience}`, tlsAdvice)
  )

/** Goes as far as it gets, and says whether that was all the way. */
export const examineNetwork = Effect.fnUntraced(function* (baseUrl: string, { check, skip }: Examination) {
  const target = targetOf(new URL(baseUrl))
  const options = yield* proxiesOfEnvironment
  const chosen = proxyFor(options, target)
  if (!(yield* check("proxy", Effect.succeed(lookAtProxy(options, target, chosen))))) {
    yield* skip(["name resolution", "connection", "TLS"], "there is no proxy to connect through")
    return false
  }
  const proxy = Result.getOrUndefined(chosen)
  // Behind a proxy, this machine need not know what address the service has.
  const first = proxy === undefined ? target : targetOf(proxy.url)
  const isAddress = isIP(first.host) !== 0
  const found = yield* check(
    "name resolution",
    isAddress ? Effect.succeed(skipped(`${first.host} is an address`)) : lookAtName(first)
  )
  if (!found) {
    yield* skip(["connection", "TLS"], "there is no address")
    return false
  }
  const connection = proxy === undefined ? lookAtConnection(target) : lookAtTunnel(proxy, target)
  if (!(yield* check("connection", connection))) {
    yield* skip(["TLS"], "there is no connection")
    return false
  }
  if (!target.isTls) return yield* check("TLS", Effect.succeed(skipped("the base URL is plain http")))
  const tls =
    proxy === undefined ? lookAtTls(target) : throughTunnel(proxy, target, (tunnel) => lookAtTls(target, tunnel))
  return yield* check("TLS", tls)
})
