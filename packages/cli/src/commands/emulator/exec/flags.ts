import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"
import { emulatorFlags } from "../flags.ts"

/** The flags and arguments of `rooms emulator exec`. */
export const execFlags = {
  ...emulatorFlags,
  command: Argument.String("command").pipe(
    Argument.withDescription("The command to run, with its arguments, after --"),
    Argument.atLeast(1)
  )
}

/** The input of `rooms emulator exec`. */
export type ExecInput = Command.Command.Config.Infer<typeof execFlags>
