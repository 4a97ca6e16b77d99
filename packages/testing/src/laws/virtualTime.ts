/**
 * Virtual time for the laws: waits are over immediately, and the limits of a request never run out, even next to real sockets.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"

/** The limit of one attempt is longer than any wait between two attempts, and shorter than the limit of an operation. */
const leastAttemptMillis = 10_000
const leastOperationMillis = 60_000

const withSleep = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  makeSleep: (clock: Clock.Clock) => Clock.Clock["sleep"]
): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) => Effect.provideService(effect, Clock.Clock, { ...clock, sleep: makeSleep(clock) }))

const pass = (clock: Clock.Clock, duration: Duration.Duration) =>
  Effect.provideService(TestClock.adjust(duration), Clock.Clock, clock)

/**
 * Ends a wait between two requests as soon as it begins, unless another request is in flight, because it could then be the limit of
 * that request. The limits of requests never run out.
 */
export const withoutWaiting = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  withSleep(effect, (clock) => {
    let attempts = 0
    return (duration) => {
      const millis = Duration.toMillis(duration)
      if (millis >= leastOperationMillis) return clock.sleep(duration)
      if (millis >= leastAttemptMillis) {
        return Effect.acquireUseRelease(
          Effect.sync(() => attempts++),
          () => clock.sleep(duration),
          () => Effect.sync(() => attempts--)
        )
      }
      return Effect.suspend(() => (attempts > 0 ? clock.sleep(duration) : pass(clock, duration)))
    }
  })

/** Ends waits and the limits of attempts immediately, for responses that never come. */
export const withoutPatience = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  withSleep(effect, (clock) => (duration) => {
    return Duration.toMillis(duration) >= leastOperationMillis ? clock.sleep(duration) : pass(clock, duration)
  })
