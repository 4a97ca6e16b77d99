/**
 * The admin routes, answered by the world.
 */
import { NotFound } from "@effect-rooms/core/RoomsApi"
import {
  type PeerAbsent,
  type PeerPresent,
  type RoomIdle,
  type RoomLocked,
  type RoomUnknown,
  type SessionUnknown,
  World
} from "@effect-rooms/testing"
import { layerValidation } from "@effect-rooms/testing/WorldApi"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Layer from "effect/Layer"
import { AdminApi, Conflict } from "../AdminApi.ts"

const unknown = ({ message }: RoomUnknown | SessionUnknown) => new NotFound({ message })

const refused = (error: RoomUnknown | RoomLocked | RoomIdle | PeerPresent | PeerAbsent): NotFound | Conflict =>
  error._tag === "RoomUnknown" ? unknown(error) : new Conflict({ message: error.message })

const mediaPlane = HttpApiBuilder.group(
  AdminApi,
  "mediaPlane",
  Effect.fnUntraced(function* (handlers) {
    const world = yield* World
    return handlers.handleAll({
      join: ({ params, payload }) => Effect.mapError(world.join(params.roomId, payload), refused),
      leave: ({ params, payload }) => Effect.mapError(world.leave(params.roomId, payload.peerId), refused),
      end: ({ params }) =>
        world.endSession(params.roomId).pipe(
          Effect.map((sessionId) => ({ sessionId })),
          Effect.mapError(refused)
        ),
      lock: ({ params, payload }) => Effect.mapError(world.lock(params.roomId, payload.locked), unknown),
      livestream: ({ params }) => Effect.mapError(world.livestream(params.roomId), unknown),
      record: ({ params, payload }) => Effect.mapError(world.record(params.sessionId, payload), unknown)
    })
  })
)

const health = HttpApiBuilder.group(AdminApi, "health", (handlers) =>
  handlers.handleAll({ health: () => Effect.succeed({ status: "ok" as const }) })
)

export const layerAdmin = HttpApiBuilder.layer(AdminApi, { openapiPath: "/__emulator/openapi.json" }).pipe(
  Layer.provide([mediaPlane, health]),
  Layer.provide(layerValidation)
)
