/**
 * The completions of a word on a command line.
 */
import type { CommandDescriptor, FlagDescriptor } from "effect/cli/Completions"

/** A completion, and what it means. */
export interface Candidate {
  readonly value: string
  readonly description: string
}

/** The kind of completions that a word has. */
export type Completion =
  | { readonly _tag: "Candidates"; readonly candidates: ReadonlyArray<Candidate> }
  /** Names of files and folders, which the shell completes itself. */
  | { readonly _tag: "Files" }
  /** Ids of rooms, from the service that these flags select. */
  | { readonly _tag: "RoomIds"; readonly flags: ReadonlyArray<string> }
  /** Names of profiles, after `before` in the same word. */
  | { readonly _tag: "Profiles"; readonly before: string }

const nothing: Completion = { _tag: "Candidates", candidates: [] }

/** Flags whose value is the name of a file or folder. */
const fileFlags = new Set(["data", "export-on-exit", "import", "metadata", "scenario", "to"])

const firstLine = (text = "") => text.split("\n", 1)[0] ?? ""

const startingWith = (prefix: string, candidates: ReadonlyArray<Candidate>): Completion => ({
  _tag: "Candidates",
  candidates: candidates.filter(({ value }) => value.startsWith(prefix))
})

const valuesOf = ({ name, type }: FlagDescriptor, before: string, current: string): Completion => {
  if (type._tag === "Choice") {
    return startingWith(
      before + current,
      type.values.map((value) => ({ value: before + value, description: "" }))
    )
  }
  if (name === "profile") return { _tag: "Profiles", before }
  return type._tag === "Path" || fileFlags.has(name) ? { _tag: "Files" } : nothing
}

const isBoolean = ({ type }: FlagDescriptor) => type._tag === "Boolean"

const commandNames = ({ subcommands }: CommandDescriptor): ReadonlyArray<Candidate> =>
  subcommands.map(({ description, name }) => ({ value: name, description: firstLine(description) }))

const flagNames = ({ flags }: CommandDescriptor): ReadonlyArray<Candidate> => [
  ...flags.map(({ description, name }) => ({ value: `--${name}`, description: firstLine(description) })),
  { value: "--help", description: "Show help information" }
]

/** Finds the flag of a word such as `--format` or `-o`. */
const flagAt = ({ flags }: CommandDescriptor, word: string): FlagDescriptor | undefined =>
  flags.find(({ aliases, name }) => `--${name}` === word || aliases.some((alias) => `-${alias}` === word))

/** The command line before the current word. */
interface Before {
  readonly command: CommandDescriptor
  /** The number of arguments so far. */
  readonly positions: number
  /** The flag whose value is the current word. */
  readonly flag: FlagDescriptor | undefined
  /** Flags with their values, one word each. */
  readonly given: ReadonlyArray<string>
  /** After `--`, everything is an argument. */
  readonly onlyArguments: boolean
}

const readWords = (root: CommandDescriptor, words: ReadonlyArray<string>): Before => {
  let command = root
  let positions = 0
  let flag: FlagDescriptor | undefined
  let onlyArguments = false
  const given: Array<string> = []
  for (const word of words) {
    if (flag !== undefined) {
      given.push(`--${flag.name}=${word}`)
      flag = undefined
    } else if (onlyArguments) positions++
    else if (word === "--") onlyArguments = true
    else if (/^-./.test(word)) {
      const known = word.includes("=") ? undefined : flagAt(command, word)
      if (known === undefined || isBoolean(known)) given.push(word)
      else flag = known
    } else {
      const subcommand = command.subcommands.find(({ name }) => name === word)
      if (subcommand === undefined) positions++
      else command = subcommand
    }
  }
  return { command, positions, flag, given, onlyArguments }
}

const helpCompletion = (root: CommandDescriptor, words: ReadonlyArray<string>, current: string): Completion => {
  const { command, positions } = readWords(root, words)
  return positions === 0 ? startingWith(current, commandNames(command)) : nothing
}

/** Returns the completions of the current word, given the words before it without the name of the program. */
export const completionOf = (root: CommandDescriptor, words: ReadonlyArray<string>, current: string): Completion => {
  // The arguments of `rooms help` are the names of commands.
  if (words[0] === "help") return helpCompletion(root, words.slice(1), current)
  const { command, flag, given, onlyArguments, positions } = readWords(root, words)
  if (flag !== undefined) return valuesOf(flag, "", current)
  if (current.startsWith("-") && !onlyArguments) {
    const [name, value] = current.split(/=(.*)/s, 2)
    if (value === undefined) return startingWith(current, flagNames(command))
    const known = name === undefined ? undefined : flagAt(command, name)
    return known === undefined ? nothing : valuesOf(known, `${name}=`, value)
  }
  if (command.subcommands.length > 0 && positions === 0) return startingWith(current, commandNames(command))
  const argument = command.arguments[positions] ?? command.arguments.find(({ variadic }) => variadic)
  switch (argument?.name) {
    case undefined:
      return nothing
    case "roomId":
      return { _tag: "RoomIds", flags: given }
    case "profile":
      return { _tag: "Profiles", before: "" }
    case "command":
      return { _tag: "Files" }
    default:
      return argument?.type._tag === "Choice"
        ? startingWith(
            current,
            argument.type.values.map((value) => ({ value, description: "" }))
          )
        : nothing
  }
}
