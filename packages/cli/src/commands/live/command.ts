/**
 * `rooms live`
 */
import * as Command from "effect/cli/Command"
import { handler } from "../handler.ts"
import { liveFlags } from "./flags.ts"

export const live = Command.make(
  "live",
  liveFlags,
  handler(() => import("./run.ts"))
).pipe(
  Command.withDescription("List who is in a room now"),
  Command.withExamples([
    { command: "rooms live abc-defg-hij", description: "List who is there now; the exit code is 3 if nobody is" },
    { command: "rooms live abc-defg-hij --watch --every 2s", description: "Show a table that is kept up to date" },
    {
      command: "rooms live abc-defg-hij --watch | jq -r 'select(.event == \"Joined\").participant.peerId'",
      description: "Print the id of everyone who joins, as it happens"
    }
  ])
)
