/**
 * The backend over HTTP and the five services, on any `HttpClient`.
 *
 * @module
 */
import { Backend, type Operations } from "@effect-rooms/core/Backend"
import * as RoomServices from "@effect-rooms/core/RoomServices"
import * as Config from "effect/Config"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import { makeBackend } from "./backend/makeBackend.ts"
import type { InvalidConfiguration } from "./InvalidConfiguration.ts"
import { CurrentOverrides, type Overrides } from "./options/CurrentOverrides.ts"
import { configured, variables } from "./options/configured.ts"
import type { RetryPolicyInput } from "./RetryPolicy.ts"
import type { RoomsHttpOptions } from "./RoomsHttpOptions.ts"
import { makeTelemetry } from "./telemetry.ts"

/**
 * Makes the backend over the current `HttpClient`, with the current `RateLimit` and `CircuitBreaker` if there are any. Fails with
 * `InvalidConfiguration` before anything is sent.
 */
export const make = (
  options: RoomsHttpOptions
): Effect.Effect<Operations, InvalidConfiguration, HttpClient.HttpClient> => makeBackend(options, makeTelemetry)

/**
 * Provides the backend alone, over the current `HttpClient`. Use it to put something between the backend and the services, such
 * as a cache.
 *
 * @example
 * ```ts
 * import { Backend, RoomServices } from "@effect-rooms/core"
 * import { RoomsHttp } from "@effect-rooms/http-client"
 * import { Effect, Layer, Redacted } from "effect"
 *
 * const layerLogged = Layer.effect(
 *   Backend,
 *   Effect.map(Backend, (backend) =>
 *     Backend.make({ ...backend, metrics: (request) => Effect.tap(backend.metrics(request), Effect.log) })
 *   )
 * )
 *
 * const layer = RoomServices.layer.pipe(
 *   Layer.provide(layerLogged),
 *   Layer.provide(
 *     RoomsHttp.layerBackend({ baseUrl: "https://rooms.example.com", apiKey: Redacted.make("your-api-key") })
 *   )
 * )
 * ```
 */
export const layerBackend = (
  options: RoomsHttpOptions
): Layer.Layer<Backend, InvalidConfiguration, HttpClient.HttpClient> => Layer.effect(Backend, make(options))

/**
 * Provides the five services and their backend, over the current `HttpClient`. For the platform's `fetch`, `layerFetch` is
 * shorter.
 *
 * @example
 * ```ts
 * import { RoomsHttp } from "@effect-rooms/http-client"
 * import { Layer, Redacted } from "effect"
 * import { FetchHttpClient } from "effect/http"
 *
 * const layer = RoomsHttp.layer({
 *   baseUrl: "https://rooms.example.com",
 *   apiKey: Redacted.make("your-api-key")
 * }).pipe(Layer.provide(FetchHttpClient.layer))
 * ```
 */
export const layer = (
  options: RoomsHttpOptions
): Layer.Layer<Backend | RoomServices.RoomServices, InvalidConfiguration, HttpClient.HttpClient> =>
  Layer.provideMerge(RoomServices.layer, layerBackend(options))

/** The options in the environment: `ROOMS_BASE_URL` and `ROOMS_API_KEY`. */
export const config: Config.Config<RoomsHttpOptions> = /*#__PURE__*/ Config.all(variables)

/**
 * Provides the five services with options from configuration. Default: `config`, which reads `ROOMS_BASE_URL` and
 * `ROOMS_API_KEY`. Fails with `InvalidConfiguration`, which names the variable that is missing or invalid.
 *
 * @example
 * ```ts
 * import { RoomsHttp } from "@effect-rooms/http-client"
 * import { Config, Layer } from "effect"
 * import { FetchHttpClient } from "effect/http"
 *
 * const layer = RoomsHttp.layerConfig({
 *   baseUrl: Config.String("MEETINGS_URL"),
 *   apiKey: Config.Redacted("MEETINGS_KEY")
 * }).pipe(Layer.provide(FetchHttpClient.layer))
 * ```
 */
