/**
 * `rooms get`
 */
import { Rooms } from "@effect-rooms/core"
import { RoomDetails } from "@effect-rooms/core/Room"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { connectionFlags, layerServices } from "../Connection.ts"
import { encodeWith, formatFlag, printAnswer } from "../Output.ts"
import { metadataText } from "../Table.ts"
import { roomIdArgument } from "./flags.ts"

const lockedText = (roomLocked: boolean | undefined) =>
  roomLocked === undefined ? "unknown" : roomLocked ? "yes" : "no"

export const get = Command.make(
  "get",
  { roomId: roomIdArgument, ...formatFlag, ...connectionFlags },
  Effect.fnUntraced(
    function* ({ format, roomId }) {
      const room = yield* Rooms.use((rooms) => rooms.get(roomId))
      yield* printAnswer(room, format, {
        encode: encodeWith(RoomDetails),
        columns: [
          { header: "ROOM", cell: ({ roomId }) => roomId },
          { header: "LOCKED", cell: ({ roomLocked }) => lockedText(roomLocked) },
          { header: "TITLE", cell: ({ metadata }) => metadataText(metadata, "title") },
          { header: "METADATA", cell: ({ metadata }) => JSON.stringify(Option.getOrNull(metadata)) }
        ]
      })
    },
    (effect, input) => Effect.provide(effect, layerServices(input))
  )
).pipe(Command.withDescription("Read one room"))
