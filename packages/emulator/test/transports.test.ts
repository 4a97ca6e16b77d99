import { assert, describe, it } from "@effect/vitest"
import * as RoomServices from "@effect-rooms/core/RoomServices"
import { Rooms } from "@effect-rooms/core/Rooms"
import { RoomsHttp } from "@effect-rooms/http-client"
import { defaultApiKey, FakeRooms, Scenario, World } from "@effect-rooms/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Emulator } from "../src/index.ts"
import { newRoom, survey } from "./fixtures/survey.ts"

// All transports are used at the same time of a paused clock, so that whole results can be compared.
const now = 1_750_000_000_000

const options = { seed: "doors", scenario: Scenario.office({ rooms: 23, live: 2, seed: 3 }) }

const layerInProcess = (apiKey = defaultApiKey) =>
  Layer.provide(RoomsHttp.layer({ baseUrl: "https://rooms.test", apiKey }), FakeRooms.layerHttpClient)

const layerSocket = (apiKey = defaultApiKey) =>
  Layer.unwrap(Emulator.useSync(({ url }) => RoomsHttp.layerFetch({ baseUrl: url, apiKey })))

describe("the same world in memory, in process and over a socket", () => {
  it.effect("returns the same results", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      yield* Effect.gen(function* () {
        const inMemory = yield* Effect.provide(survey, Layer.provide(RoomServices.layer, FakeRooms.layerBackend()))
        assert.deepStrictEqual(
          inMemory.refused.map((refusal) => Predicate.hasProperty(refusal, "_tag") && refusal._tag),
          [
            "RoomNotFound",
            "RoomNotFound",
            "RoomNotFound",
            "SessionNotFound",
            "NoLiveSession",
            "InvalidRequest",
            "InvalidRequest",
            "MetadataTooLarge"
          ]
        )
        assert.strictEqual(inMemory.live.filter((room) => Predicate.hasProperty(room, "count")).length, 2)
        assert.deepStrictEqual(yield* Effect.provide(survey, layerInProcess()), inMemory)
        assert.deepStrictEqual(yield* Effect.provide(survey, layerSocket()), inMemory)
      }).pipe(Effect.provide(Emulator.layer(options)))
    })
  )

  it.effect("rejects an unknown key with the same message", () =>
    Effect.gen(function* () {
      const stranger = Redacted.make("nope")
      const refusal = Effect.flip(Rooms.use(({ page }) => page()))
      const refusals = [
        yield* Effect.provide(refusal, Layer.provide(RoomServices.layer, FakeRooms.layerBackend(stranger))),
        yield* Effect.provide(refusal, layerInProcess(stranger)),
        yield* Effect.provide(refusal, layerSocket(stranger))
      ]
      for (const { _tag, evidence, message } of refusals) {
        assert.deepStrictEqual(
          [_tag, evidence.status, message],
          [
            "Unauthorized",
            401,
            "the service does not accept the API key for listRooms (the service says: unknown API key)"
          ]
        )
      }
    }).pipe(Effect.provide(Emulator.layer(options)))
  )
})

describe("worlds of the same seed in memory, in process and over a socket", () => {
  it.effect("become the same after the same operations", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const inMemory = yield* Effect.provide(newRoom, FakeRooms.layer(options))
      const inProcess = yield* Effect.provide(newRoom, Layer.provideMerge(layerInProcess(), World.layer(options)))
      assert.deepStrictEqual(inProcess, inMemory)
      const socket = yield* Effect.provide(newRoom, Layer.provideMerge(layerSocket(), Emulator.layer(options)))
      assert.deepStrictEqual(socket, inMemory)
      assert.strictEqual(inMemory.again.roomId, inMemory.once.roomId)
    })
  )
})
