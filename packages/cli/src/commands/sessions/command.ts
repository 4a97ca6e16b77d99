/**
 * `rooms sessions`
 */
import { RoomId } from "@effect-rooms/core/Identifier"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { connectionFlags } from "../../connection/flags.ts"
import { roomSessionFields } from "../../output/fields.ts"
import { outputFlagsFor } from "../../output/flags.ts"
import { progressFlags } from "../../terminal/flags.ts"
import { action } from "../action.ts"
import {
  allFlag,
  allRoomsFlag,
  concurrencyFlag,
  cursorFlag,
  limitFlag,
  pageSizeFlag,
  verifyFlag,
  windowFlags
} from "../sharedFlags.ts"

const flags = {
  roomId: Argument.String("roomId").pipe(
    Argument.withDescription("The id of a room"),
    Argument.withSchema(RoomId),
    Argument.optional
  ),
  all: allFlag,
  allRooms: allRoomsFlag("List the sessions of every room, room by room"),
  ...windowFlags,
  limit: limitFlag,
  cursor: cursorFlag,
  pageSize: pageSizeFlag("20, or up to 100 when more than one page may be read"),
  concurrency: concurrencyFlag,
  verify: verifyFlag,
  ...progressFlags,
  ...outputFlagsFor(roomSessionFields),
  ...connectionFlags
}

/** What `rooms sessions` was asked for. */
export type SessionsInput = Command.Command.Config.Infer<typeof flags>

export const sessions = Command.make(
  "sessions",
  flags,
  action(() => import("./run.ts"))
).pipe(
  Command.withDescription(
    "List the sessions of one room, newest first, or of all rooms\n\n" +
      "Of one room, one page of 20 is listed, unless --all, --limit, --since or --until asks for more. Lists are newest first, so with " +
      "--since each room is read only as far back as needed."
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
