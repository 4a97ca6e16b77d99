/** All rooms of the fake. */
import { Rooms } from "@effect-rooms/core"
import { FakeRooms } from "@effect-rooms/testing"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

Rooms.use((rooms) => Stream.runForEach(rooms.stream(), ({ roomId }) => Console.log(roomId))).pipe(
  Effect.provide(FakeRooms.layer()),
  Effect.runPromise
)
