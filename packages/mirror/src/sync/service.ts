/** The service as a sync reads it: every request is counted, and none is sent once the sync must stop. */
import { Backend, Metrics, Recordings, RoomServices, Rooms, ServiceError, Sessions } from "@effect-rooms/core"
import { Transport } from "@effect-rooms/core/ServiceError"
import { makeEvidence, makeOperations, type OperationName } from "@effect-rooms/core/unstable"
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
  /** Completes once the sync must send no more requests. */
  readonly stop: Deferred.Deferred<StopReason>
}

// Nobody sees this error: whoever meets it finds that the sync is stopping.
const notSent = (operation: OperationName) =>
  new ServiceError({
    reason: new Transport({ description: "the sync is stopping", requestSent: false }),
    evidence: makeEvidence(operation)
  })

/** Wraps the backend. Once the sync must stop, or has sent `maxRequests`, requests fail without being sent. */
export const makeService = Effect.fnUntraced(function* (maxRequests: number) {
  const backend = yield* Backend
  const stop = yield* Deferred.make<StopReason>()
  let requests = 0

  const operations = makeOperations(
    (name) => (request) =>
      Effect.suspend(() => {
        if (requests >= maxRequests) Deferred.doneUnsafe(stop, Effect.succeed("maxRequests"))
        if (Deferred.isDoneUnsafe(stop)) return Effect.fail(notSent(name))
        requests += 1
        return backend[name](request)
      })
  )
  // Fresh, because the caller's own services don't count their requests.
  const services = yield* Layer.build(
    Layer.provide(Layer.fresh(RoomServices.layer), Layer.succeed(Backend, operations))
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
