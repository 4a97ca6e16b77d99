/**
 * `rooms profile`
 */
import * as Command from "effect/cli/Command"
import { list } from "./list/command.ts"
import { remove } from "./remove/command.ts"
import { use } from "./use/command.ts"

export const profile = Command.make("profile").pipe(
  Command.withSubcommands([list, use, remove]),
  Command.withDescription("List, switch or delete the profiles that `rooms login` saved")
)
