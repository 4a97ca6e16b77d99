/**
 * `rooms participants`
 */
import * as Command from "effect/cli/Command"
import { handler } from "../handler.ts"
import { participantsFlags } from "./flags.ts"

export const participants = Command.make(
  "participants",
  participantsFlags,
  handler(() => import("./run.ts"))
).pipe(
  Command.withDescription(
    "List who took part in a session, or in all sessions of all rooms\n\n" +
      "Each stay is a row: someone who left and came back has two. --all-rooms adds the room and the session to each."
  ),
  Command.withShortDescription("List who took part in one session or in all of them"),
  Command.withExamples([
    { command: "rooms participants session-id", description: "List who was there, and how long" },
    { command: "rooms participants session-id --format csv > participants.csv", description: "Write a spreadsheet" },
    {
      command: "rooms participants --all-rooms --since 7d --concurrency 8 --format csv > attendance.csv",
      description: "Write the attendance of a week, with eight requests at a time"
    }
  ])
)
