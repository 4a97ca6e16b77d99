/**
 * What `rooms get` does.
 */
import { RoomDetails } from "@effect-rooms/core/Room"
import { Rooms } from "@effect-rooms/core/Rooms"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { titleText } from "../Cells.ts"
import type { GetInput } from "../commands/get.ts"
import { roomDetailsFields } from "../Fields.ts"
import { encodeWith, printAnswer } from "../Output.ts"
import { jsonText } from "../Printable.ts"
import { layerServices } from "../Services.ts"

const lockedText = (roomLocked: boolean | undefined) =>
  roomLocked === undefined ? "unknown" : roomLocked ? "yes" : "no"

export const run = Effect.fnUntraced(
  function* (input: GetInput) {
    const { roomId } = input
    const room = yield* Rooms.use((rooms) => rooms.get(roomId))
    yield* printAnswer(room, input, {
      encode: encodeWith(RoomDetails),
      fields: roomDetailsFields,
      columns: [
        { header: "ROOM", cell: ({ roomId }) => roomId },
        { header: "LOCKED", cell: ({ roomLocked }) => lockedText(roomLocked) },
        { header: "TITLE", cell: titleText },
        { header: "METADATA", cell: ({ metadata }) => jsonText(Option.getOrNull(metadata)) }
      ]
    })
  },
  (effect, input) => Effect.provide(effect, layerServices(input))
)
