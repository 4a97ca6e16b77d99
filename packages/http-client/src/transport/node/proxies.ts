/**
 * Selects the proxy of a connection, from options or the environment.
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
  /** The URL without credentials, for error messages. */
  readonly name: string
  /** The value of the `proxy-authorization` header. */
  readonly authorization: string | undefined
}

/** The host and port to connect to. An IPv6 address has no brackets here. */
export interface Target {
  readonly isTls: boolean
  readonly host: string
  readonly port: number
}

// An empty variable counts as unset.
const variable = (name: string) => Config.map(Config.option(Config.String(name)), Option.filter(String.isNonEmpty))

// As in curl and Node, the lower-case name takes precedence.
const inBothCases = (name: string) =>
  Config.map(Config.all([variable(name.toLowerCase()), variable(name)]), ([lower, upper]) =>
    Option.getOrUndefined(Option.orElse(lower, () => upper))
  )

const given = <K extends keyof ProxyOptions>(name: K, value: string | undefined): ProxyOptions =>
  value === undefined ? {} : { [name]: value }

/** Reads `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` from the environment, in lower or upper case. */
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
  // Two or more colons belong to an IPv6 address, whose port follows the brackets.
  const [, name = entry, onlyPort] = /^(\[.+\]|[^:]+):(\d+)$/.exec(entry) ?? []
  if (onlyPort !== undefined && Number(onlyPort) !== port) return false
  if (name === "*") return true
  const domain = bare(name.replace(/^\*?\./, ""))
  return bare(host).endsWith(`.${domain}`) || (bare(host) === domain && !name.startsWith("*."))
}

const isExcepted = (target: Target, noProxy: string) =>
  noProxy.split(/[\s,]+/).some((entry) => entry !== "" && matches(entry, target))

/** Parses a proxy URL. As in curl, `http://` is optional. Fails with a description of the problem. */
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

/** As in browsers, names under `localhost` never use a proxy, which couldn't resolve them. */
const isThisMachine = (host: string) => isLoopback(host) || host.endsWith(".localhost")

/**
 * Returns the proxy for a target, or `undefined` for a direct connection. This machine is always connected to directly: through
 * a proxy, `localhost` would be the proxy's own.
 */
export const proxyFor = (options: ProxyOptions, target: Target): Result.Result<Proxy | undefined, string> => {
  const name = target.isTls ? "httpsProxy" : "httpProxy"
  const text = options[name]
  if (text === undefined || isThisMachine(asUrlHost(bare(target.host))) || isExcepted(target, options.noProxy ?? "")) {
    return Result.succeed(undefined)
  }
  return Result.mapError(parseProxy(text), (problem) => `${target.isTls ? "HTTPS_PROXY" : "HTTP_PROXY"} ${problem}`)
}

/** Returns the target that a URL connects to. */
export const targetOf = (url: URL): Target => {
  const isTls = url.protocol === "https:"
  return { isTls, host: url.hostname.replace(/^\[(.*)\]$/, "$1"), port: Number(url.port) || (isTls ? 443 : 80) }
}
