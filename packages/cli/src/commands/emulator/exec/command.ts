/**
 * `rooms emulator exec`
 */
import * as Command from "effect/cli/Command"
import { handler } from "../../handler.ts"
import { execFlags } from "./flags.ts"

export const exec = Command.make(
  "exec",
  execFlags,
  handler(() => import("./run.ts"))
).pipe(
  Command.withDescription(
    "Run a command with an emulator of its own, on a free port: ROOMS_BASE_URL and ROOMS_API_KEY lead to it. " +
      "--verbose says on stderr where it is\n\n" +
      "Exit codes: the command's; 128 and the number of the signal that ended it; 127 if there is no such command, " +
      "126 if it cannot be run; 2 if the emulator does not start."
  ),
  Command.withShortDescription("Run a command with an emulator of its own"),
  Command.withExamples([
    { command: "rooms emulator exec -- npm test", description: "Tests against a service of their own" },
    { command: "rooms emulator exec --scenario empty -- rooms create --title Stand-up", description: "Without rooms" },
    {
      command: "rooms emulator exec --import before.json --export-on-exit after.json -- ./migrate.sh",
      description: "From an export to an export"
    }
  ])
)
