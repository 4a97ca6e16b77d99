/**
 * Creates points in time ten times as fast as `DateTime.make`, which defines a hidden property on each of them. That costs more
 * than the rest of a row (benchmarks/notes/decoding.md). Without the property, a `DateTime.Utc` computes its parts on first use and
 * keeps them in a visible one.
 */
import * as DateTime from "effect/DateTime"
import type * as Types from "effect/Types"

const sample = DateTime.makeUnsafe(0)

const prototype: object | null = Object.getPrototypeOf(sample)

/** Whether `DateTime.Utc` has only this field in the installed version of Effect, as in 4.1. */
const isOfOneField =
  Object.keys(sample).join() === "epochMilliseconds" &&
  Object.getOwnPropertyNames(sample).join() === "epochMilliseconds,partsUtc"

/** Returns the time at a whole number of milliseconds since the epoch, within the range of `Date`. */
export const utcOf: (epochMilliseconds: number) => DateTime.Utc = isOfOneField
  ? (epochMilliseconds) => {
      const utc: Types.Mutable<DateTime.Utc> = Object.create(prototype)
      // Turns -0 into 0, as `Date` does.
      utc.epochMilliseconds = epochMilliseconds + 0
      return utc
    }
  : DateTime.makeUnsafe