export const layerConfig = (
  options: Config.Wrap<RoomsHttpOptions> = variables
): Layer.Layer<Backend | RoomServices.RoomServices, InvalidConfiguration, HttpClient.HttpClient> =>
  Layer.unwrap(Effect.map(configured(options), layer))

/**
 * Provides the backend alone, over the platform's `fetch`. Combined with the layer of a single service, it makes the smallest
 * bundle.
 *
 * @example
 * ```ts
 * import { Rooms } from "@effect-rooms/core"
 * import { RoomsHttp } from "@effect-rooms/http-client"
 * import { Layer, Redacted } from "effect"
 *
 * const layer = Rooms.layer.pipe(
 *   Layer.provide(
 *     RoomsHttp.layerBackendFetch({ baseUrl: "https://rooms.example.com", apiKey: Redacted.make("your-api-key") })
 *   )
 * )
 * ```
 */
export const layerBackendFetch = (options: RoomsHttpOptions): Layer.Layer<Backend, InvalidConfiguration> =>
  Layer.provide(layerBackend(options), FetchHttpClient.layer)

/**
 * Provides the five services over the platform's `fetch`.
 *
 * @example
 * ```ts
 * import { RoomsHttp } from "@effect-rooms/http-client"
 * import { Redacted } from "effect"
 *
 * const layer = RoomsHttp.layerFetch({
 *   baseUrl: "https://rooms.example.com",
 *   apiKey: Redacted.make("your-api-key")
 * })
 * ```
 */
export const layerFetch = (
  options: RoomsHttpOptions
): Layer.Layer<Backend | RoomServices.RoomServices, InvalidConfiguration> =>
  Layer.provideMerge(RoomServices.layer, layerBackendFetch(options))

/**
 * Provides the five services over the platform's `fetch`, with options from configuration. Default: `ROOMS_BASE_URL` and
 * `ROOMS_API_KEY` of the environment.
 *
 * @example
 * ```ts
 * import { Rooms } from "@effect-rooms/core"
 * import { RoomsHttp } from "@effect-rooms/http-client"
 * import { Effect, Stream } from "effect"
 *
 * const countRooms = Rooms.use((rooms) => Stream.runCount(rooms.stream())).pipe(
 *   Effect.provide(RoomsHttp.layerConfigFetch())
 * )
 * ```
 */
export const layerConfigFetch = (
  options: Config.Wrap<RoomsHttpOptions> = variables
): Layer.Layer<Backend | RoomServices.RoomServices, InvalidConfiguration> =>
  Layer.unwrap(Effect.map(configured(options), layerFetch))

const withOverrides =
  (overrides: Overrides) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.updateService(effect, CurrentOverrides, (before) => ({ ...before, ...overrides }))

/**
 * Sets the retry policy of one effect: fields that replace those of the default policy, or `false` to send every request once.
 *
 * @example
 * ```ts
 * import { Metrics } from "@effect-rooms/core"
 * import { RoomsHttp } from "@effect-rooms/http-client"
 *
 * const once = Metrics.use((metrics) => metrics.get).pipe(RoomsHttp.withRetryPolicy(false))
 * ```
 */
export const withRetryPolicy = (retry: RetryPolicyInput) => withOverrides({ retry })

/**
 * Sets the deadline of each operation in one effect, including all attempts and waits; `false` for none.
 *
 * @example
 * ```ts
 * import { Rooms } from "@effect-rooms/core"
 * import { RoomsHttp } from "@effect-rooms/http-client"
 *
 * const quickly = Rooms.use((rooms) => rooms.page()).pipe(RoomsHttp.withTimeout("2 seconds"))
 * ```
 */
export const withTimeout = (timeout: Duration.Input | false) => withOverrides({ timeout })

/**
 * Sets the time limit of each attempt in one effect; `false` for none.
 *
 * @example
 * ```ts
 * import { Rooms } from "@effect-rooms/core"
 * import { RoomsHttp } from "@effect-rooms/http-client"
 *
 * const patiently = Rooms.use((rooms) => rooms.page()).pipe(RoomsHttp.withAttemptTimeout("30 seconds"))
 * ```
 */
export const withAttemptTimeout = (attemptTimeout: Duration.Input | false) => withOverrides({ attemptTimeout })
