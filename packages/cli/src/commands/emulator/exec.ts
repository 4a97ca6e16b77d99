/**
 * `rooms emulator exec`
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { note } from "../../Output.ts"
import { emulatorFlags } from "./options.ts"
import { runCommand } from "./runCommand.ts"
import { runEmulator } from "./runEmulator.ts"

export const exec = Command.make(
  "exec",
  {
    verbose: Flag.Boolean("verbose").pipe(
      Flag.withDescription("Say where the emulator is, on stderr"),
      Flag.withoutNegation,
      Flag.withDefault(false)
    ),
    ...emulatorFlags,
    command: Argument.String("command").pipe(
      Argument.withDescription("What to run, and its arguments, after --"),
      Argument.atLeast(1)
    )
  },
  Effect.fnUntraced(function* ({ command: [command = "", ...args], verbose, ...input }) {
    yield* runEmulator(
      input,
      {},
      Effect.fnUntraced(function* ({ apiKey, baseUrl }) {
        if (verbose) yield* note(`listening on ${baseUrl}`)
        return yield* runCommand(command, args, {
          ROOMS_BASE_URL: baseUrl,
          ROOMS_API_KEY: Redacted.value(apiKey)
        })
      })
    )
  })
).pipe(
  Command.withDescription(
    "Run a command with an emulator of its own, on a free port: ROOMS_BASE_URL and ROOMS_API_KEY lead to it\n\n" +
      "Exit codes: the command's; 128 and the number of the signal that ended it; 127 if there is no such command, " +
      "126 if it cannot be run; 2 if the emulator does not start."
  ),
  Command.withExamples([
    { command: "rooms emulator exec -- npm test", description: "Tests against a service of their own" },
    { command: "rooms emulator exec --scenario empty -- rooms create --title Stand-up", description: "Without rooms" },
    {
      command: "rooms emulator exec --import before.json --export-on-exit after.json -- ./migrate.sh",
      description: "From an export to an export"
    }
  ])
)
