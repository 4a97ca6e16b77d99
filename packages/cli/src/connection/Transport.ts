/**
 * The client that carries requests to the service.
 *
 * @module
 */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { makeAgents, proxiesOfEnvironment, unpacking } from "@effect-rooms/http-client/node/unstable"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import { ConnectionLog } from "./ConnectionLog.ts"

const layerAgents = Layer.effect(
  NodeHttpClient.HttpAgent,
  Effect.gen(function* () {
    const log = yield* ConnectionLog
    const proxies = yield* proxiesOfEnvironment
    log.onStart()
    return yield* Effect.acquireRelease(
      Effect.sync(() => makeAgents({ proxies, onConnected: log.onConnected })),
      ({ http, https }) =>
        Effect.sync(() => {
          http.destroy()
          https.destroy()
        })
    )
  })
)

/**
 * The HTTP client of every command that calls the service: `node:http`, which loads faster than Node's `fetch`. It connects
 * through the proxies of the environment, decompresses responses, reuses connections and closes them with the layer. Tests
 * replace it.
 */
export const Transport: Context.Reference<Layer.Layer<HttpClient.HttpClient>> = Context.Reference(
  "@effect-rooms/cli/Transport",
  {
    defaultValue: () =>
      Layer.effect(HttpClient.HttpClient, Effect.map(HttpClient.HttpClient, unpacking)).pipe(
        Layer.provide(NodeHttpClient.layerNodeHttpNoAgent),
        Layer.provide(layerAgents)
      )
  }
)
