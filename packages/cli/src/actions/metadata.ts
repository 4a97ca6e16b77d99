/**
 * What `rooms metadata` does.
 */
import { RoomMetadata } from "@effect-rooms/core/Room"
import { Rooms } from "@effect-rooms/core/Rooms"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { metadataText } from "../Cells.ts"
import type { MetadataInput } from "../commands/metadata.ts"
import { roomMetadataFields } from "../Fields.ts"
import { encodeWith, printAnswer } from "../Output.ts"
import { jsonText } from "../Printable.ts"
import { layerServices } from "../Services.ts"

export const run = Effect.fnUntraced(
  function* (input: MetadataInput) {
    const { roomId } = input
    const metadata = yield* Rooms.use((rooms) => rooms.metadata(roomId))
    const keys = Object.keys(Option.getOrElse(metadata, () => ({})))
    yield* printAnswer({ metadata }, input, {
      encode: encodeWith(RoomMetadata),
      fields: roomMetadataFields,
      columns: keys.map((key) => ({
        header: key,
        cell: ({ metadata }) => metadataText(metadata, key) || jsonText(Option.getOrUndefined(metadata)?.[key])
      }))
    })
  },
  (effect, input) => Effect.provide(effect, layerServices(input))
)
