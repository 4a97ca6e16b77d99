/**
 * Time in tests: runs effects without waiting for their delays.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Scheduler from "effect/Scheduler"
import * as TestClock from "effect/testing/TestClock"

/** How time passes in `withoutWaiting`. */
export interface WithoutWaitingOptions {
  /**
   * How far the test clock may move. The test fails if the effect still waits then. Default: 1 hour.
   */
  readonly atMost?: Duration.Input
}

/** The number of idle turns of the event loop after which the effect must be waiting for the clock: promises take fewer. */
const idleTurns = 20

/** The number of idle turns, some tenths of a second, after which an effect that doesn't wait for the clock hangs. */
const hungTurns = 100_000

/** The activity of an effect, as its scheduler and its clock see it. */
interface Activity {
  /** Grows whenever a fiber of the effect runs, begins to wait for the clock, or stops to. */
  events: number
  /** Until when its fibers wait for the clock, in epoch milliseconds. */
  readonly waits: Set<{ readonly until: number }>
}

const watched = (scheduler: Scheduler.Scheduler, activity: Activity): Scheduler.Scheduler => ({
  executionMode: scheduler.executionMode,
  shouldYield: (fiber) => scheduler.shouldYield(fiber),
  makeDispatcher: () => {
    const dispatcher = scheduler.makeDispatcher()
    return {
      scheduleTask: (task, priority) => {
        activity.events++
        dispatcher.scheduleTask(task, priority)
      },
      flush: () => dispatcher.flush()
    }
  }
})

const watchedSleep =
  (clock: Clock.Clock, activity: Activity): Clock.Clock["sleep"] =>
  (duration) =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        activity.events++
        const wait = { until: clock.currentTimeMillisUnsafe() + Duration.toMillis(duration) }
        activity.waits.add(wait)
        return wait
      }),
      () => clock.sleep(duration),
      (wait) =>
        Effect.sync(() => {
          activity.events++
          activity.waits.delete(wait)
        })
    )

const fail = (problem: string) => Effect.die(new Error(`withoutWaiting: ${problem}`))

/** Moves the clock to the end of the next wait whenever the effect is idle. */
const passTime = Effect.fnUntraced(function* (activity: Activity, atMost: Duration.Duration) {
  const clock = yield* Clock.Clock
  const end = clock.currentTimeMillisUnsafe() + Duration.toMillis(atMost)
  let seen = -1
  let idle = 0
  while (true) {
    yield* Effect.yieldNow
    idle = activity.events === seen ? idle + 1 : 0
    seen = activity.events
    if (idle < idleTurns) continue
    const next = Math.min(...Array.from(activity.waits, ({ until }) => until))
    if (Number.isFinite(next)) {
      if (next > end) {
        return yield* fail(
          `after ${Duration.format(atMost)} on the test clock, the effect is still waiting. ` +
            "If it never ends, as a watch, take only part of it, for example with Stream.take. Otherwise allow more time with { atMost }."
        )
      }
      yield* TestClock.adjust(Math.max(0, next - clock.currentTimeMillisUnsafe()))
      idle = 0
    } else if (idle >= hungTurns) {
      return yield* fail(
        "the effect hangs: it waits for something other than the clock, such as a Deferred or a Queue that nothing fills, a fiber that doesn't end, " +
          "or a request that is never answered and has no timeout. Code that takes real time, such as a socket, can't be tested this way."
      )
    }
  }
})

/**
 * Runs an effect under `TestClock` without waiting: whenever all its fibers wait, the clock moves to the next moment at which one
 * of them continues. Retries, deadlines, `Effect.sleep` and the polls of a watch take no time, in the order in which they would
 * happen, however many fibers the effect has. With `TestClock.adjust` you have to know when to move the clock, and how often.
 *
 * A test that would hang fails and says why: if the effect still waits after an hour of the test clock (`atMost`), or if it
 * waits for something other than the clock.
 *
 * Use it for effects that run in process, such as those on `FakeRooms`: a response over a socket takes real time, which looks the
 * same as waiting.
 *
 * @example
 * ```ts
 * import { assert, it } from "@effect/vitest"
 * import { Rooms } from "@effect-rooms/core"
 * import { RoomsHttp } from "@effect-rooms/http-client"
 * import { defaultApiKey, FakeRooms, fault, Scenario, withoutWaiting, World } from "@effect-rooms/testing"
 * import { Effect, Layer, Stream } from "effect"
 *
 * const layer = RoomsHttp.layer({ baseUrl: "http://localhost", apiKey: defaultApiKey }).pipe(
 *   Layer.provide(FakeRooms.layerHttpClient),
 *   Layer.provide(World.layer({ scenario: Scenario.office({ rooms: 25 }), faults: [fault("listRooms").times(2).respond(503)] }))
 * )
 *
 * it.effect("survives two failures of a page", () =>
 *   Effect.gen(function* () {
 *     const rooms = yield* Rooms
 *     assert.strictEqual(yield* withoutWaiting(Stream.runCount(rooms.stream())), 25)
 *   }).pipe(Effect.provide(layer))
 * )
 * ```
 */
export const withoutWaiting = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  { atMost = "1 hour" }: WithoutWaitingOptions = {}
): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    if (!Predicate.hasProperty(clock, "adjust")) {
      return yield* fail("the clock of this test is real: use it.effect, or provide TestClock.layer().")
    }
    const activity: Activity = { events: 0, waits: new Set() }
    const observed = effect.pipe(
      Effect.provideService(Clock.Clock, { ...clock, sleep: watchedSleep(clock, activity) }),
      Effect.provideService(Scheduler.Scheduler, watched(yield* Scheduler.Scheduler, activity))
    )
    return yield* Effect.raceFirst(observed, passTime(activity, Duration.fromInputUnsafe(atMost)))
  })
