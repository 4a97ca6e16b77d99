import { RoomId } from "@effect-rooms/core/Identifier"
import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"
import { connectionFlags } from "../../connection/flags.ts"
import { checkedArgument, idForm } from "../../flags/checked.ts"
import {
  allFlag,
  allRoomsFlag,
  concurrencyFlag,
  cursorFlag,
  limitFlag,
  pageSizeFlag,
  verifyFlag,
  windowFlags
} from "../../flags/lists.ts"
import { outputFlagsFor } from "../../output/flags.ts"
import { roomSessionFields } from "../../output/serviceFields.ts"
import { progressFlags } from "../../terminal/flags.ts"

/** The flags and arguments of `rooms sessions`. */
export const sessionsFlags = {
  roomId: Argument.String("roomId").pipe(
    Argument.withDescription("The id of a room"),
    checkedArgument(RoomId, idForm),
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

/** The input of `rooms sessions`. */
export type SessionsInput = Command.Command.Config.Infer<typeof sessionsFlags>
