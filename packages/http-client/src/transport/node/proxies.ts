/**
 * Which proxy a connection goes through.
 */
import { Buffer } from "node:buffer"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as String from "effect/String"
import { isLoopback } from "../../options/isLoopback.ts"
import type { ProxyOptions } from "./ProxyOptions.ts"

/** A proxy to connect through. */
export interface Proxy {
  readonly url: URL
  /** Its URL, without the password. */
  readonly name: string
  /** The value of `proxy-authorization`. */
  readonly authorization: string | undefined
}

/** What is connected to: the host as a socket takes it, without brackets. */
export interface Target {
  readonly isTls: boolean
  readonly host: string
  readonly port: number
}

// A variable that is set to nothing is not set.
const variable = (name: string) => Config.map(Config.option(Config.String(name)), Option.filter(String.isNonEmpty))

// As in curl and Node, the lower case wins.
const inBothCases = (name: string) =>
  Config.map(Config.all([variable(name.toLowerCase()), variable(name)]), ([lower, upper]) =>
    Option.getOrUndefined(Option.orElse(lower, () => upper))
  )

const given = <K extends keyof ProxyOptions>(name: K, value: string | undefined): ProxyOptions =>
  value === undefined ? {} : { [name]: value }

/** `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` of the environment, in lower case or upper case. */
export const proxiesOfEnvironment: Effect.Effect<ProxyOptions> = /*#__PURE__*/ Effect.orDie(
  /*#__PURE__*/ Config.map(
    /*#__PURE__*/ Config.all([
      /*#__PURE__*/ inBothCases("HTTP_PROXY"),
      /*#__PURE__*/ inBothCases("HTTPS_PROXY"),
      /*#__PURE__*/ inBothCases("NO_PROXY")
    ]),
    ([http, https, no]) => ({ ...given("httpProxy", http), ...given("httpsProxy", https), ...given("noProxy", no) })
  )
)

const bare = (host: string) =>
  host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "")

const matches = (entry: string, { host, port }: Target): boolean => {
  // Two colons or more are those of an IPv6 address, which has its port behind brackets.
  const [, name = entry, onlyPort] = /^(\[.+\]|[^:]+):(\d+)$/.exec(entry) ?? []
  if (onlyPort !== undefined && Number(onlyPort) !== port) return false
  if (name === "*") return true
  const domain = bare(name.replace(/^\*?\./, ""))
  return bare(host).endsWith(`.${domain}`) || (bare(host) === domain && !name.startsWith("*."))
}

const isExcepted = (target: Target, noProxy: string) =>
  noProxy.split(/[\s,]+/).some((entry) => entry !== "" && matches(entry, target))

/** The proxy that a text names; as for curl, `http://` need not be written. Fails with what is wrong with it. */
export const parseProxy = (text: string): Result.Result<Proxy, string> => {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`)
  if (url === null) return Result.fail("is not a URL; it looks like http://proxy.example.com:3128")
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return Result.fail(`has the scheme "${url.protocol}"; only proxies of the schemes http: and https: are supported`)
  }
  const { host, password, protocol, username } = url
  if (username === "") return Result.succeed({ url, name: `${protocol}//${host}`, authorization: undefined })
  return Result.map(
    Result.mapError(
      Result.try(() => `${decodeURIComponent(username)}:${decodeURIComponent(password)}`),
      () => "has a user or a password that is not percent-encoded"
    ),
    (credentials) => ({
      url,
      name: `${protocol}//***@${host}`,
      authorization: `Basic ${Buffer.from(credentials).toString("base64")}`
    })
  )
}

const asUrlHost = (host: string) => (host.includes(":") ? `[${host}]` : host)

/** Names under `localhost` are direct too, as in browsers: no proxy could know them. */
const isThisMachine = (host: string) => isLoopback(host) || host.endsWith(".localhost")

/**
 * The proxy for what is connected to; `undefined` for a direct connection. This machine is always connected to directly: a
 * proxy would look for its own loopback.
 */
export const proxyFor = (options: ProxyOptions, target: Target): Result.Result<Proxy | undefined, string> => {
  const name = target.isTls ? "httpsProxy" : "httpProxy"
  const text = options[name]
  if (text === undefined || isThisMachine(asUrlHost(bare(target.host))) || isExcepted(target, options.noProxy ?? "")) {
    return Result.succeed(undefined)
  }
  return Result.mapError(parseProxy(text), (problem) => `${target.isTls ? "HTTPS_PROXY" : "HTTP_PROXY"} ${problem}`)
}

/** What a URL is connected to. */
export const targetOf = (url: URL): Target => {
  const isTls = url.protocol === "https:"
  return { isTls, host: url.hostname.replace(/^\[(.*)\]$/, "$1"), port: Number(url.port) || (isTls ? 443 : 80) }
}
