/**
 * The client's own rate limit, which every attempt passes.
 */

import { RateLimited } from "@effect-rooms/core/ServiceError"
import type { RequestFailure } from "@effect-rooms/core/unstable"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { RateLimit } from "../RateLimit.ts"
import { outOfTime } from "./attempt.ts"
import type { Deadline } from "./Deadline.ts"

/** Waits for a slot under the rate limit and returns how long that took. Releases a slot that would come after the deadline. */
export const acquireSlot = (
  { acquire, release }: RateLimit["Service"],
  deadline: Deadline
): Effect.Effect<Duration.Duration, RequestFailure> => {
  const beforeDeadline = Duration.isFinite(deadline.timeout)
    ? Effect.timeoutOrElse(acquire, {
        duration: deadline.remaining,
        orElse: () => Effect.fail(outOfTime({ limit: "operation", configured: deadline.timeout }, true))
      })
    : acquire
  return Effect.flatMap(beforeDeadline, (wait) => {
    if (Duration.isZero(wait)) return Effect.succeed(wait)
    if (Duration.isLessThan(wait, deadline.remaining)) return Effect.as(Effect.sleep(wait), wait)
    const reason = new RateLimited({ retryAfter: Option.some(wait) })
    return Effect.andThen(release, Effect.fail({ reason, neverSent: true }))
  })
}
