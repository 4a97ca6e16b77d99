/**
 * Words the parser's rejection of a value.
 *
 * The parser has one error for several problems. The arguments and the type of the flag distinguish them, not the parser's own
 * English.
 *
 * @module
 */
import type * as CliError from "effect/cli/CliError"
import type { ArgumentDescriptor, CommandDescriptor, FlagDescriptor } from "effect/cli/Completions"
import type { Problem } from "./Problem.ts"
import { secretFlags, valuesOf } from "./typedArguments.ts"

/** Joins names as in `a, b or c`. */
export const alternatives = (names: ReadonlyArray<string>): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`

/** Returns what a value of a type has to be, if this text is none. */
const expectedByType = ({ type }: FlagDescriptor | ArgumentDescriptor, text: string): string | undefined => {
  switch (type._tag) {
    case "Boolean":
      return /^(true|false|yes|no|on|off|1|0|y|n)$/i.test(text) ? undefined : "true or false"
    case "Choice":
      return type.values.includes(text) ? undefined : `one of ${alternatives(type.values)}`
    case "Int":
      return text.trim() !== "" && Number.isInteger(Number(text)) ? undefined : "an integer"
    case "Finite":
      return text.trim() !== "" && Number.isFinite(Number(text)) ? undefined : "a number"
    case "Date":
    case "Path":
    case "String":
      return undefined
  }
}

/** Returns every value that was typed for a flag, by its name or an alias. */
const typedValues = ({ aliases, name }: FlagDescriptor, args: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...valuesOf(args, `--${name}`),
  ...aliases.flatMap((alias) => valuesOf(args, `-${alias}`))
]

const invalid = (
  descriptor: FlagDescriptor | ArgumentDescriptor | undefined,
  { expected, option, value }: CliError.InvalidValue,
  subject: { readonly flag: string } | { readonly argument: string }
): Problem => {
  const label = "flag" in subject ? subject.flag : `<${subject.argument}>`
  // The sentence about a secret may contain it.
  if (secretFlags.has(option)) return { data: { _tag: "InvalidValue", ...subject }, sentence: `${label} is invalid` }
  const ofType = descriptor === undefined ? undefined : expectedByType(descriptor, value)
  // Every other rejection comes from a check of our own, which words it.
  const problem = ofType === undefined ? expected : `${JSON.stringify(value)} is not ${ofType}`
  return { data: { _tag: "InvalidValue", ...subject, value, problem }, sentence: `${label}: ${problem}` }
}

const ofFlag = (error: CliError.InvalidValue, flag: FlagDescriptor, args: ReadonlyArray<string>): Problem => {
  const { expected, option, value } = error
  const name = `--${option}`
  const negation = flag.negation === undefined ? `--no-${option}` : `--${flag.negation}`
  if (args.includes(`${negation}=${value}`)) {
    return { data: { _tag: "NeedlessValue", flag: negation }, sentence: `${negation} takes no value` }
  }
  const typed = typedValues(flag, args)
  if (value === "" && !typed.includes("")) {
    const wanted = expectedByType(flag, "") ?? `${name} <${expected}>`
    return {
      data: { _tag: "MissingValue", flag: name, expected: flag.type._tag === "String" ? expected : wanted },
      sentence: `${name} needs a value: ${wanted}`
    }
  }
  if (typed.length > 1 && !typed.includes(value)) {
    return {
      data: { _tag: "TooManyValues", flag: name },
      sentence: `${name} was given ${typed.length} times; give it once`
    }
  }
  return invalid(flag, error, { flag: name })
}

/** Returns the problem with the value of a flag or an argument of a command. */
export const invalidValue = (
  error: CliError.InvalidValue,
  command: CommandDescriptor | undefined,
  args: ReadonlyArray<string>
): Problem => {
  const { kind, option, value } = error
  if (kind === "flag") {
    const flag = command?.flags.find(({ name }) => name === option)
    return flag === undefined ? invalid(undefined, error, { flag: `--${option}` }) : ofFlag(error, flag, args)
  }
  const argument = command?.arguments.find(({ name }) => name === option)
  // Instead of a value, it has the number of values.
  if (argument?.variadic === true && !args.includes(value)) {
    return { data: { _tag: "MissingArgument", argument: option }, sentence: `<${option}> is missing` }
  }
  return invalid(argument, error, { argument: option })
}
