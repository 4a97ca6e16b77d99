/**
 * Reads flags from arguments that the parser rejected.
 *
 * @module
 */
import * as Redacted from "effect/Redacted"

/** Flags whose values are never shown. */
export const secretFlags: ReadonlySet<string> = new Set(["api-key"])

const beforeOperands = (args: ReadonlyArray<string>) => {
  const end = args.indexOf("--")
  return end === -1 ? args : args.slice(0, end)
}

/** Returns whether a flag such as `--json` was typed without a value. */
export const hasFlag = (args: ReadonlyArray<string>, flag: string): boolean => beforeOperands(args).includes(flag)

/** Returns the values that were typed after a flag such as `--format`. */
export const valuesOf = (args: ReadonlyArray<string>, flag: string): ReadonlyArray<string> =>
  beforeOperands(args).flatMap((arg, index, all) => {
    if (arg.startsWith(`${flag}=`)) return [arg.slice(flag.length + 1)]
    const next = all[index + 1]
    return arg === flag && next !== undefined ? [next] : []
  })

/** Returns the format that was asked for, as far as it can be determined. */
export const formatIn = (args: ReadonlyArray<string>): string | undefined =>
  hasFlag(args, "--json") ? "json" : [...valuesOf(args, "--format"), ...valuesOf(args, "-o")].at(-1)

/** Returns the secrets among the arguments. */
export const secretsIn = (args: ReadonlyArray<string>): ReadonlyArray<Redacted.Redacted<string>> =>
  Array.from(secretFlags, (flag) => valuesOf(args, `--${flag}`).map((value) => Redacted.make(value))).flat()
