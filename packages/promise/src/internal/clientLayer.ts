/**
 * The services of a client from its plain options, which are checked before anything else happens.
 */
import { Backend } from "@effect-rooms/core/Backend"
import * as RoomServices from "@effect-rooms/core/RoomServices"
import type { InvalidConfiguration } from "@effect-rooms/http-client/InvalidConfiguration"
import { checkOptions, type RoomsHttpOptions } from "@effect-rooms/http-client/RoomsHttpOptions"
import { makeBackend } from "@effect-rooms/http-client/unstable"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { defined } from "./defined.ts"
import { isFields, type Problem, toOverrides } from "./limits.ts"
import type { Fetch, RoomsClientOptions } from "./options.ts"
import { layerOfTransport, type TransportLayer } from "./transports.ts"

/** What the calls of a client run in. */
export type ClientLayer = Layer.Layer<RoomServices.RoomServices, InvalidConfiguration>

const refuse = (field: string, problem: string) => Result.fail<Problem>({ field, problem })

const toHttpOptions = (options: RoomsClientOptions): Result.Result<RoomsHttpOptions, Problem> =>
  Result.gen(function* () {
    const { allowInsecure, apiKey, baseUrl, maxBodyBytes, retryBudget } = options
    if (!Predicate.isString(apiKey)) return yield* refuse("apiKey", "must be a string")
    if (retryBudget !== undefined && retryBudget !== false && !isFields(retryBudget)) {
      return yield* refuse("retryBudget", "must be an object or false")
    }
    const httpOptions = {
      baseUrl,
      apiKey: Redacted.make(apiKey),
      ...(yield* toOverrides(options)),
      ...defined({ allowInsecure, maxBodyBytes, retryBudget: retryBudget && defined(retryBudget) })
    }
    yield* checkOptions(httpOptions)
    return httpOptions
  })

// What stands in the global scope is looked up for each request: a program or its test may put another one there.
const globalFetch: Fetch = (input, init) => globalThis.fetch(input, init)

const checkFetch = (fetch: Fetch | undefined): Result.Result<Fetch, Problem> =>
  fetch === undefined || Predicate.isFunction(fetch)
    ? Result.succeed(fetch ?? globalFetch)
    : refuse("fetch", "must be a function")

const checkTransport = ({ fetch, transport }: RoomsClientOptions) => {
  if (fetch !== undefined) return refuse("transport", "sends the requests in place of fetch; give one of them")
  const layer = isFields(transport) ? layerOfTransport(transport) : undefined
  return layer === undefined ? refuse("transport", "is none of this package's") : Result.succeed(layer)
}

const checkHttpClient = (options: RoomsClientOptions): Result.Result<TransportLayer, Problem> =>
  options.transport === undefined
    ? Result.map(checkFetch(options.fetch), (fetch) =>
        Layer.provide(FetchHttpClient.layer, Layer.succeed(FetchHttpClient.Fetch, fetch))
      )
    : checkTransport(options)

/** Refuses options that no request could be sent with. Nothing is built and nothing is sent. */
export const toClientLayer = (options: RoomsClientOptions): Result.Result<ClientLayer, Problem> =>
  Result.gen(function* () {
    if (!isFields(options)) return yield* refuse("options", "must be an object with baseUrl and apiKey")
    const httpOptions = yield* toHttpOptions(options)
    const layerHttpClient = yield* checkHttpClient(options)
    // Without telemetry: a program without Effect couldn't read it.
    const layerBackend = Layer.effect(Backend, makeBackend(httpOptions))
    return RoomServices.layer.pipe(Layer.provide(layerBackend), Layer.provide(layerHttpClient))
  })
