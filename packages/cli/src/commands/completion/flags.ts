import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"

/** The shells that can complete the command. */
export const shells = ["bash", "zsh", "fish", "powershell"] as const
export type Shell = (typeof shells)[number]

/** The argument of `rooms completion`. */
export const completionArguments = {
  shell: Argument.Literals("shell", shells).pipe(Argument.withDescription("bash, zsh, fish or powershell"))
}

/** The input of `rooms completion`. */
export type CompletionInput = Command.Command.Config.Infer<typeof completionArguments>
