/** A program for every platform: counts rooms over fetch, with the Promise client, and from the fake. */
import { RoomId, RoomNotFound, Rooms } from "@effect-rooms/core"
import { RoomsHttp } from "@effect-rooms/http-client"
import { RoomsClient } from "@effect-rooms/promise"
import { FakeRooms, Scenario } from "@effect-rooms/testing"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"

const count = Rooms.use((rooms) => Stream.runCount(rooms.stream()))

/** Catches a typed error of the service by its tag. */
const missing = Rooms.use((rooms) => rooms.get(RoomId.make("no-such-room"))).pipe(
  Effect.as("found"),
  Effect.catchTag("RoomNotFound", (error) =>
    Effect.succeed(error instanceof RoomNotFound ? "RoomNotFound" : "another class")
  )
)

const throughPromises = async (baseUrl: string) => {
  const client = new RoomsClient({ baseUrl, apiKey: "dev" })
  let rooms = 0
  for await (const { roomId } of client.rooms.list()) if (roomId !== "") rooms++
  await client.close()
  return rooms
}

export const run = async (baseUrl: string) => {
  const overFetch = RoomsHttp.layerFetch({ baseUrl, apiKey: Redacted.make("dev") })
  const fake = FakeRooms.layer({ scenario: Scenario.office({ rooms: 7, sessions: 9, seed: 1 }) })
  return {
    fetch: await Effect.runPromise(Effect.provide(count, overFetch)),
    missing: await Effect.runPromise(Effect.provide(missing, overFetch)),
    promise: await throughPromises(baseUrl),
    fake: await Effect.runPromise(Effect.provide(count, fake))
  }
}
