/**
 * `rooms sessions`
 */
import * as Command from "effect/cli/Command"
import { handler } from "../handler.ts"
import { sessionsFlags } from "./flags.ts"

export const sessions = Command.make(
  "sessions",
  sessionsFlags,
  handler(() => import("./run.ts"))
).pipe(
  Command.withDescription(
    "List the sessions of one room, newest first, or of all rooms\n\n" +
      "Lists one page of 20 sessions of a room, unless --all, --limit, --since or --until asks for more. With --since, each room is " +
      "read only as far back as needed."
  ),
  Command.withShortDescription("List the sessions of one room or of all rooms"),
  Command.withExamples([
    { command: "rooms sessions abc-defg-hij --all", description: "List every session of one room" },
    { command: "rooms sessions --all-rooms --since yesterday", description: "List what took place since yesterday" },
    { command: "rooms sessions --all-rooms --format ndjson", description: "Stream every session of every room" },
    {
      command: "rooms sessions --all-rooms --concurrency 8 --format csv > sessions.csv",
      description: "Write a spreadsheet, with eight requests at a time"
    }
  ])
)
