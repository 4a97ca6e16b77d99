/**
 * The `rooms` command, apart from the process that it runs in.
 *
 * @module
 */
import * as CliConfig from "effect/cli/CliConfig"
import type * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Stdio from "effect/Stdio"
import { create } from "./commands/create.ts"
import { emulator } from "./commands/emulator.ts"
import { get } from "./commands/get.ts"
import { list } from "./commands/list.ts"
import { live } from "./commands/live.ts"
import { metadata } from "./commands/metadata.ts"
import { metrics } from "./commands/metrics.ts"
import { participants } from "./commands/participants.ts"
import { recordings } from "./commands/recordings.ts"
import { sessions } from "./commands/sessions.ts"
import { exitCodeHelp, exitCodes } from "./ExitCode.ts"
import { complain, note, print } from "./Output.ts"
import { version } from "./Version.ts"

const rooms = Command.make("rooms").pipe(
  Command.withDescription(
    `Create, list and read rooms, sessions, participants, recordings and metrics.\n\n${exitCodeHelp}`
  ),
  Command.withSubcommands([create, list, get, metadata, sessions, participants, live, recordings, metrics, emulator])
)

// What follows an unknown flag may be its value, such as an API key, although the parser took it for something else.
const shown = (errors: ReadonlyArray<CliError.CliError>): ReadonlyArray<CliError.CliError> => {
  const unknownFlags = errors.filter(({ _tag }) => _tag === "UnrecognizedOption")
  return unknownFlags.length === 0 ? errors : unknownFlags
}

/** Help that was asked for and versions are data; everything else about an invocation is not. */
const layerPresenter = Layer.effect(
  CliOutput.Presenter,
  Effect.gen(function* () {
    const stdio = yield* Stdio.Stdio
    const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
    const { formatHelpDoc } = CliOutput.defaultFormatter({ colors: canColor })
    const present = (event: CliOutput.Presenter.Event) => {
      switch (event._tag) {
        case "Version":
          return print(`${event.name} ${event.version}\n`)
        case "Help":
          return event.reason === "Requested"
            ? print(`${formatHelpDoc(event.helpDoc)}\n`)
            : note(formatHelpDoc(event.helpDoc))
        case "InvalidInvocation":
          return complain(
            [...shown(event.errors).map(({ message }) => message), `see ${event.commandPath.join(" ")} --help`].join(
              "; "
            )
          )
      }
    }
    return { present: (event) => Effect.ignore(Effect.provideService(present(event), Stdio.Stdio, stdio)) }
  })
)

const builtIns = GlobalFlag.BuiltIns.filter((flag) => flag !== GlobalFlag.Wizard)

/** Runs the command with its arguments and gives its exit code. An interruption stays one. */
export const run = (args: ReadonlyArray<string>): Effect.Effect<number, never, Command.Environment> =>
  Command.runWith(rooms, { version })(args).pipe(
    Effect.as(exitCodes.fine as number),
    // What is wrong with an invocation has been presented.
    Effect.catch((error) => Effect.succeed(error._tag === "Ended" ? error.exitCode : exitCodes.usage)),
    Effect.provide(Layer.provide(layerPresenter, TerminalCapabilities.layer)),
    Effect.provide(CliConfig.layer({ builtIns })),
    Effect.provideService(Logger.LogToStderr, true)
  )
