import type * as Clock from "effect/Clock"

/**
 * Returns the time of a world in whole milliseconds. After a wait with jitter, a test's clock can be between two of them.
 */
export const worldMillis = (clock: Pick<Clock.Clock, "currentTimeMillisUnsafe">): number =>
  Math.floor(clock.currentTimeMillisUnsafe())
