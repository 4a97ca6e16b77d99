import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"

/** The flags and arguments of `rooms __complete`. */
export const completeFlags = {
  current: Flag.String("current").pipe(Flag.withDescription("The word to complete")),
  words: Argument.String("words").pipe(Argument.withDescription("The words before it, after --"), Argument.atLeast(0))
}

/** The input of `rooms __complete`, with the root command, whose commands and flags it completes. */
export interface CompleteInput extends Command.Command.Config.Infer<typeof completeFlags> {
  readonly root: Command.Command.Any
  readonly [flag: string]: unknown
}
