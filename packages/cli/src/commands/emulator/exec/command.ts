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
    "Run a command against its own emulator\n\n" +
      "The emulator listens on a free port while the command runs. ROOMS_BASE_URL and ROOMS_API_KEY point the command to it. " +
      "--verbose prints its URL and each request to stderr.\n\n" +
      "The exit code is that of the command, or 128 plus the number of the signal that ended it; 127 if the command isn't found, " +
      "126 if it can't be run, and 2 if the emulator can't start."
  ),
  Command.withShortDescription("Run a command against its own emulator"),
  Command.withExamples([
    { command: "rooms emulator exec -- npm test", description: "Run tests against an emulator" },
    {
      command: "rooms emulator exec --scenario empty -- rooms create --title Stand-up",
      description: "Start without rooms"
    },
    {
      command: "rooms emulator exec --import before.json --export-on-exit after.json -- ./migrate.sh",
      description: "Start from an export, and export the result"
    }
  ])
)
