/**
 * Streams who joins and leaves a room to a browser, as server-sent events.
 *
 *     ROOMS_BASE_URL=http://127.0.0.1:4010 ROOMS_API_KEY=dev node live-presence.ts
 *     curl -N http://127.0.0.1:3000/rooms/<roomId>/presence
 */
import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import {
  InvalidRequest,
  LiveRooms,
  PollFailed,
  PresenceEvent,
  RoomId,
  ServiceError,
  Unauthorized
} from "@effect-rooms/core"
import { RoomsHttp } from "@effect-rooms/http-client"
import { Effect, Layer, Schedule, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"

/** The interface of the server: one endpoint, which never ends. */
export const Api = HttpApi.make("live-presence").add(
  HttpApiGroup.make("presence").add(
    HttpApiEndpoint.get("watch", "/rooms/:roomId/presence", {
      params: { roomId: RoomId },
      success: HttpApiSchema.StreamSse({
        data: Schema.toCodecJson(Schema.Union([PresenceEvent, PollFailed])),
        error: Schema.toCodecJson(Schema.Union([Unauthorized, InvalidRequest, ServiceError]))
      })
    })
  )
)

/** Polls every two seconds while somebody listens. A failed poll is an event, and the stream goes on. */
export const layerHandlers = HttpApiBuilder.group(
  Api,
  "presence",
  Effect.fnUntraced(function* (handlers) {
    const live = yield* LiveRooms
    return handlers.handle("watch", ({ params }) =>
      Effect.succeed(live.watch(params.roomId, { every: Schedule.spaced("2 seconds"), onError: "report" }))
    )
  })
)

if (import.meta.main) {
  HttpRouter.serve(HttpApiBuilder.layer(Api).pipe(Layer.provide(layerHandlers))).pipe(
    Layer.provide(RoomsHttp.layerConfigFetch()),
    Layer.provide(NodeHttpServer.layer(createServer, { port: 3000 })),
    Layer.launch,
    NodeRuntime.runMain
  )
}
