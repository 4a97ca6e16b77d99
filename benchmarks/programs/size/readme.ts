/** All rooms over fetch, from the layer of the README. */
import { Rooms } from "@effect-rooms/core"
import { RoomsHttp } from "@effect-rooms/http-client"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

Rooms.use((rooms) => Stream.runForEach(rooms.stream(), ({ roomId }) => Console.log(roomId))).pipe(
  Effect.provide(RoomsHttp.layerConfigFetch()),
  Effect.runPromise
)
