/**
 * What time it is in a world: whole milliseconds. A test's clock stands between two of them where a program wakes after a
 * wait that is not whole, such as one with jitter.
 */
import type * as Clock from "effect/Clock"

export const millisOf = (clock: Pick<Clock.Clock, "currentTimeMillisUnsafe">): number =>
  Math.floor(clock.currentTimeMillisUnsafe())
