import { assert, layer } from "@effect/vitest"
import { Rooms } from "@effect-rooms/core"
import { FakeRooms, fault, World } from "@effect-rooms/testing"
import { Effect, Fiber, Layer, Stream } from "effect"
import { HttpServer } from "effect/http"
import { HttpApiTest } from "effect/http-api"
import { TestClock } from "effect/testing"
import { Api, layerHandlers } from "../live-presence.ts"

const makeClient = HttpApiTest.groups(Api, ["presence"])

const layerTest = Layer.mergeAll(layerHandlers, HttpServer.layerServices).pipe(Layer.provideMerge(FakeRooms.layer()))

layer(layerTest)("live-presence", (it) => {
  it.effect("sends who is there, who joins, and a poll that failed", () =>
    Effect.gen(function* () {
      const world = yield* World
      const client = yield* makeClient
      const { roomId } = yield* Rooms.use((rooms) => rooms.create({}))
      const events = yield* client.presence.watch({ params: { roomId } })
      const received = yield* events.pipe(
        Stream.take(4),
        Stream.map((event) => event._tag),
        Stream.runCollect,
        Effect.forkChild
      )
      yield* TestClock.adjust("1 second")
      yield* world.join(roomId)
      yield* TestClock.adjust("2 seconds")
      yield* world.inject(fault("liveParticipants").times(1).respond(503))
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(yield* Fiber.join(received), ["Snapshot", "Joined", "Snapshot", "PollFailed"])
    })
  )
})
