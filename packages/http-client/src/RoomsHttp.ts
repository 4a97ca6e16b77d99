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
import { ownExchange } from "./internal/exchange.ts"
import { exchangeOver } from "./internal/exchangeOver.ts"
import { makeExecute } from "./internal/execute.ts"
import { layerFetchClient } from "./internal/fetchExchange.ts"
import { makeOperations } from "./internal/operations.ts"
import { withoutClientSpans, withoutRedirects } from "./internal/privacy.ts"
import { RateLimit } from "./RateLimit.ts"
import { RetryBudgetBucket } from "./RetryBudget.ts"
import { CurrentOverrides, type Overrides, type RetryPolicyInput } from "./RetryPolicy.ts"
import { checkOptions, type RoomsHttpOptions } from "./RoomsHttpOptions.ts"

/**
 * The backend over the `HttpClient` of the context, with the `RateLimit` and the `CircuitBreaker` where the context has them.
 * Fails with `InvalidConfiguration` before anything is sent.
 */
export const make = Effect.fnUntraced(function* (
  options: RoomsHttpOptions
): Effect.fn.Return<Operations, InvalidConfiguration, HttpClient.HttpClient> {
  const checked = yield* Effect.fromResult(checkOptions(options))
  const httpClient = yield* HttpClient.HttpClient
  const exchange = ownExchange(httpClient) ?? exchangeOver(httpClient.pipe(withoutRedirects, withoutClientSpans))
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

/** The five services and their backend, over the `HttpClient` of the context. */
export const layer = (
  options: RoomsHttpOptions
): Layer.Layer<Backend | RoomServices.RoomServices, InvalidConfiguration, HttpClient.HttpClient> =>
  RoomServices.layer.pipe(Layer.provideMerge(Layer.effect(Backend, make(options))))

/** The options that stand in the environment: `ROOMS_BASE_URL` and `ROOMS_API_KEY`. */
export const config: Config.Config<RoomsHttpOptions> = Config.all({
  baseUrl: Config.String("ROOMS_BASE_URL"),
  apiKey: Config.Redacted("ROOMS_API_KEY")
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
  Layer.provide(layer(options), layerFetchClient)

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
