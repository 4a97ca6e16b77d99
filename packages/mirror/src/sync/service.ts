/** The service as a sync reads it: every request is counted, and none is sent once the sync is to stop. */
import { Backend, Metrics, Recordings, RoomServices, Rooms, Sessions } from "@effect-rooms/core"
import { makeOperations } from "@effect-rooms/core/unstable"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Why a sync ends before it is whole. */
export type StopReason = "maxRequests" | "for"

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

  const operations = makeOperations((name) => (request) => counted(backend[name](request)))
  const services = yield* Layer.build(Layer.provide(RoomServices.layer, Layer.succeed(Backend, operations)))
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
