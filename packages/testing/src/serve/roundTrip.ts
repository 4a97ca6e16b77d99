/**
 * The way of a request to the world and of its answer back. Other fibers run in between, as they do over a network: a check
 * and the request that follows it are not one step, so a race in a program is a race on the fake too.
 */
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Scheduler from "effect/Scheduler"

/** A long walk must not keep timers and sockets from their turn. */
const tripsPerTurn = 512

const dispatcherOf = (fiber: Fiber.Fiber<unknown, unknown>) => fiber.getRef(Scheduler.Scheduler).makeDispatcher()

/**
 * Resumes in a microtask rather than in the next turn of the event loop, because `TestClock.adjust` gives a forked fiber only a
 * turn or two to get to its first wait. The task goes through a scheduler, because `TestClock` looks there for what a fiber that
 * it woke is still doing.
 */
const inMicrotask = (fiber: Fiber.Fiber<unknown, unknown>) =>
  Effect.callback<void>((resume) => {
    const dispatcher = dispatcherOf(fiber)
    dispatcher.scheduleTask(() => resume(Effect.void), 0)
    queueMicrotask(() => dispatcher.flush())
  })

export const makeRoundTrip = () => {
  let trips = 0
  /** One way. */
  const travel = Effect.withFiber<void>((fiber) => {
    if (trips === tripsPerTurn) return Effect.yieldNow
    if (trips++ === 0) {
      dispatcherOf(fiber).scheduleTask(() => {
        trips = 0
      }, 0)
    }
    return inMicrotask(fiber)
  })
  /** A request that travels to the world and whose answer, whatever it is, travels back. */
  const roundTrip = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(travel, () => Effect.flatMap(Effect.exit(work), (exit) => Effect.andThen(travel, exit)))
  return { travel, roundTrip }
}
