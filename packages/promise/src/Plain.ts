/**
 * The types of the Effect services in the terms of a program that doesn't use Effect, derived from core's types. A field that core
 * adds appears here automatically.
 *
 * @module
 */
import type * as Brand from "effect/Brand"
import type * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import type * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"

/** A point in time. */
// biome-ignore lint/style/noRestrictedGlobals: this is the type of a value, not the clock.
export type Time = Date

type Unbranded<T> = T extends Brand.Brand<infer _> ? Brand.Brand.Unbranded<T> : T

/**
 * A value of the Effect services as plain data: ids are strings, times are `Date`s, durations are milliseconds, and
 * `Option.none` is `null`. Errors and free-form JSON stay as they are.
 */
export type Plain<T> =
  T extends Option.Option<infer A>
    ? Plain<A> | null
    : T extends DateTime.Utc
      ? Time
      : T extends Duration.Duration
        ? number
        : T extends Error | Time
          ? T
          : T extends ReadonlyArray<infer A>
            ? ReadonlyArray<Plain<A>>
            : T extends object
              ? T extends Brand.Brand<infer _>
                ? Unbranded<T>
                : string extends keyof T
                  ? T
                  : {
                      readonly [Key in keyof T as T[Key] extends Duration.Duration
                        ? `${Key & string}Millis`
                        : Key]: Plain<T[Key]>
                    }
              : Unbranded<T>

type IsDuration<T> = Duration.Duration extends T ? true : false

/** Options of the Effect services, with strings, `Date`s and milliseconds. A key that is `undefined` counts as absent. */
export type PlainOptions<T> = {
  readonly [Key in keyof T as IsDuration<Exclude<T[Key], undefined>> extends true ? `${Key & string}Millis` : Key]:
    | PlainOption<Exclude<T[Key], undefined>>
    | (Record<never, never> extends Pick<T, Key> ? undefined : never)
}

type PlainOption<T> =
  IsDuration<T> extends true
    ? number | Extract<T, false>
    : T extends Redacted.Redacted<infer A>
      ? A
      : T extends DateTime.DateTime | Time
        ? Time
        : T extends URL
          ? T
          : T extends object
            ? T extends Brand.Brand<infer _>
              ? Unbranded<T>
              : string extends keyof T
                ? T
                : PlainOptions<T>
            : Unbranded<T>
