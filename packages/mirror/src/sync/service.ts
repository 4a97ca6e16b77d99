/** The service as a sync reads it: every request is counted, and none is sent once the sync is to stop. */
import { Backend, Metrics, Recordings, RoomServices, Rooms, Sessions } from "@effect-rooms/core"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Why a sync ends before it is whole. */
export type StopReason = "maxRequests" | "for"

// Every operation of a backend is an effect, or a function that returns one.
const mapOperations = (
  backend: Backend["Service"],
  map: <A, E>(request: Effect.Effect<A, E>) => Effect.Effect<A, E>
): Backend["Service"] => ({
  createRoom: (request) => map(backend.createRoom(request)),
  listRooms: (request) => map(backend.listRooms(request)),
  roomDetails: (request) => map(backend.roomDetails(request)),
  roomMetadata: (request) => map(backend.roomMetadata(request)),
  listSessions: (request) => map(backend.listSessions(request)),
  sessionParticipants: (request) => map(backend.sessionParticipants(request)),
  liveParticipants: (request) => map(backend.liveParticipants(request)),
  listRecordings: (request) => map(backend.listRecordings(request)),
  metrics: map(backend.metrics)
})

export interface Service {
  readonly rooms: Rooms["Service"]
  readonly sessions: Sessions["Service"]
  readonly recordings: Recordings["Service"]
  readonly metrics: Metrics["Service"]
  /** Returns how many requests were sent. */
  readonly requests: Effect.Effect<number>
  /** Completes once no more requests are to be sent. */
  readonly stop: Deferred.Deferred<StopReason>
}

/** Wraps the backend. A request beyond `maxRequests` isn't sent and never completes: the sync is stopping. */
export const makeService = Effect.fnUntraced(function* (maxRequests: number) {
  const backend = yield* Backend
  const stop = yield* Deferred.make<StopReason>()
  let requests = 0

  const counted = <A, E>(request: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      if (requests >= maxRequests) {
        return Effect.andThen(Deferred.succeed(stop, "maxRequests"), Effect.never)
      }
      requests += 1
      return request
    })

  const services = yield* Layer.build(
    Layer.provide(RoomServices.layer, Layer.succeed(Backend, mapOperations(backend, counted)))
  )
  const service: Service = {
    rooms: Context.get(services, Rooms),
    sessions: Context.get(services, Sessions),
    recordings: Context.get(services, Recordings),
    metrics: Context.get(services, Metrics),
    requests: Effect.sync(() => requests),
    stop
  }
  return service
})
