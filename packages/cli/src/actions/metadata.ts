/**
 * What `rooms metadata` does.
 */
import { RoomMetadata } from "@effect-rooms/core/Room"
import { Rooms } from "@effect-rooms/core/Rooms"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { MetadataInput } from "../commands/metadata.ts"
import { encodeWith, printAnswer } from "../Output.ts"
import { layerServices } from "../Services.ts"
import { metadataText } from "../Table.ts"

export const run = Effect.fnUntraced(
  function* (input: MetadataInput) {
    const { roomId } = input
    const metadata = yield* Rooms.use((rooms) => rooms.metadata(roomId))
    const keys = Object.keys(Option.getOrElse(metadata, () => ({})))
    yield* printAnswer({ metadata }, input, {
      encode: encodeWith(RoomMetadata),
      columns: keys.map((key) => ({
        header: key,
        cell: ({ metadata }) => metadataText(metadata, key) || JSON.stringify(Option.getOrUndefined(metadata)?.[key])
      }))
    })
  },
  (effect, input) => Effect.provide(effect, layerServices(input))
)
