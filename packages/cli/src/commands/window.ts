/**
 * The time window of `--since` and `--until`.
 *
 * @module
 */
import type { StartedWithin } from "@effect-rooms/core/Sessions"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { UsageError } from "../failure/UsageError.ts"
import type { Moment } from "../flags/Moment.ts"

/** The values of `windowFlags`, and whether times are in UTC. */
export interface WindowInput {
  readonly since: Option.Option<Moment>
  readonly until: Option.Option<Moment>
  readonly utc: boolean
}

/** Returns whether a window was given. */
export const hasWindow = ({ since, until }: Pick<WindowInput, "since" | "until">): boolean =>
  Option.isSome(since) || Option.isSome(until)

/** Returns the window in the form that core takes. Fails if it ends before it starts. */
export const windowOf = (input: WindowInput): Effect.Effect<StartedWithin, UsageError> =>
  Effect.gen(function* () {
    // Determining the time zone is slow, and most commands don't need it.
    if (!hasWindow(input)) return {}
    const now = yield* DateTime.now
    const zone = input.utc ? DateTime.zoneMakeOffset(0) : DateTime.zoneMakeLocal()
    const [since, until] = [input.since, input.until].map((time) =>
      Option.getOrUndefined(Option.map(time, (moment) => moment(now, zone)))
    )
    if (since !== undefined && until !== undefined && DateTime.isLessThan(until, since)) {
      return yield* new UsageError({
        problem: `--until (${DateTime.formatIso(until)}) is before --since (${DateTime.formatIso(since)})`
      })
    }
    return { ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) }
  })
