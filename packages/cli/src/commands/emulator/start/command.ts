/**
 * `rooms emulator start`
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Schema from "effect/Schema"
import { action } from "../../action.ts"
import { emulatorFlags } from "../flags.ts"

const Port = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65_535 }))

const flags = {
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
}

/** What `rooms emulator start` was asked for. */
export type StartInput = Command.Command.Config.Infer<typeof flags>

export const start = Command.make(
  "start",
  flags,
  action(() => import("./run.ts"))
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
