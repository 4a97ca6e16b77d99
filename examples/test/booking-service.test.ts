import { assert, layer } from "@effect/vitest"
import { Rooms } from "@effect-rooms/core"
import { FakeRooms, fault, World } from "@effect-rooms/testing"
import { Effect, Layer, Stream } from "effect"
import { HttpServer } from "effect/http"
import { HttpApiTest } from "effect/http-api"
import { Api, BookingId } from "../booking-service/Api.ts"
import { layerHandlers } from "../booking-service/handlers.ts"

// A client that calls the handlers as a server would, without a socket.
const makeClient = HttpApiTest.groups(Api, ["bookings"])

const layerTest = Layer.mergeAll(layerHandlers, HttpServer.layerServices).pipe(Layer.provideMerge(FakeRooms.layer()))

const countRooms = Rooms.use((rooms) => Stream.runCount(rooms.stream()))

layer(layerTest)("booking-service", (it) => {
  it.effect("makes one room for a booking, however often and concurrently it is sent", () =>
    Effect.gen(function* () {
      const client = yield* makeClient
      const before = yield* countRooms
      const book = client.bookings.book({ params: { bookingId: BookingId.make("1") }, payload: { guest: "Ada" } })
      const booked = yield* Effect.all([book, book, book], { concurrency: "unbounded" })
      assert.strictEqual(new Set(booked.map(({ roomId }) => roomId)).size, 1)
      assert.strictEqual((yield* countRooms) - before, 1)
      assert.deepStrictEqual(yield* book, booked[0])
    })
  )

  it.effect("lists who is in the room", () =>
    Effect.gen(function* () {
      const client = yield* makeClient
      const { roomId } = yield* client.bookings.book({
        params: { bookingId: BookingId.make("2") },
        payload: { guest: "Grace" }
      })
      assert.deepStrictEqual(yield* client.bookings.people({ params: { roomId } }), [])
      const { peerId } = yield* World.use((world) => world.join(roomId))
      const people = yield* client.bookings.people({ params: { roomId } })
      assert.deepStrictEqual(
        people.map((person) => person.peerId),
        [peerId]
      )
    })
  )

  it.effect("answers 503 while the service is down", () =>
    Effect.gen(function* () {
      const client = yield* makeClient
      yield* World.use((world) => world.inject(fault("listRooms").times(1).respond(503)))
      const error = yield* Effect.flip(
        client.bookings.book({ params: { bookingId: BookingId.make("3") }, payload: { guest: "Ada" } })
      )
      assert.strictEqual(error._tag, "RoomUnavailable")
    })
  )
})
