/**
 * Shows help, versions and problems of a command line. Requested help and versions go to stdout, everything else to stderr.
 *
 * @module
 */
import type * as CliOutput from "effect/cli/CliOutput"
import type * as Command from "effect/cli/Command"
import * as Completions from "effect/cli/Completions"
import * as Effect from "effect/Effect"
import * as Stdio from "effect/Stdio"
import type { Secrets } from "../connection/Secrets.ts"
import { renderFailure } from "../failure/render.ts"
import { isBrokenPipe, isJsonFormat } from "../failure/report.ts"
import { formatIn, hasFlag, secretsIn } from "../failure/typedArguments.ts"
import { usageFailure } from "../failure/usage.ts"
import { note, print } from "../output/streams.ts"
import { paintFor } from "../terminal/colors.ts"
import { TerminalSize } from "../terminal/TerminalSize.ts"
import type { HelpDoc } from "./helpText.ts"

// The parser doesn't accept a failure here. A closed pipe is fine, and anything else is a defect.
const data = (text: string) =>
  Effect.catch(print(text), (error) => (isBrokenPipe(error) ? Effect.void : Effect.die(error)))

/** Wider paragraphs are hard to read. */
const widestHelp = 100

const usualWidth = 80

const help = Effect.fnUntraced(function* (helpDoc: HelpDoc) {
  const { helpText } = yield* Effect.promise(() => import("./helpText.ts"))
  const stdio = yield* Stdio.Stdio
  const measure = yield* TerminalSize
  const width = (yield* stdio.stdoutIsTerminal) ? Math.min(widestHelp, measure("stdout").columns) : usualWidth
  const paint = yield* paintFor("stdout")
  return helpText(helpDoc, width, (title) => paint(title, "bold"))
})

/** Shows what the parser reports about a command line. */
export const present = (
  event: CliOutput.Presenter.Event,
  args: ReadonlyArray<string>,
  command: Command.Command.Any
): Effect.Effect<void, never, Stdio.Stdio | Secrets> => {
  switch (event._tag) {
    case "Version":
      return data(`${event.name} ${event.version}\n`)
    case "Help":
      return Effect.flatMap(help(event.helpDoc), (text) =>
        event.reason === "Requested" ? data(`${text}\n`) : Effect.ignore(note(text))
      )
    case "InvalidInvocation":
      return renderFailure(
        usageFailure(event.errors, event.commandPath, { args, root: Completions.fromCommand(command) }),
        { isJson: isJsonFormat(formatIn(args)), noColor: hasFlag(args, "--no-color"), secrets: secretsIn(args) }
      )
  }
}
