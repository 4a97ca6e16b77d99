/**
 * Times of a scenario as whole epoch milliseconds.
 */

import { Timestamp } from "@effect-rooms/core/Timestamp"
import type { SchemaProblem } from "@effect-rooms/core/unstable"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** The range of `DateTime`, before and after the epoch. */
const farthest = 8_640_000_000_000_000

/** A length in milliseconds, `NaN` where the input is none. Numbers are by far the most, and need no `Duration`. */
export const durationMillis = (input: Duration.Input): number =>
  typeof input === "number"
    ? input
    : Option.match(Duration.fromInput(input), { onNone: () => NaN, onSome: Duration.toMillis })

/** Returns the problem with a length in milliseconds. */
export const durationProblem = (millis: number): string | undefined => {
  if (Number.isNaN(millis)) return 'is not a duration: milliseconds, or text such as "2 days", are'
  if (millis < 0) return "is negative"
  return millis === Infinity ? "is infinite" : undefined
}

/** Whether a value is a length that something can have. */
export const isLength = (input: unknown): input is Duration.Input =>
  durationProblem(durationMillis(input as Duration.Input)) === undefined

const decodeText = Schema.decodeUnknownOption(Timestamp)

/** A point in time in epoch milliseconds, `NaN` where the input is none. */
export const timeMillis = (input: number | string): number =>
  typeof input === "number"
    ? input
    : Option.match(decodeText(input), { onNone: () => NaN, onSome: DateTime.toEpochMillis })

/** Returns the problem with a point in time. */
export const timeProblem = (millis: number): string | undefined =>
  Number.isInteger(millis) && Math.abs(millis) <= farthest
    ? undefined
    : "is not a time: use whole epoch milliseconds, or an ISO 8601 date and time"

export const isTime = (input: number | string): boolean => timeProblem(timeMillis(input)) === undefined

/** The two ways to say when something was, by the names of their fields. */
export interface Moment {
  readonly at: { readonly field: string; readonly input: number | string | undefined }
  readonly ago: { readonly field: string; readonly input: Duration.Input | undefined }
}

const refuse = (path: string, problem: string) => Result.fail<SchemaProblem>({ path, problem })

/** When something was, in epoch milliseconds: not after `now`. `undefined` where neither field is given. */
export const momentMillis = ({ ago, at }: Moment, now: number): Result.Result<number | undefined, SchemaProblem> => {
  if (at.input !== undefined) {
    if (ago.input !== undefined) return refuse(ago.field, `cannot be combined with ${at.field}`)
    const time = timeMillis(at.input)
    const problem = timeProblem(time) ?? (time > now ? "is in the future" : undefined)
    return problem === undefined ? Result.succeed(time) : refuse(at.field, problem)
  }
  if (ago.input === undefined) return Result.succeed(undefined)
  const millis = durationMillis(ago.input)
  const time = now - Math.round(millis)
  const problem = durationProblem(millis) ?? (isTime(time) ? undefined : "is before all times")
  return problem === undefined ? Result.succeed(time) : refuse(ago.field, problem)
}
