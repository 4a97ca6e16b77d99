/**
 * The text of `--help`. The flags of a command come first, and common flags follow in their own groups.
 *
 * @module
 */
import type * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as Completions from "effect/cli/Completions"
import * as Option from "effect/Option"
import { connectionFlags } from "../connection/flags.ts"
import { exitCodeLines } from "../failure/exitCodes.ts"
import { outputFlagsFor } from "../output/flags.ts"
import { wrapped } from "../terminal/truncate.ts"

export type HelpDoc = CliOutput.Presenter.Help["helpDoc"]

type FlagDoc = HelpDoc["flags"][number]

/** A term and what it means. */
type Entry = readonly [term: string, description: string]

/** Flags under their heading. */
export interface FlagGroup {
  readonly heading: string
  readonly flags: ReadonlyArray<FlagDoc>
}

const sharedOutput = Completions.fromCommand(Command.make("output", outputFlagsFor([]))).flags
const sharedConnection = Completions.fromCommand(Command.make("connection", connectionFlags)).flags

const isOutput = ({ name }: FlagDoc) => sharedOutput.some((shared) => shared.name === name)

/** Excludes a flag such as `--profile` of `rooms login`, which shares a name with a common flag but not its meaning. */
const isConnection = ({ description, name }: FlagDoc) =>
  sharedConnection.some((shared) => shared.name === name && Option.contains(description, shared.description))

/** Groups the flags of a command. Empty groups are left out. */
export const flagGroups = ({ flags, globalFlags = [] }: HelpDoc): ReadonlyArray<FlagGroup> =>
  [
    { heading: "FLAGS", flags: flags.filter((flag) => !isOutput(flag) && !isConnection(flag)) },
    { heading: "OUTPUT FLAGS", flags: flags.filter(isOutput) },
    { heading: "CONNECTION FLAGS", flags: flags.filter(isConnection) },
    { heading: "GLOBAL FLAGS", flags: globalFlags }
  ].filter(({ flags }) => flags.length > 0)

// The parser appends the choices, which our descriptions contain already.
const withoutChoices = (text: string) => text.replace(/ ?\(choices: [^)]*\)$/, "")

/** Returns a flag as it is typed, and its description. */
export const flagEntry = ({ aliases, description, name, type }: FlagDoc): Entry => [
  [...aliases, `--${name}`].join(", ") + (type === "boolean" ? "" : ` <${type}>`),
  withoutChoices(Option.getOrElse(description, () => ""))
]

/** Returns the ways to call a command: itself, if it does something, and its subcommands. */
export const usagesOf = ({ args = [], commandPath = [], flags, subcommands = [] }: HelpDoc): ReadonlyArray<string> => {
  const path = commandPath.join(" ")
  const argumentNames = args.map(({ name, required, variadic }) => {
    const named = `<${name}>${variadic ? "..." : ""}`
    return required ? named : `[${named}]`
  })
  const own = [path, ...argumentNames, ...(flags.length > 0 ? ["[flags]"] : [])].join(" ")
  if (subcommands.length === 0) return [own]
  const below = `${path} <command> [flags]`
  return flags.length > 0 ? [own, below] : [below]
}

const argumentEntries = ({ args = [] }: HelpDoc): ReadonlyArray<Entry> =>
  args.map(({ description, name }) => [`<${name}>`, withoutChoices(Option.getOrElse(description, () => ""))])

/** The commands below a command, each group under its heading. */
const commandGroups = ({ subcommands = [] }: HelpDoc) =>
  subcommands.map(({ commands, group }) => ({
    heading: group === undefined ? "COMMANDS" : `${group.toUpperCase()} COMMANDS`,
    entries: commands.map(
      ({ alias, description, name, shortDescription }): Entry => [
        alias === undefined ? name : `${name}, ${alias}`,
        shortDescription ?? description
      ]
    )
  }))

/** Returns whether a command sends requests, so that its help lists the exit codes. */
const sendsRequests = ({ commandPath, flags }: HelpDoc) =>
  flags.some(({ name }) => name === "base-url") || commandPath?.length === 1

const indent = "  "

/** The widest column of terms. A longer term is on its own line. */
const widestTerm = 26

const entryLines = (entries: ReadonlyArray<Entry>, termWidth: number, width: number): ReadonlyArray<string> =>
  entries.flatMap(([term, description]) => {
    const lines = wrapped(description, width - indent.length - termWidth - 2)
    const beside = " ".repeat(indent.length + termWidth + 2)
    const below = lines.map((line) => beside + line)
    return term.length > termWidth
      ? [indent + term, ...below]
      : [`${indent}${term.padEnd(termWidth)}  ${lines[0]}`.trimEnd(), ...below.slice(1)]
  })

const termWidthOf = (entries: ReadonlyArray<Entry>) =>
  Math.min(widestTerm, Math.max(0, ...entries.map(([term]) => term.length)))

const paragraphLines = (text: string, width: number): ReadonlyArray<string> =>
  text.split("\n").flatMap((line) => wrapped(line, width - indent.length).map((line) => (indent + line).trimEnd()))

/** Returns the help of a command, wrapped to a width. Long words and examples may exceed it. */
export const helpText = (doc: HelpDoc, width: number, heading: (text: string) => string): string => {
  const groups = flagGroups(doc).map(({ flags, heading }) => ({ heading, entries: flags.map(flagEntry) }))
  const flagWidth = termWidthOf(groups.flatMap(({ entries }) => entries))
  const args = argumentEntries(doc)
  const commands = commandGroups(doc)
  const commandWidth = termWidthOf(commands.flatMap(({ entries }) => entries))
  const sections: ReadonlyArray<readonly [heading: string, lines: ReadonlyArray<string>]> = [
    ["DESCRIPTION", paragraphLines(doc.description, width)],
    ["USAGE", usagesOf(doc).map((usage) => indent + usage)],
    ["ARGUMENTS", entryLines(args, termWidthOf(args), width)],
    ...commands.map(({ entries, heading }) => [heading, entryLines(entries, commandWidth, width)] as const),
    ...groups.map(({ entries, heading }) => [heading, entryLines(entries, flagWidth, width)] as const),
    [
      "EXAMPLES",
      (doc.examples ?? []).flatMap(({ command, description }, index) => [
        ...(index === 0 ? [] : [""]),
        ...(description === undefined ? [] : [`${indent}# ${description}`]),
        indent + command
      ])
    ],
    ["EXIT CODES", sendsRequests(doc) ? exitCodeLines.map((line) => indent + line) : []]
  ]
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => [heading(title), ...lines].join("\n"))
    .join("\n\n")
}
