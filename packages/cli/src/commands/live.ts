/**
 * `rooms live`
 */
import { LiveRooms } from "@effect-rooms/core"
import { LiveParticipants } from "@effect-rooms/core/LiveParticipant"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { connectionFlags, layerServices } from "../Connection.ts"
import { encodeWith, formatFlag, printPage } from "../Output.ts"
import { roomIdArgument } from "./flags.ts"
import * as views from "./views.ts"

export const live = Command.make(
  "live",
  { roomId: roomIdArgument, ...formatFlag, ...connectionFlags },
  Effect.fnUntraced(
    function* ({ format, roomId }) {
      const live = yield* LiveRooms.use((liveRooms) => liveRooms.participants(roomId))
      yield* printPage(
        live,
        format,
        encodeWith(LiveParticipants),
        ({ participants }) => participants,
        views.liveParticipants
      )
    },
    (effect, input) => Effect.provide(effect, layerServices(input))
  )
).pipe(Command.withDescription("List who is in a room now"))
