/**
 * A limit on the rate at which a client sends, in memory or shared by all clients of a store. It is off unless you provide one:
 * `RoomsHttp.layer(options).pipe(Layer.provide(RateLimit.layerMemory({ limit: 10, window: "1 second" })))`.
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
     * Reserves the next slot and returns how long to wait for it. If the store fails or doesn't answer within a second, the
     * wait is zero.
     */
    readonly acquire: Effect.Effect<Duration.Duration>
    /** Releases a slot that won't be used, so that callers who give up don't delay the others. */
    readonly release: Effect.Effect<void>
  }
>()("@effect-rooms/http-client/RateLimit") {}

/** Provides a limit in the store of Effect's `RateLimiter`. With `RateLimiter.layerStoreRedis`, all processes share it. */
export const layer = ({
  key = "effect-rooms",
  limit,
  window
}: RateLimitOptions): Layer.Layer<RateLimit, never, RateLimiter.RateLimiter> =>
  Layer.effect(
    RateLimit,
    Effect.map(RateLimiter.RateLimiter, (limiter) => {
      const consume = (tokens: number) =>
        limiter.consume({ algorithm: "token-bucket", onExceeded: "delay", key, limit, window, tokens }).pipe(
          Effect.map(({ delay }) => delay),
          Effect.timeout("1 second"),
          Effect.catch((error) =>
            Effect.as(Effect.logWarning("The rate limit could not be consulted", error.message), Duration.zero)
          )
        )
      return RateLimit.of({ acquire: consume(1), release: Effect.asVoid(consume(-1)) })
    })
  )

/** Provides a limit in the memory of this process. */
export const layerMemory = (options: RateLimitOptions): Layer.Layer<RateLimit> =>
  layer(options).pipe(Layer.provide(RateLimiter.layer), Layer.provide(RateLimiter.layerStoreMemory))
