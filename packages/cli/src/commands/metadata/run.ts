/**
 * Runs `rooms metadata`.
 */
import { RoomMetadata } from "@effect-rooms/core/Room"
import { Rooms } from "@effect-rooms/core/Rooms"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { layerServices } from "../../connection/services.ts"
import { printAnswer } from "../../output/print.ts"
import { jsonText } from "../../output/printable.ts"
import { roomMetadataFields } from "../../output/serviceFields.ts"
import { encodeWith } from "../../output/View.ts"
import type { MetadataInput } from "./flags.ts"

const textOf = (value: unknown) => (Predicate.isString(value) && value !== "" ? value : jsonText(value))

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
        cell: ({ metadata }) => textOf(Option.getOrUndefined(metadata)?.[key])
      }))
    })
  },
  (effect, input) => Effect.provide(effect, layerServices(input))
)
