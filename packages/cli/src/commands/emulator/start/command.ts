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
  Command.withDescription("Run the emulator until it is interrupted"),
  Command.withExamples([
    { command: "rooms emulator start --port 4010 --rooms 40", description: "Choose the port and the number of rooms" },
    { command: "rooms emulator start --port 4010 --data world.json", description: "Keep the world between runs" },
    {
      command: "rooms emulator start --import world.json --clock 2026-01-01T09:00:00Z --frozen",
      description: "Start from an export, at a fixed time"
    },
    {
      command: `rooms emulator start --scenario empty --quirk errorBody=html --fault '{"times":1,"action":{"_tag":"Refuse"}}'`,
      description: "Start without rooms, send errors as HTML, and refuse the first request"
    }
  ])
)
