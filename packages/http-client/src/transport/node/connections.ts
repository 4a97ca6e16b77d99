/**
 * An `HttpClient` over undici's connections, which live as long as a scope.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { Agent, type Dispatcher, fetch as undiciFetch } from "undici"
import { InvalidConfiguration } from "../../InvalidConfiguration.ts"
import { CurrentFastPath } from "../FastPath.ts"
import { makeConnector } from "./connector.ts"
import type { ProxyOptions } from "./ProxyOptions.ts"
import { parseProxy, proxiesOfEnvironment } from "./proxies.ts"
import { undiciExchange } from "./undiciExchange.ts"

/** How connections are made and kept. */
export interface ConnectionOptions {
  /** The most connections at a time. Further requests wait for one. Default: one per concurrent request. */
  readonly limit?: number
  /** How long an idle connection is kept, if the service doesn't specify it. Default: 4 seconds. */
  readonly keepAlive?: Duration.Input
  /** How long a connection attempt may take. Default: 10 seconds. */
  readonly connectTimeout?: Duration.Input
  /**
   * The proxies to connect through, or `false` for none. Default: those of the environment variables `HTTP_PROXY`, `HTTPS_PROXY`
   * and `NO_PROXY`, in upper or lower case. Connections to loopback never use a proxy.
   */
  readonly proxy?: ProxyOptions | false
}

const invalid = (problem: string) => new InvalidConfiguration({ field: "connections", problem })

const checkMillis = (name: string, input: Duration.Input): Result.Result<number, InvalidConfiguration> =>
  Result.fromOption(
    Option.filter(Option.map(Duration.fromInput(input), Duration.toMillis), (millis) => millis > 0 && millis < 2 ** 31),
    () => invalid(`${name} must be a duration, longer than zero and shorter than 24 days, such as "4 seconds"`)
  )

const checkProxy = (name: "httpProxy" | "httpsProxy", text: string | undefined) =>
  text === undefined
    ? Result.void
    : Result.mapError(parseProxy(text), (problem) => invalid(`${name} of proxy ${problem}`))

export const checkOptions = ({
  connectTimeout = "10 seconds",
  keepAlive = "4 seconds",
  limit,
  proxy
}: ConnectionOptions) =>
  Result.gen(function* () {
    if (limit !== undefined && (!Number.isSafeInteger(limit) || limit < 1)) {
      return yield* Result.fail(invalid("limit must be an integer of at least 1"))
    }
    if (proxy !== undefined && proxy !== false) {
      yield* checkProxy("httpProxy", proxy.httpProxy)
      yield* checkProxy("httpsProxy", proxy.httpsProxy)
    }
    return {
      connections: limit ?? null,
      keepAliveTimeout: yield* checkMillis("keepAlive", keepAlive),
      connectMillis: yield* checkMillis("connectTimeout", connectTimeout),
      proxies: proxy === undefined ? proxiesOfEnvironment : Effect.succeed(proxy === false ? {} : proxy)
    }
  })

const acquireAgent = Effect.fnUntraced(function* (options: ConnectionOptions) {
  const { connectMillis, connections, keepAliveTimeout, proxies } = yield* Effect.fromResult(checkOptions(options))
  const connect = makeConnector(yield* proxies, connectMillis)
  return yield* Effect.acquireRelease(
    Effect.sync(() => new Agent({ connections, keepAliveTimeout, connect, allowH2: false })),
    (agent) => Effect.promise(() => agent.destroy())
  )
})

/** Node's `fetch` is undici's: only the names of the types differ. */
type FetchOver = (
  input: RequestInfo | URL,
  init: RequestInit & { readonly dispatcher: Dispatcher }
) => Promise<Response>
const fetchOver = undiciFetch as unknown as FetchOver

/** Provides undici's connections as an `HttpClient`, and declares the fast path of exactly this client. */
export const layerClient = (options: ConnectionOptions): Layer.Layer<HttpClient.HttpClient, InvalidConfiguration> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const agent = yield* acquireAgent(options)
      const fetch: typeof globalThis.fetch = (input, init) => fetchOver(input, { ...init, dispatcher: agent })
      const client = HttpClient.transformResponse(
        yield* HttpClient.HttpClient,
        Effect.provideService(FetchHttpClient.Fetch, fetch)
      )
      return Context.make(HttpClient.HttpClient, client).pipe(
        Context.add(CurrentFastPath, { client, exchange: undiciExchange(agent) })
      )
    })
  ).pipe(Layer.provide(FetchHttpClient.layer))
