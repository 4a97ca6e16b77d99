/**
 * The backend over HTTP, and with it the five services, on any `HttpClient`.
 *
 * @module
 */
import { Backend, type Operations } from "@effect-rooms/core/Backend"
import * as RoomServices from "@effect-rooms/core/RoomServices"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import type { InvalidConfiguration } from "./InvalidConfiguration.ts"
import { makeAttempt } from "./internal/attempt.ts"
import { makeExecute } from "./internal/execute.ts"
import { makeMask } from "./internal/mask.ts"
import { makeOperations } from "./internal/operations.ts"
import { withoutClientSpans, withoutRedirects } from "./internal/privacy.ts"
import { checkOptions, type RoomsHttpOptions } from "./RoomsHttpOptions.ts"

/** The backend over the `HttpClient` of the context. Fails with `InvalidConfiguration` before anything is sent. */
export const make = Effect.fnUntraced(function* (
  options: RoomsHttpOptions
): Effect.fn.Return<Operations, InvalidConfiguration, HttpClient.HttpClient> {
  const checked = yield* Effect.fromResult(checkOptions(options))
  const httpClient = (yield* HttpClient.HttpClient).pipe(withoutRedirects, withoutClientSpans)
  const mask = makeMask(checked.apiKey)
  const attempt = makeAttempt(httpClient, checked.maxBodyBytes, mask)
  return Backend.make(makeOperations(checked, mask, makeExecute(attempt, checked.timeout)))
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
  Layer.provide(layer(options), FetchHttpClient.layer)
