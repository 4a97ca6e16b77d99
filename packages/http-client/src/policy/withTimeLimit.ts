/**
 * A time limit for an effect that nearly always ends in time. `Effect.timeoutOrElse` runs both the effect and the limit as
 * fibers, which took 20 to 40 % of the CPU time of a request over Node's transport (benchmarks/notes/requests.md).
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"

const platformClock = /*#__PURE__*/ Context.get(/*#__PURE__*/ Context.empty(), Clock.Clock)

/** The longest delay that the platform's timers support, in milliseconds. */
const longestTimer = 2 ** 31 - 1

/** Calls a function after a time on a fiber's clock, and returns a function that cancels the call. */
const callAfter = (
  fiber: Fiber.Fiber<unknown, unknown>,
  duration: Duration.Duration,
  call: () => void
): (() => void) => {
  const millis = Duration.toMillis(duration)
  if (fiber.getRef(Clock.Clock) === platformClock && millis <= longestTimer) {
    // biome-ignore lint/style/noRestrictedGlobals: a sleeping fiber per request is the cost that this module avoids
    const timer = setTimeout(call, millis)
    return () => clearTimeout(timer)
  }
  const sleeping = Effect.runForkWith(fiber.context)(Effect.sleep(duration))
  sleeping.addObserver(({ _tag }) => {
    if (_tag === "Success") call()
  })
  return () => sleeping.interruptUnsafe()
}

/** Interrupts an effect that doesn't end in time, and continues with `orElse` when the interruption is complete. */
export const withTimeLimit = <A, E>(
  effect: Effect.Effect<A, E>,
  duration: Duration.Duration,
  orElse: () => Effect.Effect<A, E>
): Effect.Effect<A, E> =>
  Effect.withFiber((fiber) =>
    Effect.callback((resume) => {
      let isOutOfTime = false
      const running = Effect.runForkWith(fiber.context)(effect)
      const cancelTimer = callAfter(fiber, duration, () => {
        isOutOfTime = true
        running.interruptUnsafe()
      })
      running.addObserver((exit) => {
        cancelTimer()
        resume(isOutOfTime && Exit.hasInterrupts(exit) ? orElse() : exit)
      })
      return Effect.andThen(Effect.sync(cancelTimer), Fiber.interrupt(running))
    })
  )
