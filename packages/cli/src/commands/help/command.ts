/**
 * `rooms help`, for people who expect a command instead of a flag.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import type * as Effect from "effect/Effect"
import type { CommandExit } from "../../failure/CommandExit.ts"
import type { CommandServices } from "../handler.ts"

/** Runs the command line again with other arguments. */
export type Rerun = (
  args: ReadonlyArray<string>
) => Effect.Effect<void, CommandExit, Command.Environment | CommandServices>

export const makeHelp = (showHelp: Rerun) =>
  Command.make(
    "help",
    {
      command: Argument.String("command").pipe(
        Argument.withDescription("A command, such as list or recordings download. Default: all commands"),
        Argument.atLeast(0)
      )
    },
    ({ command }) => showHelp(command)
  ).pipe(
    Command.withDescription("Show the help of a command"),
    Command.withExamples([
      { command: "rooms help", description: "List all commands" },
      { command: "rooms help recordings download", description: "Same as rooms recordings download --help" }
    ])
  )
