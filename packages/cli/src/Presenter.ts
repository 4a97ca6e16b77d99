/**
 * Help, versions, and what is wrong with a command line. Help that was asked for and versions are data; everything else about
 * an invocation is not. Loaded when one of them is shown.
 *
 * @module
 */
import * as CliOutput from "effect/cli/CliOutput"
import type * as Command from "effect/cli/Command"
import * as Completions from "effect/cli/Completions"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Effect from "effect/Effect"
import type * as Stdio from "effect/Stdio"
import { complainOf } from "./Complaint.ts"
import { exitCodeLines } from "./ExitCode.ts"
import { complaintOf, formatIn, hasFlag, secretsIn } from "./Invocation.ts"
import { isBrokenPipe, isJsonFormat } from "./Report.ts"
import { note, print } from "./Streams.ts"

// The parser takes no failure from here; what is not the reader's doing is reported as what it is.
const data = (text: string) =>
  Effect.catch(print(text), (error) => (isBrokenPipe(error) ? Effect.void : Effect.die(error)))

type HelpDoc = CliOutput.Presenter.Help["helpDoc"]

/** Whether a command asks the service something: then it ends with the codes of the service's answers. */
const asksTheService = ({ commandPath, flags }: HelpDoc) =>
  flags.some(({ name }) => name === "base-url") || commandPath?.length === 1

const helpText = Effect.fnUntraced(function* (helpDoc: HelpDoc) {
  const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
  const help = CliOutput.defaultFormatter({ colors: canColor }).formatHelpDoc(helpDoc)
  if (!asksTheService(helpDoc)) return help
  const header = canColor ? "\u001b[1mEXIT CODES\u001b[0m" : "EXIT CODES"
  return [help.trimEnd(), "", header, ...exitCodeLines.map((line) => `  ${line}`)].join("\n")
}, Effect.provide(TerminalCapabilities.layer))

/** Presents what the parser has to tell about these arguments of this command. */
export const present = (
  event: CliOutput.Presenter.Event,
  args: ReadonlyArray<string>,
  command: Command.Command.Any
): Effect.Effect<void, never, Stdio.Stdio> => {
  switch (event._tag) {
    case "Version":
      return data(`${event.name} ${event.version}\n`)
    case "Help":
      return Effect.flatMap(helpText(event.helpDoc), (text) =>
        event.reason === "Requested" ? data(`${text}\n`) : Effect.ignore(note(text))
      )
    case "InvalidInvocation":
      return complainOf(
        complaintOf(event.errors, event.commandPath, { args, root: Completions.fromCommand(command) }),
        { isJson: isJsonFormat(formatIn(args)), noColor: hasFlag(args, "--no-color"), secrets: secretsIn(args) }
      )
  }
}
