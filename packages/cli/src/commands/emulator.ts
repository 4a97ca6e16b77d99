/**
 * `rooms emulator`
 */
import * as Command from "effect/cli/Command"
import { exec } from "./emulator/exec.ts"
import { start } from "./emulator/start.ts"

export const emulator = Command.make("emulator").pipe(
  Command.withDescription("The room and session service on this machine"),
  Command.withSubcommands([start, exec])
)
