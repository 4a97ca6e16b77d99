/**
 * The doors to a world that need no socket.
 *
 * @module
 */
import { Backend } from "@effect-rooms/core/Backend"
import * as RoomServices from "@effect-rooms/core/RoomServices"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { throughHttpDoor } from "./internal/httpDoor.ts"
import { makeMemoryDoor } from "./internal/memoryDoor.ts"
import { defaultApiKey, World, type WorldOptions, type WorldOptionsError } from "./World.ts"
import { layerRoutes, routerConfig } from "./WorldApi.ts"

/**
 * The backend of one API key (default: `defaultApiKey`) in the world of the context: no codecs, no HTTP. A fault is the typed error
 * that the transport would give for one attempt.
 */
export const layerBackend = (apiKey: Redacted.Redacted<string> = defaultApiKey): Layer.Layer<Backend, never, World> =>
  Layer.effect(
    Backend,
    Effect.map(World, (world) => Backend.make(makeMemoryDoor(world, apiKey)))
  )

/** The five services on a world in memory, for its first API key, and the world itself to make things happen. */
export const layer = (
  options?: WorldOptions
): Layer.Layer<RoomServices.RoomServices | Backend | World, WorldOptionsError> =>
  RoomServices.layer.pipe(
    Layer.provideMerge(layerBackend(options?.apiKeys?.[0])),
    Layer.provideMerge(World.layer(options))
  )

/**
 * An `HttpClient` that answers in process with the world of the context: the real client, its codecs and its errors run,
 * and no socket is opened. The host of a request does not matter.
 */
export const layerHttpClient: Layer.Layer<HttpClient.HttpClient, never, World> = Layer.effect(
  HttpClient.HttpClient,
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const handler = throughHttpDoor(yield* World, yield* HttpRouter.toHttpEffect(layerRoutes))
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
        Effect.onExit((exit) => Scope.close(requestScope, exit))
      )
    })
  })
).pipe(Layer.provide(HttpServer.layerServices), Layer.provide(Layer.succeed(HttpRouter.RouterConfig, routerConfig)))
