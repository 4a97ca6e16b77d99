/**
 * The client that carries requests to the service.
 *
 * @module
 */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { makeAgents, proxiesOfEnvironment, unpacking } from "@effect-rooms/http-client/node/plumbing"
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
    log.mayBeConnected = false
    const onConnected = () => {
      log.mayBeConnected = true
    }
    return yield* Effect.acquireRelease(
      Effect.sync(() => makeAgents({ proxies, onConnected })),
      ({ http, https }) =>
        Effect.sync(() => {
          http.destroy()
          https.destroy()
        })
    )
  })
)

/**
 * The client of every command that asks the service something: Node's own, which loads faster than its `fetch`. It connects
 * through the proxies of the environment and unpacks compressed answers. It reuses connections, and closes them with the layer.
 * Tests replace it.
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
