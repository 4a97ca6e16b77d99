/**
 * A limit to the rate at which a client sends, in memory or shared by all clients of a store. Off unless a client is given
 * one: `RoomsHttp.layer(options).pipe(Layer.provide(RateLimit.layerMemory({ limit: 10, window: "1 second" })))`.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as RateLimiter from "effect/persistence/RateLimiter"

/** How many attempts may be sent in a window of time. */
export interface RateLimitOptions {
  readonly limit: number
  readonly window: Duration.Input
  /** Clients with the same key share the limit. Default: `"effect-rooms"`. */
  readonly key?: string
}

/** Limits how many attempts are sent in a window of time. */
export class RateLimit extends Context.Service<
  RateLimit,
  {
    /**
     * Takes the next place, and tells how long to wait for it. A store that cannot be reached, or does not answer within a
     * second, lets everything pass.
     */
    readonly acquire: Effect.Effect<Duration.Duration>
    /** Gives back a place that will not be used. Otherwise those who give up would keep the places of all who come later. */
    readonly giveBack: Effect.Effect<void>
  }
>()("@effect-rooms/http-client/RateLimit") {}

/** A limit in the store of Effect's `RateLimiter`: with `RateLimiter.layerStoreRedis`, all processes share it. */
export const layer = ({
  key = "effect-rooms",
  limit,
  window
}: RateLimitOptions): Layer.Layer<RateLimit, never, RateLimiter.RateLimiter> =>
  Layer.effect(
    RateLimit,
    Effect.map(RateLimiter.RateLimiter, (limiter) => {
      const take = (tokens: number) =>
        limiter.consume({ algorithm: "token-bucket", onExceeded: "delay", key, limit, window, tokens }).pipe(
          Effect.map(({ delay }) => delay),
          Effect.timeout("1 second"),
          Effect.catch((error) =>
            Effect.as(Effect.logWarning("The rate limit could not be consulted", error.message), Duration.zero)
          )
        )
      return RateLimit.of({ acquire: take(1), giveBack: Effect.asVoid(take(-1)) })
    })
  )

/** A limit in the memory of this process. */
export const layerMemory = (options: RateLimitOptions): Layer.Layer<RateLimit> =>
  layer(options).pipe(Layer.provide(RateLimiter.layer), Layer.provide(RateLimiter.layerStoreMemory))
