/**
 * Runs `rooms get`.
 */
import { RoomDetails } from "@effect-rooms/core/Room"
import { Rooms } from "@effect-rooms/core/Rooms"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { layerServices } from "../../connection/services.ts"
import { titleText } from "../../output/cells.ts"
import { columnsFor } from "../../output/columns.ts"
import { printAnswer } from "../../output/print.ts"
import { jsonText } from "../../output/printable.ts"
import { roomDetailsFields } from "../../output/serviceFields.ts"
import { encodeWith } from "../../output/View.ts"
import type { GetInput } from "./flags.ts"

const lockedText = (roomLocked: boolean | undefined) =>
  roomLocked === undefined ? "unknown" : roomLocked ? "yes" : "no"

export const run = Effect.fnUntraced(
  function* (input: GetInput) {
    const { roomId } = input
    const room = yield* Rooms.use((rooms) => rooms.get(roomId))
    yield* printAnswer(room, input, {
      encode: encodeWith(RoomDetails),
      fields: roomDetailsFields,
      columns: columnsFor(RoomDetails, [
        { field: "roomId", header: "ROOM", cell: ({ roomId }) => roomId },
        { field: "roomLocked", header: "LOCKED", cell: ({ roomLocked }) => lockedText(roomLocked) },
        { header: "TITLE", cell: titleText },
        { field: "metadata", header: "METADATA", cell: ({ metadata }) => jsonText(Option.getOrNull(metadata)) }
      ])
    })
  },
  (effect, input) => Effect.provide(effect, layerServices(input))
)
