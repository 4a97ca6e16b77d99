/** All rooms over fetch. */
import { Rooms } from "@effect-rooms/core"
import * as RoomsHttp from "@effect-rooms/http-client/RoomsHttp"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"

Rooms.use((rooms) => Stream.runForEach(rooms.stream(), ({ roomId }) => Console.log(roomId))).pipe(
  Effect.provide(
    Layer.provide(
      Rooms.layer,
      RoomsHttp.layerBackendFetch({ baseUrl: "https://rooms.example.com", apiKey: Redacted.make("key") })
    )
  ),
  Effect.runPromise
)
