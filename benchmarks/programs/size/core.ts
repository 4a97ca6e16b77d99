/** All rooms of a backend of one's own: the services without a transport. */
import { Backend, type Operations, RoomServices, Rooms } from "@effect-rooms/core"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"

export const listRooms = (operations: Operations) =>
  Rooms.use((rooms) => Stream.runForEach(rooms.stream(), ({ roomId }) => Console.log(roomId))).pipe(
    Effect.provide(Layer.provide(RoomServices.layer, Layer.succeed(Backend, operations))),
    Effect.runPromise
  )
