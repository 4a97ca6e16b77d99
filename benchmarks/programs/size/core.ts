/** All rooms of a backend of one's own: the service without a transport. */
import { Backend, type Operations, Rooms } from "@effect-rooms/core"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"

export const listRooms = (operations: Operations) =>
  Rooms.use((rooms) => Stream.runForEach(rooms.stream(), ({ roomId }) => Console.log(roomId))).pipe(
    Effect.provide(Layer.provide(Rooms.layer, Layer.succeed(Backend, operations))),
    Effect.runPromise
  )
