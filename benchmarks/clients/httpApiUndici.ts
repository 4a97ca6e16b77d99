/** Effect's own client of our contract, over Effect's own undici layer. It checks the answers, and retries nothing. */

import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { RoomsApi } from "@effect-rooms/core/RoomsApi"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { headers, type MakeClient } from "./Client.ts"

const makeApiClient = (baseUrl: string) =>
  HttpApiClient.make(RoomsApi, {
    baseUrl,
    transformClient: HttpClient.mapRequest(HttpClientRequest.setHeaders(headers))
  })

class ApiClient extends Context.Service<ApiClient, Effect.Success<ReturnType<typeof makeApiClient>>>()(
  "@effect-rooms/benchmarks/ApiClient"
) {}

export const make: MakeClient = (url) => {
  const runtime = ManagedRuntime.make(
    Layer.provide(Layer.effect(ApiClient, makeApiClient(url)), NodeHttpClient.layerUndici)
  )
  return {
    requests: (total, concurrency) =>
      runtime.runPromise(
        ApiClient.use((client) => {
          let left = total
          const worker = Effect.whileLoop({
            while: () => left-- > 0,
            body: () => client.listRooms({ query: {} }),
            step: () => {}
          })
          return Effect.forEach(Array.from({ length: concurrency }), () => worker, { concurrency, discard: true })
        })
      )
  }
}
