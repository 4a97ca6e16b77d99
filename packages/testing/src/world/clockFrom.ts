import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Makes a clock that tells the time of `source` and waits by the clock `waiting`. */
export const clockFrom = (source: Pick<Clock.Clock, "currentTimeMillisUnsafe">, waiting: Clock.Clock): Clock.Clock => {
  const millis = () => source.currentTimeMillisUnsafe()
  const nanos = () => BigInt(millis()) * 1_000_000n
  return {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => waiting.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: waiting.monotonicTimeNanos,
    sleep: (duration) => waiting.sleep(duration)
  }
}
