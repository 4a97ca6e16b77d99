/**
 * `rooms emulator start`
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { exitCodes } from "../../ExitCode.ts"
import { exitsWith } from "../../Interruption.ts"
import { print } from "../../Output.ts"
import { emulatorFlags } from "./options.ts"
import { runEmulator } from "./runEmulator.ts"

const Port = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65_535 }))

/** The terminal is closed. It interrupts nothing, and would end the process without its last writes. */
const hangUp = Effect.callback<void>((resume) => {
  const end = () => resume(Effect.void)
  process.once("SIGHUP", end)
  return Effect.sync(() => process.off("SIGHUP", end))
})

export const start = Command.make(
  "start",
  {
    host: Flag.String("host").pipe(
      Flag.withDescription("The address to listen on. Another than 127.0.0.1 lets others reach the emulator"),
      Flag.withDefault("127.0.0.1")
    ),
    port: Flag.Int("port").pipe(
      Flag.withDescription("The port to listen on; 0 picks a free one"),
      Flag.withSchema(Port),
      Flag.withDefault(0)
    ),
    ...emulatorFlags
  },
  Effect.fnUntraced(function* ({ host, port, ...input }) {
    // To be interrupted is its usual end.
    yield* exitsWith(exitCodes.fine)
    yield* runEmulator(input, { host, port }, ({ baseUrl }) =>
      // Who reads that it listens may close the terminal at once.
      Effect.raceFirst(hangUp, Effect.andThen(print(`listening on ${baseUrl}\n`), Effect.never)).pipe(
        Effect.as(exitCodes.fine)
      )
    )
  })
).pipe(
  Command.withDescription("Run the service on this machine until it is interrupted"),
  Command.withExamples([
    { command: "rooms emulator start --port 4010 --rooms 40", description: "On a port of your own" },
    { command: "rooms emulator start --port 4010 --data world.json", description: "With a world that is kept" },
    {
      command: "rooms emulator start --import world.json --clock 2026-01-01T09:00:00Z --frozen",
      description: "From an export, at a time that stands still"
    },
    {
      command: `rooms emulator start --scenario empty --quirk errorBody=html --fault '{"times":1,"action":{"_tag":"Refuse"}}'`,
      description: "Without rooms, with errors in HTML, and the first request fails"
    }
  ])
)
