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
import { complete, completion } from "./commands/completion.ts"
import { create } from "./commands/create.ts"
import { doctor } from "./commands/doctor.ts"
import { emulator } from "./commands/emulator.ts"
import { get } from "./commands/get.ts"
import { list } from "./commands/list.ts"
import { live } from "./commands/live.ts"
import { login } from "./commands/login.ts"
import { metadata } from "./commands/metadata.ts"
import { metrics } from "./commands/metrics.ts"
import { participants } from "./commands/participants.ts"
import { profile } from "./commands/profile.ts"
import { recordings } from "./commands/recordings.ts"
import { sessions } from "./commands/sessions.ts"
import { exitCodes } from "./ExitCode.ts"
import { version } from "./Version.ts"

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
    complete
  ])
)

/** What the parser has to tell is put into words by a module that a command which runs never loads. */
const layerPresenter = (args: ReadonlyArray<string>) =>
  Layer.effect(
    CliOutput.Presenter,
    Effect.map(Stdio.Stdio, (stdio) => ({
      present: (event) =>
        Effect.promise(() => import("./Presenter.ts")).pipe(
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
            Effect.promise(() => import("./Report.ts")),
            ({ report }) => Effect.catch(report(cause, {}), ({ exitCode }) => Effect.succeed(exitCode))
          )
    ),
    Effect.provide(layerPresenter(args)),
    Effect.provide(CliConfig.layer({ builtIns })),
    Effect.provideService(Logger.LogToStderr, true)
  )
