/**
 * The admin routes, answered by the world.
 */
import { BadRequest, NotFound } from "@effect-rooms/core/RoomsApi"
import {
  type PeerAbsent,
  type PeerPresent,
  type RoomIdle,
  type RoomLocked,
  type RoomUnknown,
  type SessionUnknown,
  World
} from "@effect-rooms/testing"
import { type KnownRoute, layerValidation, routesOf } from "@effect-rooms/testing/unstable"
import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import { MaxBodySize } from "effect/http/HttpIncomingMessage"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { AdminApi, Conflict, WorldTime, worldTime } from "../AdminApi.ts"
import { layerDocs } from "../server/docs.ts"
import { Listener } from "../server/Listener.ts"
import type { AdjustableClock } from "./AdjustableClock.ts"
import { layerAdminGuard } from "./guard.ts"

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
      deleteRoom: ({ params }) => Effect.mapError(world.deleteRoom(params.roomId), unknown),
      livestream: ({ params }) => Effect.mapError(world.livestream(params.roomId), unknown),
      record: ({ params, payload }) => Effect.mapError(world.record(params.sessionId, payload), unknown)
    })
  })
)

const badRequest = ({ message }: { readonly message: string }) => new BadRequest({ message })

const worldGroup = HttpApiBuilder.group(
  AdminApi,
  "world",
  Effect.fnUntraced(function* (handlers) {
    const world = yield* World
    return handlers.handleAll({
      exportWorld: () => world.snapshot,
      importWorld: ({ payload }) => Effect.mapError(world.restore(payload), badRequest),
      // It began with these options once already.
      reset: () => Effect.orDie(world.reset),
      seed: ({ payload }) =>
        world.seed(payload).pipe(
          Effect.map((roomIds) => ({ roomIds })),
          Effect.mapError(badRequest)
        )
    })
  })
)

const faultsGroup = HttpApiBuilder.group(
  AdminApi,
  "faults",
  Effect.fnUntraced(function* (handlers) {
    const world = yield* World
    const listener = yield* Listener
    return handlers.handleAll({
      listFaults: () => Effect.map(world.faults, (faults) => ({ faults })),
      injectFault: ({ payload }) =>
        world.inject(payload).pipe(
          Effect.map(({ id }) => ({ id })),
          Effect.mapError(badRequest)
        ),
      removeFault: ({ params }) => world.removeFault(params.id),
      clearFaults: () => world.clearFaults,
      refuseConnections: ({ payload }) => listener.refuse(payload.millis)
    })
  })
)

const quirksGroup = HttpApiBuilder.group(
  AdminApi,
  "quirks",
  Effect.fnUntraced(function* (handlers) {
    const world = yield* World
    return handlers.handleAll({
      quirks: () => world.quirks,
      setQuirks: ({ payload }) => Effect.andThen(world.setQuirks(payload), world.quirks)
    })
  })
)

const logGroup = HttpApiBuilder.group(
  AdminApi,
  "log",
  Effect.fnUntraced(function* (handlers) {
    const world = yield* World
    return handlers.handleAll({ log: () => Effect.map(world.log, (entries) => ({ entries })) })
  })
)

const isWorldTime = Schema.is(WorldTime)

const clockGroup = (clock: AdjustableClock) => {
  const state = Effect.sync(() => ({
    nowMillis: Math.floor(clock.currentTimeMillisUnsafe()),
    isFrozen: clock.isFrozen
  }))
  const after = (change: () => void) => Effect.andThen(Effect.sync(change), state)
  const advance = (millis: number) =>
    Effect.suspend(() =>
      isWorldTime(clock.currentTimeMillisUnsafe() + millis)
        ? after(() => clock.advance(millis))
        : Effect.fail(new BadRequest({ message: `body.millis: moves the clock out of its range: ${worldTime}` }))
    )
  return HttpApiBuilder.group(AdminApi, "clock", (handlers) =>
    handlers.handleAll({
      clock: () => state,
      freezeClock: () => after(() => clock.freeze()),
      resumeClock: () => after(() => clock.resume()),
      setClock: ({ payload }) => after(() => clock.set(payload.nowMillis)),
      advanceClock: ({ payload }) => advance(payload.millis)
    })
  )
}

const health = HttpApiBuilder.group(AdminApi, "health", (handlers) =>
  handlers.handleAll({ health: () => Effect.succeed({ status: "ok" as const }) })
)

/** A request may carry a whole world. */
const maxBodySize = ByteSize.mebibytes(500)

const openapiPath = "/__emulator/openapi.json"
const docsPath = "/__emulator/docs"

/** The routes of the admin API and its documents. */
export const adminRoutes: ReadonlyArray<KnownRoute> = [
  ...routesOf(AdminApi),
  { method: "GET", path: openapiPath },
  { method: "GET", path: docsPath }
]

/** The admin API. Pages of `corsOrigins` may call it. */
export const layerAdmin = (clock: AdjustableClock, corsOrigins: ReadonlyArray<string> | undefined) =>
  HttpApiBuilder.layer(AdminApi, { openapiPath }).pipe(
    Layer.provide([mediaPlane, worldGroup, faultsGroup, quirksGroup, logGroup, clockGroup(clock), health]),
    Layer.provide([layerValidation, Layer.succeed(MaxBodySize, maxBodySize)]),
    Layer.merge(layerDocs(AdminApi, docsPath)),
    Layer.provide(layerAdminGuard(corsOrigins))
  )
