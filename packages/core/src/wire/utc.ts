/**
 * Points in time, made ten times as fast as `DateTime.make` makes them: it defines a hidden property on each, which costs
 * more than all the rest of a row. Without it, a `DateTime.Utc` computes its parts when they are asked for, and keeps them
 * in a property that is not hidden.
 */
import * as DateTime from "effect/DateTime"
import type * as Types from "effect/Types"

const sample = DateTime.makeUnsafe(0)

const prototype: object | null = Object.getPrototypeOf(sample)

/** Whether the installed version of Effect makes them of this one field, as is known of 4.1. */
const isOfOneField =
  Object.keys(sample).join() === "epochMilliseconds" &&
  Object.getOwnPropertyNames(sample).join() === "epochMilliseconds,partsUtc"

/** The time at so many whole milliseconds since the epoch, which a date must be able to hold. */
export const utcOf: (epochMilliseconds: number) => DateTime.Utc = isOfOneField
  ? (epochMilliseconds) => {
      const utc: Types.Mutable<DateTime.Utc> = Object.create(prototype)
      // Not -0, as in every date.
      utc.epochMilliseconds = epochMilliseconds + 0
      return utc
    }
  : DateTime.makeUnsafe
