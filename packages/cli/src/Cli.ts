/**
 * The `rooms` command line, independent of the process it runs in.
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
import type * as Stdio from "effect/Stdio"
import { makeComplete } from "./commands/complete/command.ts"
import { completion } from "./commands/completion/command.ts"
import { create } from "./commands/create/command.ts"
import { doctor } from "./commands/doctor/command.ts"
import { emulator } from "./commands/emulator/command.ts"
import { get } from "./commands/get/command.ts"
import { makeHelp, type Rerun } from "./commands/help/command.ts"
import { list } from "./commands/list/command.ts"
import { live } from "./commands/live/command.ts"
import { login } from "./commands/login/command.ts"
import { metadata } from "./commands/metadata/command.ts"
import { metrics } from "./commands/metrics/command.ts"
import { participants } from "./commands/participants/command.ts"
import { profile } from "./commands/profile/command.ts"
import { recordings } from "./commands/recordings/command.ts"
import { sessions } from "./commands/sessions/command.ts"
import { makeVersion } from "./commands/version/command.ts"
import { Secrets } from "./connection/Secrets.ts"
import { CommandExit } from "./failure/CommandExit.ts"
import { exitCodes } from "./failure/exitCodes.ts"
import type { Interruption } from "./failure/Interruption.ts"
import { version } from "./help/version.ts"

const rerun: Rerun = (args) =>
  Command.runWith(rooms, { version })(args).pipe(
    // The error has been reported already.
    Effect.catch(
      (error) => new CommandExit({ exitCode: error._tag === "CommandExit" ? error.exitCode : exitCodes.usage })
    )
  )

/** Follows words down the tree of commands, as far as they name one. Words after a command without subcommands are ignored. */
const commandNamed = (words: ReadonlyArray<string>) => {
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

/** Rejects an unknown command as it would be without `help`; `--help` would ignore it. */
const showHelp: Rerun = (words) => {
  const { isKnown, path } = commandNamed(words)
  return rerun(isKnown ? [...path, "--help"] : path)
}

/** The whole command line, in the order of `rooms --help`. A new command is one more line here. */
export const rooms = Command.make("rooms").pipe(
  Command.withDescription("Create, list and read rooms, sessions, participants, recordings and metrics."),
  Command.withSubcommands([
    { group: "Rooms", commands: [create, list, get, metadata, live] },
    { group: "History", commands: [sessions, participants, recordings, metrics] },
    { group: "Connection", commands: [login, profile, doctor] },
    { group: "Development", commands: [emulator] },
    { group: "Help", commands: [makeHelp(showHelp), makeVersion(rerun), completion] },
    makeComplete((): Command.Command.Any => rooms)
  ])
)

/** Loads the code that words the parser's errors only if there is one. */
const layerPresenter = (args: ReadonlyArray<string>) =>
  Layer.effect(
    CliOutput.Presenter,
    Effect.map(Effect.context<Stdio.Stdio | Secrets>(), (context) => ({
      present: (event) =>
        Effect.promise(() => import("./help/present.ts")).pipe(
          Effect.flatMap(({ present }) => present(event, args, rooms)),
          Effect.provideContext(context)
        )
    }))
  )

const builtIns = [GlobalFlag.Help, GlobalFlag.Version]

/** Runs the command with these arguments and returns its exit code. If it is interrupted, so is this effect. */
export const run = (args: ReadonlyArray<string>): Effect.Effect<number, never, Command.Environment | Interruption> =>
  Command.runWith(rooms, { version })(args).pipe(
    Effect.as(exitCodes.fine),
    // The parser has reported an invalid command line.
    Effect.catch((error) => Effect.succeed(error._tag === "CommandExit" ? error.exitCode : exitCodes.usage)),
    // A defect outside of any handler.
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Effect.flatMap(
            Effect.promise(() => import("./failure/report.ts")),
            ({ report }) => Effect.catch(report(cause, {}), ({ exitCode }) => Effect.succeed(exitCode))
          )
    ),
    Effect.provide(layerPresenter(args)),
    Effect.provide([Secrets.layer, CliConfig.layer({ builtIns })]),
    Effect.provideService(Logger.LogToStderr, true)
  )
