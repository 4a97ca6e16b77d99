/**
 * The `rooms` command, apart from the process that it runs in.
 *
 * @module
 */

import * as Cause from "effect/Cause"
import * as CliConfig from "effect/cli/CliConfig"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Stdio from "effect/Stdio"
import { complete, completion } from "./commands/completion/command.ts"
import { create } from "./commands/create/command.ts"
import { doctor } from "./commands/doctor/command.ts"
import { emulator } from "./commands/emulator/command.ts"
import { get } from "./commands/get/command.ts"
import { makeHelp, makeVersion, type Rerun } from "./commands/help/command.ts"
import { list } from "./commands/list/command.ts"
import { live } from "./commands/live/command.ts"
import { login } from "./commands/login/command.ts"
import { metadata } from "./commands/metadata/command.ts"
import { metrics } from "./commands/metrics/command.ts"
import { participants } from "./commands/participants/command.ts"
import { profile } from "./commands/profile/command.ts"
import { recordings } from "./commands/recordings/command.ts"
import { sessions } from "./commands/sessions/command.ts"
import { Ended } from "./failure/CommandExit.ts"
import { exitCodes } from "./failure/exitCodes.ts"
import { version } from "./help/version.ts"

const rerun: Rerun = (args) =>
  Command.runWith(rooms, { version })(args).pipe(
    // The error has been presented already.
    Effect.catch((error) => new Ended({ exitCode: error._tag === "Ended" ? error.exitCode : exitCodes.usage }))
  )

/** The words up to the first one that is no command where a command is expected; what follows a command is of no interest. */
const namedIn = (words: ReadonlyArray<string>) => {
  let commands = rooms.subcommands.flatMap(({ commands }): ReadonlyArray<Command.Command.Any> => commands)
  const path: Array<string> = []
  for (const word of words) {
    const found = commands.find(({ alias, name }) => name === word || alias === word)
    if (found === undefined && commands.length > 0) return { path: [...path, word], isKnown: false }
    if (found === undefined) break
    path.push(word)
    commands = found.subcommands.flatMap(({ commands }) => commands)
  }
  return { path, isKnown: true }
}

/** An unknown command is refused as it would be without `help`: `--help` shows the help of whatever is there. */
const showHelp: Rerun = (words) => {
  const { isKnown, path } = namedIn(words)
  return rerun(isKnown ? [...path, "--help"] : path)
}

/** All of the command line. */
export const rooms = Command.make("rooms").pipe(
  Command.withDescription("Create, list and read rooms, sessions, participants, recordings and metrics."),
  Command.withSubcommands([
    create,
    list,
    get,
    metadata,
    sessions,
    participants,
    live,
    recordings,
    metrics,
    login,
    profile,
    doctor,
    emulator,
    completion,
    makeHelp(showHelp),
    makeVersion(rerun),
    complete
  ])
)

/** The module that puts the parser's errors into words loads only when there is one. */
const layerPresenter = (args: ReadonlyArray<string>) =>
  Layer.effect(
    CliOutput.Presenter,
    Effect.map(Stdio.Stdio, (stdio) => ({
      present: (event) =>
        Effect.promise(() => import("./help/present.ts")).pipe(
          Effect.flatMap(({ present }) => present(event, args, rooms)),
          Effect.provideService(Stdio.Stdio, stdio)
        )
    }))
  )

const builtIns = [GlobalFlag.Help, GlobalFlag.Version]

/** Runs the command with its arguments and gives its exit code. An interruption stays one. */
export const run = (args: ReadonlyArray<string>): Effect.Effect<number, never, Command.Environment> =>
  Command.runWith(rooms, { version })(args).pipe(
    Effect.as(exitCodes.fine as number),
    // What is wrong with an invocation has been presented.
    Effect.catch((error) => Effect.succeed(error._tag === "Ended" ? error.exitCode : exitCodes.usage)),
    // What goes wrong here goes wrong outside of every command.
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Effect.flatMap(
            Effect.promise(() => import("./failure/report.ts")),
            ({ report }) => Effect.catch(report(cause, {}), ({ exitCode }) => Effect.succeed(exitCode))
          )
    ),
    Effect.provide(layerPresenter(args)),
    Effect.provide(CliConfig.layer({ builtIns })),
    Effect.provideService(Logger.LogToStderr, true)
  )
