/**
 * Flags and arguments whose values a schema checks.
 *
 * @module
 */
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import * as Schema from "effect/Schema"

/** Returns the sentence about a value that the schema rejects. `expected` says what it has to be. */
const sentence = (expected: string) => (value: unknown) => `${JSON.stringify(String(value))} is not ${expected}`

/** Checks the value of a flag. `expected` completes the sentence "x is not …". */
export const checkedFlag =
  <A, I>(schema: Schema.Codec<A, I>, expected: string) =>
  (flag: Flag.Flag<I>): Flag.Flag<A> =>
    Flag.filterMap(flag, Schema.decodeUnknownOption(schema), sentence(expected))

/** Checks the value of an argument. */
export const checkedArgument =
  <A, I>(schema: Schema.Codec<A, I>, expected: string) =>
  (argument: Argument.Argument<I>): Argument.Argument<A> =>
    Argument.filterMap(argument, Schema.decodeUnknownOption(schema), sentence(expected))

/** The form of every id. */
export const idForm = 'a valid id: an id must not be empty, "." or "..", and must be well-formed Unicode'
