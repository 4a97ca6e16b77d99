/**
 * The backend over HTTP, and with it the five services, on any `HttpClient`.
 *
 * @module
 */
import { Backend, type Operations } from "@effect-rooms/core/Backend"
import * as RoomServices from "@effect-rooms/core/RoomServices"
import * as Config from "effect/Config"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import type { InvalidConfiguration } from "./InvalidConfiguration.ts"
import { configured, variables } from "./internal/configured.ts"
import { exchangeOf } from "./internal/exchangeOver.ts"
import { fetchExchange } from "./internal/fetchExchange.ts"
import { makeBackend } from "./internal/makeBackend.ts"
import { makeTelemetry } from "./internal/telemetry.ts"
import { CurrentOverrides, type Overrides, type RetryPolicyInput } from "./RetryPolicy.ts"
import type { RoomsHttpOptions } from "./RoomsHttpOptions.ts"

/**
 * The backend over the `HttpClient` of the context, with the `RateLimit` and the `CircuitBreaker` where the context has them.
 * Fails with `InvalidConfiguration` before anything is sent.
 */
export const make = (
  options: RoomsHttpOptions
): Effect.Effect<Operations, InvalidConfiguration, HttpClient.HttpClient> =>
  Effect.flatMap(HttpClient.HttpClient, (httpClient) => makeBackend(options, exchangeOf(httpClient), makeTelemetry))

/** The backend alone, over the `HttpClient` of the context. */
export const layerBackend = (
  options: RoomsHttpOptions
): Layer.Layer<Backend, InvalidConfiguration, HttpClient.HttpClient> => Layer.effect(Backend, make(options))

/** The five services and their backend, over the `HttpClient` of the context. */
export const layer = (
  options: RoomsHttpOptions
): Layer.Layer<Backend | RoomServices.RoomServices, InvalidConfiguration, HttpClient.HttpClient> =>
  Layer.provideMerge(RoomServices.layer, layerBackend(options))

/** The options in the environment: `ROOMS_BASE_URL` and `ROOMS_API_KEY`. */
export const config: Config.Config<RoomsHttpOptions> = /*#__PURE__*/ Config.all(variables)

/**
 * `layer` with options from configuration. Default: `config`. Fails with `InvalidConfiguration`, which names the variable that is
 * missing or wrong.
 */
export const layerConfig = (
  options: Config.Wrap<RoomsHttpOptions> = variables
): Layer.Layer<Backend | RoomServices.RoomServices, InvalidConfiguration, HttpClient.HttpClient> =>
  Layer.unwrap(Effect.map(configured(options), layer))

/**
 * `layerBackend` over the platform's `fetch`. With the layer of one service, such as `Rooms.layer`, a bundle leaves out what
 * the others need.
 */
export const layerBackendFetch = (options: RoomsHttpOptions): Layer.Layer<Backend, InvalidConfiguration> =>
  Layer.effect(
    Backend,
    Effect.flatMap(fetchExchange, (exchange) => makeBackend(options, exchange, makeTelemetry))
  )

/** `layer` over the platform's `fetch`. */
export const layerFetch = (
  options: RoomsHttpOptions
): Layer.Layer<Backend | RoomServices.RoomServices, InvalidConfiguration> =>
  Layer.provideMerge(RoomServices.layer, layerBackendFetch(options))

/** `layerConfig` over the platform's `fetch`. */
export const layerConfigFetch = (
  options: Config.Wrap<RoomsHttpOptions> = variables
): Layer.Layer<Backend | RoomServices.RoomServices, InvalidConfiguration> =>
  Layer.unwrap(Effect.map(configured(options), layerFetch))

const withOverrides =
  (overrides: Overrides) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.updateService(effect, CurrentOverrides, (before) => ({ ...before, ...overrides }))

/** Another retry policy for one effect: parts of one over the defaults, or `false` to send every request once. */
export const withRetryPolicy = (retry: RetryPolicyInput) => withOverrides({ retry })

/** Another deadline for each operation of one effect; `false` for none. */
export const withTimeout = (timeout: Duration.Input | false) => withOverrides({ timeout })

/** Another limit for each attempt of one effect; `false` for none. */
export const withAttemptTimeout = (attemptTimeout: Duration.Input | false) => withOverrides({ attemptTimeout })
