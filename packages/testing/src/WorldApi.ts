/**
 * The world behind the HTTP contract: the handlers of `RoomsApi`, for any server or for none at all.
 *
 * @module
 */

import type {
  InvalidRequest,
  NoLiveSession,
  RoomNotFound,
  SessionNotFound,
  Unauthorized
} from "@effect-rooms/core/DomainError"
import {
  ApiKeyAuthorization,
  BadRequest,
  ContentTooLarge,
  CurrentApiKey,
  NotFound,
  RequestValidation,
  RoomsApi,
  Unauthenticated
} from "@effect-rooms/core/RoomsApi"
import { fromSchemaError } from "@effect-rooms/core/unstable"
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import type * as Etag from "effect/http/Etag"
import type { HttpPlatform } from "effect/http/HttpPlatform"
import type * as HttpRouter from "effect/http/HttpRouter"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Layer from "effect/Layer"
import type { Path } from "effect/Path"
import * as Redacted from "effect/Redacted"
import * as encoded from "./serve/encode.ts"
import { jsonErrors, type KnownRoute } from "./serve/jsonErrors.ts"
import { World, type WorldOperations } from "./World.ts"

type NotFoundError = RoomNotFound | SessionNotFound | NoLiveSession

const notFound = (error: NotFoundError) => new NotFound({ message: error.serverMessage ?? error.message })

const unauthenticated = (error: Unauthorized) => new Unauthenticated({ message: error.serverMessage ?? error.message })

const contentTooLarge = (error: InvalidRequest) => new ContentTooLarge({ message: error.problem })

/** Runs one operation as the API key of the request. */
const asCaller = <A, E, WE>(
  world: World["Service"],
  run: (operations: WorldOperations) => Effect.Effect<A, E>,
  answer: (value: A) => HttpServerResponse,
  refuse: (error: E) => WE
): Effect.Effect<HttpServerResponse, WE, CurrentApiKey> =>
  Effect.flatMap(CurrentApiKey, (apiKey) =>
    Effect.mapBoth(run(world.operations(apiKey)), { onFailure: refuse, onSuccess: answer })
  )

const orNotFound = (error: Unauthorized | NotFoundError): Unauthenticated | NotFound =>
  error._tag === "Unauthorized" ? unauthenticated(error) : notFound(error)

const orTooLarge = (error: Unauthorized | InvalidRequest): Unauthenticated | ContentTooLarge =>
  error._tag === "Unauthorized" ? unauthenticated(error) : contentTooLarge(error)

const roomsHandlers = HttpApiBuilder.group(
  RoomsApi,
  "rooms",
  Effect.fnUntraced(function* (handlers) {
    const world = yield* World
    return handlers.handleAll({
      createRoom: ({ payload }) =>
        asCaller(world, ({ createRoom }) => createRoom(payload), encoded.createdRoom, orTooLarge),
      listRooms: ({ query }) =>
        asCaller(world, ({ listRooms }) => listRooms(query), encoded.roomsPage, unauthenticated),
      roomDetails: ({ params }) =>
        asCaller(world, ({ roomDetails }) => roomDetails(params), encoded.roomDetails, orNotFound),
      roomMetadata: ({ params }) =>
        asCaller(world, ({ roomMetadata }) => roomMetadata(params), encoded.roomMetadata, orNotFound),
      listSessions: ({ query }) =>
        asCaller(world, ({ listSessions }) => listSessions(query), encoded.sessionsPage, orNotFound),
      sessionParticipants: ({ query }) =>
        asCaller(world, ({ sessionParticipants }) => sessionParticipants(query), encoded.participants, orNotFound)
    })
  })
)

const liveSessionsHandlers = HttpApiBuilder.group(
  RoomsApi,
  "liveSessions",
  Effect.fnUntraced(function* (handlers) {
    const world = yield* World
    return handlers.handleAll({
      liveParticipants: ({ params }) =>
        asCaller(world, ({ liveParticipants }) => liveParticipants(params), encoded.liveParticipants, orNotFound)
    })
  })
)

const recordingsHandlers = HttpApiBuilder.group(
  RoomsApi,
  "recordings",
  Effect.fnUntraced(function* (handlers) {
    const world = yield* World
    return handlers.handleAll({
      listRecordings: ({ query }) =>
        asCaller(world, ({ listRecordings }) => listRecordings(query), encoded.recordingsPage, unauthenticated)
    })
  })
)

const metricsHandlers = HttpApiBuilder.group(
  RoomsApi,
  "metrics",
  Effect.fnUntraced(function* (handlers) {
    const world = yield* World
    return handlers.handleAll({
      metrics: () => asCaller(world, ({ metrics }) => metrics({}), encoded.usageMetrics, unauthenticated)
    })
  })
)

const authorization = Layer.effect(
  ApiKeyAuthorization,
  Effect.map(World, (world) =>
    ApiKeyAuthorization.of({
      apiKey: (httpEffect, { credential }) =>
        Effect.gen(function* () {
          if (yield* world.isTenant(credential)) {
            return yield* Effect.provideService(httpEffect, CurrentApiKey, credential)
          }
          const message = Redacted.value(credential) === "" ? "the header x-api-key is missing" : "unknown API key"
          return yield* new Unauthenticated({ message })
        })
    })
  )
)

/** Answers a request that does not fit with 400 and a message that names the field: `query.limit: expected …`. */
export const layerValidation = HttpApiMiddleware.layerSchemaErrorTransform(RequestValidation, (error) => {
  const { path, problem } = fromSchemaError(error.cause)
  const part = { Params: "path", Query: "query", Payload: "body" }[error.kind as string] ?? "request"
  return Effect.fail(new BadRequest({ message: `${path === "" ? part : `${part}.${path}`}: ${problem}` }))
})

const openapiPath = "/openapi.json"

/** Where the endpoints of an API are. */
export const routesOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<KnownRoute> => {
  const routes: Array<KnownRoute> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint: { method, path } }) => {
      routes.push({ method, path })
    }
  })
  return routes
}

/**
 * The routes of the nine operations and `/openapi.json`. Whatever goes wrong on a route of the router is answered with JSON that
 * has a `message`; for that, it is told the `others` that it has.
 */
export const layerRoutesBeside = (
  others: ReadonlyArray<KnownRoute>
): Layer.Layer<never, never, World | HttpRouter.HttpRouter | Etag.Generator | FileSystem | HttpPlatform | Path> =>
  HttpApiBuilder.layer(RoomsApi, { openapiPath }).pipe(
    Layer.provide([roomsHandlers, liveSessionsHandlers, recordingsHandlers, metricsHandlers]),
    Layer.provide([authorization, layerValidation]),
    Layer.provide(jsonErrors([...routesOf(RoomsApi), { method: "GET", path: openapiPath }, ...others]))
  )

/** The same routes, alone on a router. */
export const layerRoutes = layerRoutesBeside([])

export { BrokenConnection } from "./serve/BrokenConnection.ts"
export { type HttpDoorOptions, throughHttpDoor } from "./serve/http.ts"
export type { KnownRoute }

/** A router on which the ids of rooms may be as long as a URL can be, and paths are taken as they are written. */
export const routerConfig: (typeof HttpRouter.RouterConfig)["Service"] = {
  caseSensitive: true,
  maxParamLength: 16_384,
  ignoreDuplicateSlashes: false,
  ignoreTrailingSlash: false
}
