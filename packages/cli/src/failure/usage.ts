/**
 * What is wrong with a command line, in one sentence each.
 *
 * @module
 */
import type * as CliError from "effect/cli/CliError"
import type { CommandDescriptor } from "effect/cli/Completions"
import * as Redacted from "effect/Redacted"
import { exitCodes } from "./exitCodes.ts"
import { isNear } from "./nearness.ts"
import type { Failure } from "./render.ts"

/** One thing that is wrong: as data, and in words. */
interface Problem {
  readonly data: { readonly _tag: string; readonly [field: string]: unknown }
  readonly sentence: string
}

/** What was typed, and all that may be. */
export interface CommandLine {
  readonly args: ReadonlyArray<string>
  readonly root: CommandDescriptor
}

const secretFlags = new Set(["api-key"])

const alternatives = (names: ReadonlyArray<string>): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`

const didYouMean = (suggestions: ReadonlyArray<string>) =>
  suggestions.length === 0 ? "" : ` (did you mean ${alternatives(suggestions)}?)`

/** The parser's expectation without the parser's own words, such as `an integer of at least 0` or `one of a or b`. */
const expectation = (expected: string): string => {
  const text = expected.replace(/^(Schema validation failed: |Expected:? )+/g, "")
  if (text.startsWith('"true"')) return "true or false"
  if (text === "a string representing a finite number") return "a number"
  return / \| /.test(text) ? `one of ${alternatives(text.replaceAll('"', "").split(" | "))}` : text
}

// Others are sentences of their own, such as `there is no field "x"`.
const isNoun = (text: string) => /^(an? |one of |true or )/.test(text) && !/ (must|is|are) /.test(text)

/** What a value is, and what was wanted instead: a thing, or a sentence about the value. */
const refusal = (value: string, wanted: string): string => {
  const shown = JSON.stringify(value)
  if (isNoun(wanted)) return `${shown} is not ${wanted}`
  return wanted.includes(shown) ? wanted : `${shown}: ${wanted}`
}

const ofInvalidValue = ({ expected, kind, option, value }: CliError.InvalidValue): Problem => {
  const name = kind === "flag" ? `--${option}` : `<${option}>`
  const named = kind === "flag" ? { flag: name } : { argument: option }
  const times = /^(\d+) occurrences$/.exec(value)?.[1]
  if (times !== undefined && expected.includes("at most")) {
    return {
      data: { _tag: "TooManyValues", ...named },
      sentence: `${name} is given ${times} times, and may be given once`
    }
  }
  const negation = /^omit the value and use (--[^\s=]+)/.exec(expected)?.[1]
  if (negation !== undefined) {
    return { data: { _tag: "NeedlessValue", flag: negation }, sentence: `${negation} takes no value` }
  }
  const wanted = expectation(expected)
  // What the parser says where there is no value at all: the name of the value, or its choices, and no sentence.
  if (value === "" && !/^Expected|^Schema|["']/.test(expected)) {
    return {
      data: { _tag: "MissingValue", ...named, expected: wanted },
      sentence: `${name} needs a value: ${wanted.startsWith("one of ") ? wanted : `${name} <${wanted}>`}`
    }
  }
  // The sentence of a flag may hold its value.
  if (secretFlags.has(option)) return { data: { _tag: "InvalidValue", ...named }, sentence: `${name} is refused` }
  return {
    data: { _tag: "InvalidValue", ...named, value, expected: wanted },
    sentence: `${name}: ${refusal(value, wanted)}`
  }
}

/** The command that has a flag, below one that has not: one that is named in the arguments, or any. */
const ownerOf = (
  flag: string,
  { subcommands }: CommandDescriptor,
  args: ReadonlyArray<string>
): CommandDescriptor | undefined => {
  const owners = subcommands.filter(({ flags }) => flags.some(({ name }) => `--${name}` === flag))
  return owners.find(({ name }) => args.includes(name)) ?? owners[0]
}

/** The names that other commands have for flags of this one. */
const otherNames: { readonly [flag: string]: string } = {
  "--name": "--title",
  "--output": "--format",
  "--max": "--limit",
  "--count": "--limit",
  "--key": "--api-key",
  "--token": "--api-key",
  "--url": "--base-url",
  "--per-page": "--page-size"
}

/** The flags that were probably meant. The parser's own suggestions for a short word have little in common with it. */
const meant = (flag: string, suggestions: ReadonlyArray<string>, command: CommandDescriptor | undefined) => {
  const near = suggestions.filter((suggestion) => isNear(flag.replace(/^-+/, ""), suggestion.replace(/^-+/, "")))
  const other = otherNames[flag]
  const hasOther = other !== undefined && command?.flags.some(({ name }) => `--${name}` === other) === true
  return hasOther && !near.includes(other) ? [other] : near
}

/** The command that a path such as `rooms recordings download` leads to. */
const commandAt = (path: ReadonlyArray<string>, { root }: Pick<CommandLine, "root">): CommandDescriptor | undefined =>
  path
    .slice(1)
    .reduce<CommandDescriptor | undefined>((at, name) => at?.subcommands.find((sub) => sub.name === name), root)

const ofUnknownFlag = (
  { command = [], option, suggestions: offered }: CliError.UnrecognizedOption,
  { args, root }: CommandLine
): Problem => {
  const group = commandAt(command, { root })
  const suggestions = meant(option, offered, group)
  const owner = group === undefined ? undefined : ownerOf(option, group, args)
  const path = command.join(" ")
  return owner === undefined
    ? {
        data: { _tag: "UnknownFlag", flag: option, suggestions },
        sentence: `there is no flag ${option}${didYouMean(suggestions)}`
      }
    : {
        data: { _tag: "MisplacedFlag", flag: option },
        sentence: `${option} goes after the command, as in ${path} ${owner.name} ${option}`
      }
}

const problemOf = (error: CliError.NonShowHelpErrors, line: CommandLine): Problem => {
  switch (error._tag) {
    case "UnrecognizedOption":
      return ofUnknownFlag(error, line)
    case "UnknownSubcommand": {
      const { subcommand } = error
      const commands = commandAt(error.parent ?? [], line)?.subcommands ?? []
      const near = commands.filter(({ name }) => error.suggestions.includes(name) && isNear(subcommand, name))
      // An alias is described as a command with the same flags, after the command that it is an alias of.
      const suggestions = near
        .filter(({ flags }, index) => near.findIndex((other) => other.flags === flags) === index)
        .map(({ name }) => name)
      return {
        data: { _tag: "UnknownCommand", command: subcommand, suggestions },
        sentence: `there is no command ${JSON.stringify(subcommand)}${didYouMean(suggestions)}`
      }
    }
    case "UnexpectedArgument":
      return {
        data: { _tag: "UnexpectedArgument", arguments: error.arguments },
        sentence: `unexpected argument ${error.arguments.map((argument) => JSON.stringify(argument)).join(", ")}`
      }
    case "MissingArgument":
      return {
        data: { _tag: "MissingArgument", argument: error.argument },
        sentence: `<${error.argument}> is missing`
      }
    case "MissingOption":
      return { data: { _tag: "MissingFlag", flag: `--${error.option}` }, sentence: `--${error.option} is missing` }
    case "InvalidValue":
      return ofInvalidValue(error)
    case "ValidationError":
    case "DuplicateOption":
    case "UserError":
      return { data: { _tag: error._tag }, sentence: error.message }
  }
}

/**
 * What follows an unknown flag may be its value, such as an API key, although the parser took it for something else. What
 * follows an unknown command is of no use.
 */
const shown = (errors: ReadonlyArray<CliError.NonShowHelpErrors>): ReadonlyArray<CliError.NonShowHelpErrors> => {
  const [first] = errors
  if (first?._tag === "UnknownSubcommand") return [first]
  const unknownFlags = errors.filter(({ _tag }) => _tag === "UnrecognizedOption")
  return unknownFlags.length === 0 ? errors : unknownFlags
}

/** A command line that is wrong. */
export const usageFailure = (
  errors: ReadonlyArray<CliError.NonShowHelpErrors>,
  commandPath: ReadonlyArray<string>,
  line: CommandLine
): Failure => {
  const problems = shown(errors).map((error) => problemOf(error, line))
  const command = commandPath.join(" ")
  return {
    tag: "UsageError",
    message: problems.map(({ sentence }) => sentence).join("; "),
    exitCode: exitCodes.usage,
    hint: `see ${command} --help`,
    hintBelongsToMessage: true,
    evidence: { command, problems: problems.map(({ data }) => data) }
  }
}

const beforeOperands = (args: ReadonlyArray<string>) => {
  const end = args.indexOf("--")
  return end === -1 ? args : args.slice(0, end)
}

/** Whether a flag is among arguments that nobody could parse. */
export const hasFlag = (args: ReadonlyArray<string>, flag: string): boolean => beforeOperands(args).includes(flag)

/** The values that a flag is given in arguments that nobody could parse. */
const valuesOf = (args: ReadonlyArray<string>, flag: string): ReadonlyArray<string> =>
  beforeOperands(args).flatMap((arg, index, all) => {
    if (arg.startsWith(`${flag}=`)) return [arg.slice(flag.length + 1)]
    const next = all[index + 1]
    return arg === flag && next !== undefined ? [next] : []
  })

/** The format that was asked for, as far as it can be told. */
export const formatIn = (args: ReadonlyArray<string>): string | undefined =>
  hasFlag(args, "--json") ? "json" : [...valuesOf(args, "--format"), ...valuesOf(args, "-o")].at(-1)

/** What must not be shown of the arguments. */
export const secretsIn = (args: ReadonlyArray<string>): ReadonlyArray<Redacted.Redacted<string>> =>
  Array.from(secretFlags, (flag) => valuesOf(args, `--${flag}`).map((value) => Redacted.make(value))).flat()
