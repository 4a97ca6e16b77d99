/**
 * Words the problems of a command line, one sentence each.
 *
 * @module
 */
import type * as CliError from "effect/cli/CliError"
import type { CommandDescriptor } from "effect/cli/Completions"
import { exitCodes } from "./exitCodes.ts"
import { alternatives, invalidValue } from "./invalidValue.ts"
import { isNear } from "./nearness.ts"
import type { Problem } from "./Problem.ts"
import type { Failure } from "./render.ts"

/** The arguments that were typed, and the commands that there are. */
export interface CommandLine {
  readonly args: ReadonlyArray<string>
  readonly root: CommandDescriptor
}

const didYouMean = (suggestions: ReadonlyArray<string>) =>
  suggestions.length === 0 ? "" : ` (did you mean ${alternatives(suggestions)}?)`

/** Returns the subcommand that has a flag which its parent doesn't have: one that is named in the arguments, or any. */
const ownerOf = (
  flag: string,
  { subcommands }: CommandDescriptor,
  args: ReadonlyArray<string>
): CommandDescriptor | undefined => {
  const owners = subcommands.filter(({ flags }) => flags.some(({ name }) => `--${name}` === flag))
  return owners.find(({ name }) => args.includes(name)) ?? owners[0]
}

/** The names that other command lines use for our flags. */
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

/** Returns the flags that were probably meant. The parser's suggestions for a short word have little in common with it. */
const likelyFlags = (flag: string, suggestions: ReadonlyArray<string>, command: CommandDescriptor | undefined) => {
  const near = suggestions.filter((suggestion) => isNear(flag.replace(/^-+/, ""), suggestion.replace(/^-+/, "")))
  const other = otherNames[flag]
  const hasOther = other !== undefined && command?.flags.some(({ name }) => `--${name}` === other) === true
  return hasOther && !near.includes(other) ? [other] : near
}

/** Returns the command of a path such as `rooms recordings download`. */
const commandAt = (path: ReadonlyArray<string>, { root }: Pick<CommandLine, "root">): CommandDescriptor | undefined =>
  path
    .slice(1)
    .reduce<CommandDescriptor | undefined>((at, name) => at?.subcommands.find((sub) => sub.name === name), root)

const unknownFlag = (
  { command = [], option, suggestions: offered }: CliError.UnrecognizedOption,
  { args, root }: CommandLine
): Problem => {
  const parent = commandAt(command, { root })
  const suggestions = likelyFlags(option, offered, parent)
  const owner = parent === undefined ? undefined : ownerOf(option, parent, args)
  const path = command.join(" ")
  return owner === undefined
    ? {
        data: { _tag: "UnknownFlag", flag: option, suggestions },
        sentence: `unknown flag ${option}${didYouMean(suggestions)}`
      }
    : {
        data: { _tag: "MisplacedFlag", flag: option },
        sentence: `${option} goes after the command, as in ${path} ${owner.name} ${option}`
      }
}

const unknownCommand = (
  { parent = [], subcommand, suggestions: offered }: CliError.UnknownSubcommand,
  line: CommandLine
): Problem => {
  const commands = commandAt(parent, line)?.subcommands ?? []
  const near = commands.filter(({ name }) => offered.includes(name) && isNear(subcommand, name))
  // An alias is described as another command with the same flags, after the command itself.
  const suggestions = near
    .filter(({ flags }, index) => near.findIndex((other) => other.flags === flags) === index)
    .map(({ name }) => name)
  return {
    data: { _tag: "UnknownCommand", command: subcommand, suggestions },
    sentence: `unknown command ${JSON.stringify(subcommand)}${didYouMean(suggestions)}`
  }
}

const problemOf = (
  error: CliError.NonShowHelpErrors,
  commandPath: ReadonlyArray<string>,
  line: CommandLine
): Problem => {
  switch (error._tag) {
    case "UnrecognizedOption":
      return unknownFlag(error, line)
    case "UnknownSubcommand":
      return unknownCommand(error, line)
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
      return invalidValue(error, commandAt(commandPath, line), line.args)
    case "ValidationError":
    case "DuplicateOption":
    case "UserError":
      return { data: { _tag: error._tag }, sentence: error.message }
  }
}

/**
 * Leaves out the errors that follow from others. After an unknown flag comes its value, maybe an API key, which the parser takes
 * for an argument. After an unknown command, nothing is known.
 */
const withoutConsequences = (
  errors: ReadonlyArray<CliError.NonShowHelpErrors>
): ReadonlyArray<CliError.NonShowHelpErrors> => {
  const [first] = errors
  if (first?._tag === "UnknownSubcommand") return [first]
  const unknownFlags = errors.filter(({ _tag }) => _tag === "UnrecognizedOption")
  return unknownFlags.length === 0 ? errors : unknownFlags
}

/** Returns the failure of a command line that the parser rejected. */
export const usageFailure = (
  errors: ReadonlyArray<CliError.NonShowHelpErrors>,
  commandPath: ReadonlyArray<string>,
  line: CommandLine
): Failure => {
  const problems = withoutConsequences(errors).map((error) => problemOf(error, commandPath, line))
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
