/**
 * A clock that tells another time: that of a world whose clock is not the one of whoever calls.
 */
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Tells the time of `telling`. What waits, waits by the clock beneath. */
export const tellingClock = (
  telling: Pick<Clock.Clock, "currentTimeMillisUnsafe">,
  beneath: Clock.Clock
): Clock.Clock => {
  const millis = () => telling.currentTimeMillisUnsafe()
  const nanos = () => BigInt(millis()) * 1_000_000n
  return {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => beneath.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: beneath.monotonicTimeNanos,
    sleep: (duration) => beneath.sleep(duration)
  }
}
