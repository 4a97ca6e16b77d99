/**
 * `rooms help` and `rooms version`, for those who expect commands where others expect flags.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import type * as Effect from "effect/Effect"
import type { Ended } from "../../failure/CommandExit.ts"

/** Runs the command again, with other arguments. */
export type Rerun = (args: ReadonlyArray<string>) => Effect.Effect<void, Ended, Command.Environment>

export const makeHelp = (showHelp: Rerun) =>
  Command.make(
    "help",
    {
      command: Argument.String("command").pipe(
        Argument.withDescription("A command, such as list or recordings download. Default: all of them"),
        Argument.atLeast(0)
      )
    },
    ({ command }) => showHelp(command)
  ).pipe(
    Command.withDescription("Show the help of a command"),
    Command.withExamples([
      { command: "rooms help", description: "What commands there are" },
      { command: "rooms help recordings download", description: "Same as rooms recordings download --help" }
    ])
  )

export const makeVersion = (rerun: Rerun) =>
  Command.make("version", {}, () => rerun(["--version"])).pipe(
    Command.withDescription("Show the version"),
    Command.withExamples([{ command: "rooms version", description: "Same as rooms --version" }])
  )
