/**
 * `rooms metadata`
 */
import { Rooms } from "@effect-rooms/core"
import { RoomMetadata } from "@effect-rooms/core/Room"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { connectionFlags, layerServices } from "../Connection.ts"
import { encodeWith, formatFlag, printAnswer } from "../Output.ts"
import { metadataText } from "../Table.ts"
import { roomIdArgument } from "./flags.ts"

export const metadata = Command.make(
  "metadata",
  { roomId: roomIdArgument, ...formatFlag, ...connectionFlags },
  Effect.fnUntraced(
    function* ({ format, roomId }) {
      const metadata = yield* Rooms.use((rooms) => rooms.metadata(roomId))
      const keys = Object.keys(Option.getOrElse(metadata, () => ({})))
      yield* printAnswer({ metadata }, format, {
        encode: encodeWith(RoomMetadata),
        columns: keys.map((key) => ({
          header: key,
          cell: ({ metadata }) => metadataText(metadata, key) || JSON.stringify(Option.getOrUndefined(metadata)?.[key])
        }))
      })
    },
    (effect, input) => Effect.provide(effect, layerServices(input))
  )
).pipe(Command.withDescription("Read the metadata of one room"))
