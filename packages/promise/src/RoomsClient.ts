/// <reference lib="esnext.disposable" preserve="true" />
/**
 * The client for programs without Effect.
 */
import { Backend } from "@effect-rooms/core/Backend"
import { InvalidConfiguration } from "@effect-rooms/http-client/InvalidConfiguration"
import type { RoomsHttpOptions } from "@effect-rooms/http-client/RoomsHttpOptions"
import { checkOptions, makeBackend } from "@effect-rooms/http-client/unstable"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { ClientRuntime } from "./ClientRuntime.ts"
import { LiveRooms } from "./LiveRooms.ts"
import { Metrics } from "./Metrics.ts"
import type { ClientTransport, Environment, EnvironmentOptions, Fetch, RoomsClientOptions } from "./options.ts"
import { Recordings } from "./Recordings.ts"
import { Rooms } from "./Rooms.ts"
import { Sessions } from "./Sessions.ts"
import { isRecord, refuse, toLimits, toOptions } from "./toOptions.ts"

// A program or its test may replace the global function at any time.
const globalFetch: Fetch = (input, init) => globalThis.fetch(input, init)

const transportOf = ({ fetch, transport }: Pick<RoomsClientOptions, "fetch" | "transport">) => {
  if (transport === undefined) {
    return fetch === undefined || Predicate.isFunction(fetch)
      ? Result.succeed<ClientTransport>(FetchHttpClient.layer)
      : refuse("fetch", "must be a function")
  }
  if (fetch !== undefined) return refuse("transport", "sends the requests in place of fetch; give only one of them")
  return Layer.isLayer(transport)
    ? Result.succeed(transport)
    : refuse("transport", "must be a transport, such as nodeTransport()")
}

const toHttpOptions = (options: RoomsClientOptions) =>
  Result.gen(function* () {
    if (!Predicate.isObject(options)) return yield* refuse("options", "must be an object with baseUrl and apiKey")
    const { apiKey, fetch, retryBudget, transport, ...rest } = options
    if (!Predicate.isString(apiKey)) return yield* refuse("apiKey", "must be a string")
    if (retryBudget !== undefined && retryBudget !== false && !isRecord(retryBudget)) {
      return yield* refuse("retryBudget", "must be an object or false")
    }
    const httpOptions: RoomsHttpOptions = {
      ...(yield* toOptions<Omit<RoomsHttpOptions, "apiKey">>({ ...rest, retryBudget })),
      ...(yield* toLimits(rest)),
      apiKey: Redacted.make(apiKey)
    }
    yield* checkOptions(httpOptions)
    return { httpOptions, transport: yield* transportOf({ fetch, transport }) }
  })

const backendOf = (options: RoomsClientOptions) =>
  Result.map(toHttpOptions(options), ({ httpOptions, transport }) =>
    // Without telemetry: a program without Effect has nothing to read it with.
    Layer.provide(Layer.effect(Backend, makeBackend(httpOptions)), transport).pipe(
      Layer.merge(Layer.succeed(FetchHttpClient.Fetch, options.fetch ?? globalFetch))
    )
  )

const fromVariable = (environment: Environment, name: keyof Environment, field: string): string => {
  const value = environment[name]
  if (value === undefined || value === "") throw new InvalidConfiguration({ field, problem: `${name} is not set` })
  return value
}

/**
 * A client of the service. One client serves a whole program: it holds the retry budget of all calls. It opens nothing before the
 * first call.
 */
export class RoomsClient {
  readonly rooms: Rooms
  readonly sessions: Sessions
  readonly live: LiveRooms
  readonly recordings: Recordings
  readonly metrics: Metrics
  readonly #runtime: ClientRuntime

  /** Throws `InvalidConfiguration`, which names the option. */
  constructor(options: RoomsClientOptions) {
    const backend = backendOf(options)
    if (Result.isFailure(backend)) throw new InvalidConfiguration(backend.failure)
    this.#runtime = new ClientRuntime(backend.success)
    this.rooms = new Rooms(this.#runtime)
    this.sessions = new Sessions(this.#runtime)
    this.live = new LiveRooms(this.#runtime)
    this.recordings = new Recordings(this.#runtime)
    this.metrics = new Metrics(this.#runtime)
  }

  /**
   * Makes a client with `ROOMS_BASE_URL` and `ROOMS_API_KEY` of `process.env`, or of the bindings of a worker. Throws
   * `InvalidConfiguration`.
   */
  static fromEnvironment(environment: Environment, options: EnvironmentOptions = {}): RoomsClient {
    if (!Predicate.isObject(environment)) {
      throw new InvalidConfiguration({ field: "environment", problem: "must be an object, such as process.env" })
    }
    return new RoomsClient({
      ...options,
      baseUrl: fromVariable(environment, "ROOMS_BASE_URL", "baseUrl"),
      apiKey: fromVariable(environment, "ROOMS_API_KEY", "apiKey")
    })
  }

  /**
   * Cancels everything in flight, and closes the connections. Canceled and later calls reject with `ClientClosed`. Resolves when
   * nothing is left open. You can call it again.
   */
  close(): Promise<void> {
    return this.#runtime.close()
  }

  /** Closes the client, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}
