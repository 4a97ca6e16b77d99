/**
 * The world behind the HTTP contract: the handlers of `RoomsApi`, for any server or for none at all.
 *
 * @module
 */
import type {
  MetadataTooLarge,
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
import { fromSchemaError } from "@effect-rooms/core/SchemaProblem"
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import type * as Etag from "effect/http/Etag"
import type { HttpPlatform } from "effect/http/HttpPlatform"
import type * as HttpRouter from "effect/http/HttpRouter"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Layer from "effect/Layer"
import type { Path } from "effect/Path"
import * as Redacted from "effect/Redacted"
import { jsonErrors } from "./internal/jsonErrors.ts"
import { World, type WorldOperations } from "./World.ts"

type NotFoundError = RoomNotFound | SessionNotFound | NoLiveSession

const notFound = (error: NotFoundError) => new NotFound({ message: error.serverMessage ?? error.message })

const unauthenticated = (error: Unauthorized) => new Unauthenticated({ message: error.serverMessage ?? error.message })

const contentTooLarge = (error: MetadataTooLarge) => new ContentTooLarge({ message: error.message })

/** Runs one operation as the API key of the request. */
const asCaller = <A, E>(
  world: World["Service"],
  run: (operations: WorldOperations) => Effect.Effect<A, E>
): Effect.Effect<A, E, CurrentApiKey> => Effect.flatMap(CurrentApiKey, (apiKey) => run(world.operations(apiKey)))

const roomsHandlers = HttpApiBuilder.group(
  RoomsApi,
  "rooms",
  Effect.fnUntraced(function* (handlers) {
    const world = yield* World
    return handlers.handleAll({
      createRoom: ({ payload }) =>
        asCaller(world, ({ createRoom }) => createRoom(payload)).pipe(
          Effect.catchTags({
            Unauthorized: (error) => Effect.fail(unauthenticated(error)),
            MetadataTooLarge: (error) => Effect.fail(contentTooLarge(error))
          })
        ),
      listRooms: ({ query }) =>
        Effect.mapError(
          asCaller(world, ({ listRooms }) => listRooms(query)),
          unauthenticated
        ),
      roomDetails: ({ params }) =>
        Effect.mapError(
          asCaller(world, ({ roomDetails }) => roomDetails(params)),
          orNotFound
        ),
      roomMetadata: ({ params }) =>
        Effect.mapError(
          asCaller(world, ({ roomMetadata }) => roomMetadata(params)),
          orNotFound
        ),
      listSessions: ({ query }) =>
        Effect.mapError(
          asCaller(world, ({ listSessions }) => listSessions(query)),
          orNotFound
        ),
      sessionParticipants: ({ query }) =>
        Effect.mapError(
          asCaller(world, ({ sessionParticipants }) => sessionParticipants(query)),
          orNotFound
        )
    })
  })
)

const orNotFound = (error: Unauthorized | NotFoundError): Unauthenticated | NotFound =>
  error._tag === "Unauthorized" ? unauthenticated(error) : notFound(error)

const liveSessionsHandlers = HttpApiBuilder.group(
  RoomsApi,
  "liveSessions",
  Effect.fnUntraced(function* (handlers) {
    const world = yield* World
    return handlers.handleAll({
      liveParticipants: ({ params }) =>
        Effect.mapError(
          asCaller(world, ({ liveParticipants }) => liveParticipants(params)),
          orNotFound
        )
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
        Effect.mapError(
          asCaller(world, ({ listRecordings }) => listRecordings(query)),
          unauthenticated
        )
    })
  })
)

const metricsHandlers = HttpApiBuilder.group(
  RoomsApi,
  "metrics",
  Effect.fnUntraced(function* (handlers) {
    const world = yield* World
    return handlers.handleAll({
      metrics: () =>
        Effect.mapError(
          asCaller(world, ({ metrics }) => metrics),
          unauthenticated
        )
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

/** The routes of the nine operations and `/openapi.json`. Whatever goes wrong on them is answered with JSON that has a `message`. */
export const layerRoutes: Layer.Layer<
  never,
  never,
  World | HttpRouter.HttpRouter | Etag.Generator | FileSystem | HttpPlatform | Path
> = HttpApiBuilder.layer(RoomsApi, { openapiPath: "/openapi.json" }).pipe(
  Layer.provide([roomsHandlers, liveSessionsHandlers, recordingsHandlers, metricsHandlers]),
  Layer.provide([authorization, layerValidation]),
  Layer.provide(jsonErrors)
)

/** A router on which the ids of rooms may be as long as a URL can be, and paths are taken as they are written. */
export const routerConfig: (typeof HttpRouter.RouterConfig)["Service"] = {
  caseSensitive: true,
  maxParamLength: 16_384,
  ignoreDuplicateSlashes: false,
  ignoreTrailingSlash: false
}
