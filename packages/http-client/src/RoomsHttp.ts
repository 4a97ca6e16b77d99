/**
 * The backend over HTTP, and with it the five services, on any `HttpClient`.
 *
 * @module
 */
import { Backend, type Operations } from "@effect-rooms/core/Backend"
import { makeMask } from "@effect-rooms/core/Mask"
import * as RoomServices from "@effect-rooms/core/RoomServices"
import * as Config from "effect/Config"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import { CircuitBreaker } from "./CircuitBreaker.ts"
import type { InvalidConfiguration } from "./InvalidConfiguration.ts"
import { makeSend } from "./internal/attempt.ts"
import { type Exchange, ownExchange } from "./internal/exchange.ts"
import { exchangeOver } from "./internal/exchangeOver.ts"
import { makeExecute } from "./internal/execute.ts"
import { fetchExchange } from "./internal/fetchExchange.ts"
import { makeOperations } from "./internal/operations.ts"
import { withoutClientSpans, withoutRedirects } from "./internal/privacy.ts"
import { RateLimit } from "./RateLimit.ts"
import { RetryBudgetBucket } from "./RetryBudget.ts"
import { CurrentOverrides, type Overrides, type RetryPolicyInput } from "./RetryPolicy.ts"
import { checkOptions, type RoomsHttpOptions } from "./RoomsHttpOptions.ts"

const makeOn = Effect.fnUntraced(function* (
  options: RoomsHttpOptions,
  exchange: Exchange
): Effect.fn.Return<Operations, InvalidConfiguration> {
  const checked = yield* Effect.fromResult(checkOptions(options))
  const mask = makeMask(checked.apiKey)
  const execute = makeExecute({
    options: checked,
    send: makeSend(exchange, checked.maxBodyBytes, mask),
    budget: checked.retryBudget === undefined ? undefined : new RetryBudgetBucket(checked.retryBudget),
    rateLimit: yield* Effect.serviceOption(RateLimit),
    circuitBreaker: yield* Effect.serviceOption(CircuitBreaker)
  })
  return Backend.make(makeOperations(checked, mask, execute))
})

// Functions, not values: a bundler leaves out what a program on `fetch` does not call, and the `HttpClient` with it.
const exchangeOf = (httpClient: HttpClient.HttpClient): Exchange =>
  ownExchange(httpClient) ?? exchangeOver(httpClient.pipe(withoutRedirects, withoutClientSpans))

/**
 * The backend over the `HttpClient` of the context, with the `RateLimit` and the `CircuitBreaker` where the context has them.
 * Fails with `InvalidConfiguration` before anything is sent.
 */
export const make = (
  options: RoomsHttpOptions
): Effect.Effect<Operations, InvalidConfiguration, HttpClient.HttpClient> =>
  Effect.flatMap(HttpClient.HttpClient, (httpClient) => makeOn(options, exchangeOf(httpClient)))

const layerOf = <R>(backend: Effect.Effect<Operations, InvalidConfiguration, R>) =>
  RoomServices.layer.pipe(Layer.provideMerge(Layer.effect(Backend, backend)))

/** The five services and their backend, over the `HttpClient` of the context. */
export const layer = (
  options: RoomsHttpOptions
): Layer.Layer<Backend | RoomServices.RoomServices, InvalidConfiguration, HttpClient.HttpClient> =>
  layerOf(make(options))

/** The options that stand in the environment: `ROOMS_BASE_URL` and `ROOMS_API_KEY`. */
export const config: Config.Config<RoomsHttpOptions> = /*#__PURE__*/ Config.all({
  baseUrl: /*#__PURE__*/ Config.String("ROOMS_BASE_URL"),
  apiKey: /*#__PURE__*/ Config.Redacted("ROOMS_API_KEY")
})

/** `layer` with options from configuration. Default: `config`. */
export const layerConfig = (
  options: Config.Wrap<RoomsHttpOptions> = config
): Layer.Layer<Backend | RoomServices.RoomServices, InvalidConfiguration | Config.ConfigError, HttpClient.HttpClient> =>
  Layer.unwrap(Effect.map(Config.unwrap(options), layer))

/** `layer` over the platform's `fetch`. */
export const layerFetch = (
  options: RoomsHttpOptions
): Layer.Layer<Backend | RoomServices.RoomServices, InvalidConfiguration> =>
  layerOf(Effect.flatMap(fetchExchange, (exchange) => makeOn(options, exchange)))

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
