/**
 * `rooms emulator exec`
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { action } from "../../action.ts"
import { emulatorFlags } from "../flags.ts"

const flags = {
  ...emulatorFlags,
  command: Argument.String("command").pipe(
    Argument.withDescription("What to run, and its arguments, after --"),
    Argument.atLeast(1)
  )
}

/** What `rooms emulator exec` was asked for. */
export type ExecInput = Command.Command.Config.Infer<typeof flags>

export const exec = Command.make(
  "exec",
  flags,
  action(() => import("./run.ts"))
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
