/**
 * The deadline of one operation: the time that all its attempts, bodies and waits may take together.
 */
import type { Timeout } from "@effect-rooms/core/ServiceError"
import type * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"

/** The time that one attempt has, and which limit sets it: the attempt's own, or the operation's. */
export interface TimeLimit {
  readonly limit: Timeout["limit"]
  /** The configured limit, as errors report it. */
  readonly configured: Duration.Duration
  /** The time that is left of it. */
  readonly remaining: Duration.Duration
}

/** A deadline that starts when it is made. */
export class Deadline {
  readonly clock: Clock.Clock
  readonly timeout: Duration.Duration
  readonly #startMillis: number

  constructor(clock: Clock.Clock, timeout: Duration.Duration) {
    this.clock = clock
    this.timeout = timeout
    this.#startMillis = clock.currentTimeMillisUnsafe()
  }

  /** The time since the start, in milliseconds. */
  get elapsedMillis(): number {
    return this.clock.currentTimeMillisUnsafe() - this.#startMillis
  }

  /** The time that is left. Infinite without a deadline, negative after it. */
  get remaining(): Duration.Duration {
    return Duration.isFinite(this.timeout)
      ? Duration.millis(Duration.toMillis(this.timeout) - this.elapsedMillis)
      : this.timeout
  }

  /** Returns whichever ends first: the deadline, or an attempt that starts now. */
  limitAttempt(attemptTimeout: Duration.Duration): TimeLimit {
    const { remaining } = this
    // mutant: `Duration.isLessThan(remaining` -> `Duration.isGreaterThan(remaining` (test/policy/deadline.test.ts)
    return Duration.isLessThan(remaining, attemptTimeout)
      ? { limit: "operation", configured: this.timeout, remaining }
      : { limit: "attempt", configured: attemptTimeout, remaining: attemptTimeout }
  }
}
