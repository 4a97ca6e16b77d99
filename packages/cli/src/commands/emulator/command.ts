/**
 * `rooms emulator`
 */
import * as Command from "effect/cli/Command"
import { exec } from "./exec/command.ts"
import { start } from "./start/command.ts"

export const emulator = Command.make("emulator").pipe(
  Command.withDescription("Run an emulator of the service on this machine"),
  Command.withSubcommands([start, exec])
)
