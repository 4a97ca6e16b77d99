/**
 * Time that passes as soon as somebody waits for it. No law looks at a real clock: the limits of a request stand beside
 * real sockets and never run out, and waits are over at once.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"

/** The limit of one attempt is longer than any wait between two, and shorter than the limit of a whole operation. */
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
 * A wait between two requests is over as soon as it begins, unless another request is in flight: then it may as well be a
 * limit of that one. Nothing that limits a request runs out.
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

/** Waits are over at once, and so is the limit of every attempt: for answers that never come. */
export const withoutPatience = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  withSleep(effect, (clock) => (duration) => {
    return Duration.toMillis(duration) >= leastOperationMillis ? clock.sleep(duration) : pass(clock, duration)
  })
