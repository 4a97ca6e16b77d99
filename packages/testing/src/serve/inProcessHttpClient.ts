/** A client whose requests the world answers in process. */
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { WorldHost } from "../world/WorldHost.ts"
import { makeHttpHandler } from "./http.ts"
import { makeRoundTrip } from "./roundTrip.ts"
import { layerRoutes, routerConfig } from "./routes.ts"

/**
 * Provides an `HttpClient` that answers in process with the world of the context: the real client, its codecs and its errors
 * run, and no socket is opened. The host of a request doesn't matter.
 *
 * @example
 * ```ts
 * import { RoomsHttp } from "@effect-rooms/http-client"
 * import { defaultApiKey, FakeRooms, World } from "@effect-rooms/testing"
 * import { Layer } from "effect"
 *
 * const layer = RoomsHttp.layer({ baseUrl: "http://localhost", apiKey: defaultApiKey }).pipe(
 *   Layer.provide(FakeRooms.layerHttpClient),
 *   Layer.provideMerge(World.layer())
 * )
 * ```
 */
export const layerHttpClient: Layer.Layer<HttpClient.HttpClient, never, WorldHost> = Layer.effect(
  HttpClient.HttpClient,
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const handler = makeHttpHandler(yield* WorldHost, yield* HttpRouter.toHttpEffect(layerRoutes()))
    const { roundTrip } = makeRoundTrip()
    return HttpClient.make((request) => {
      const serverRequest = HttpServerRequest.fromClientRequest(request)
      const requestScope = Scope.forkUnsafe(scope)
      return handler.pipe(
        Effect.map((response) => HttpServerResponse.toClientResponse(response, { request })),
        Effect.provideService(HttpServerRequest.HttpServerRequest, serverRequest),
        Effect.provideService(Scope.Scope, requestScope),
        Effect.mapError(
          (cause) =>
            new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, cause }) })
        ),
        Effect.onExit((exit) => Scope.close(requestScope, exit)),
        roundTrip
      )
    })
  })
).pipe(Layer.provide(HttpServer.layerServices), Layer.provide(Layer.succeed(HttpRouter.RouterConfig, routerConfig)))
