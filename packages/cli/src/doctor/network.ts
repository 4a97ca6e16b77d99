/**
 * How far a connection to the service gets: the name, the port, and TLS. Nothing is sent but what these need.
 *
 * @module
 */
import { lookup } from "node:dns/promises"
import { connect, isIP, type Socket } from "node:net"
import { connect as connectTls, type TLSSocket } from "node:tls"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { exitCodes } from "../ExitCode.ts"
import { type Examination, type Finding, fail, ok, skipped, warn } from "./Check.ts"

export const checkNames = ["name resolution", "connection", "TLS"] as const

const patience = "5 seconds"

interface Target {
  readonly host: string
  readonly port: number
  readonly isTls: boolean
}

const targetOf = (baseUrl: string): Target => {
  const { hostname, port, protocol } = new URL(baseUrl)
  const isTls = protocol === "https:"
  return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) || (isTls ? 443 : 80), isTls }
}

const codeOf = (error: unknown): string =>
  Predicate.hasProperty(error, "code") && Predicate.isString(error.code) ? error.code : String(error)

const within = <R>(look: Effect.Effect<Finding, never, R>, tooLong: Finding): Effect.Effect<Finding, never, R> =>
  Effect.timeoutOrElse(look, { duration: patience, orElse: () => Effect.succeed(tooLong) })

const nameAdvice = "is the host of the base URL spelt right, and is this machine online?"

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

const connectionAdvice: { readonly [code: string]: string } = {
  ECONNREFUSED: "nothing listens there: is the port of the base URL right, and is the service up?",
  ECONNRESET: "something on the way closes connections: a firewall, or a proxy that has to be used?",
  EHOSTUNREACH: "there is no way to that machine: is this one online, or does it need a VPN?",
  ENETUNREACH: "there is no way to that machine: is this one online, or does it need a VPN?"
}

const silenceAdvice = "a firewall that says nothing is the usual reason; does this network need a proxy or a VPN?"

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

const lookAtTls = ({ host, port }: Target) =>
  within(
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      lookAtSocket(
        // What is wrong with a certificate is looked at; nothing is sent to whoever has it.
        () => connectTls({ host, port, ...(isIP(host) === 0 ? { servername: host } : {}), rejectUnauthorized: false }),
        "secureConnect",
        (socket) => ofCertificate(socket, now),
        (code) => fail(exitCodes.unavailable, `no TLS with ${host}, port ${port} (${code})`, tlsAdvice)
      )
    ),
    fail(exitCodes.unavailable, `no TLS with ${host}, port ${port} within ${patience}`, tlsAdvice)
  )

/** Goes as far as it gets, and says whether that was all the way. */
export const examineNetwork = Effect.fnUntraced(function* (baseUrl: string, { check, skip }: Examination) {
  const target = targetOf(baseUrl)
  const isAddress = isIP(target.host) !== 0
  const found = yield* check(
    "name resolution",
    isAddress ? Effect.succeed(skipped(`${target.host} is an address`)) : lookAtName(target)
  )
  if (!found) {
    yield* skip(["connection", "TLS"], "there is no address")
    return false
  }
  if (!(yield* check("connection", lookAtConnection(target)))) {
    yield* skip(["TLS"], "there is no connection")
    return false
  }
  return yield* check("TLS", target.isTls ? lookAtTls(target) : Effect.succeed(skipped("the base URL is plain http")))
})
