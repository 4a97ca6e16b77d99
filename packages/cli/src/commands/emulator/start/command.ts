/**
 * `rooms emulator start`
 */
import * as Command from "effect/cli/Command"
import { handler } from "../../handler.ts"
import { startFlags } from "./flags.ts"

export const start = Command.make(
  "start",
  startFlags,
  handler(() => import("./run.ts"))
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
