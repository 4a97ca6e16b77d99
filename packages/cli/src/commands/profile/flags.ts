import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"

/** The argument of `rooms profile use` and `rooms profile remove`. */
export const profileArguments = {
  name: Argument.String("profile").pipe(Argument.withDescription("The name of a profile"))
}

/** The input of `rooms profile use` and `rooms profile remove`. */
export type ProfileInput = Command.Command.Config.Infer<typeof profileArguments>
