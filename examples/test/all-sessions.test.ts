import { assert, describe, it } from "@effect/vitest"
import type { Rooms, Sessions } from "@effect-rooms/core"
import { Emulator } from "@effect-rooms/emulator"
import { RoomsHttp } from "@effect-rooms/http-client"
import { defaultApiKey, FakeRooms, Scenario, World, type WorldOptions } from "@effect-rooms/testing"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { allSessions } from "../all-sessions.ts"

const onTheFake = (options: WorldOptions) => FakeRooms.layer(options)

const overHttpInProcess = (options: WorldOptions) =>
  RoomsHttp.layer({ baseUrl: "https://rooms.test", apiKey: defaultApiKey }).pipe(
    Layer.provide(FakeRooms.layerHttpClient),
    Layer.provide(World.layer(options))
  )

const overASocket = (options: WorldOptions) =>
  Layer.unwrap(
    Emulator.use(({ url }) => Effect.succeed(RoomsHttp.layerFetch({ baseUrl: url, apiKey: defaultApiKey })))
  ).pipe(Layer.provide(Emulator.layer(options)))

// Counted from what was planned, without any of the code under test.
const planned = (scenario: Scenario.Scenario) => {
  const rooms = Array.from(scenario.rooms)
  const sessions = rooms.flatMap((room) => room.sessions ?? [])
  const ended = sessions.filter(({ stays }) => stays.every(({ stayed }) => stayed !== undefined))
  const length = ({ stays }: (typeof sessions)[number]) =>
    Math.max(
      ...stays.map(({ joinedAfter = 0, stayed = 0 }) =>
        Duration.toMillis(Duration.sum(Duration.fromInputUnsafe(joinedAfter), Duration.fromInputUnsafe(stayed)))
      )
    )
  return {
    rooms: rooms.length,
    sessions: sessions.length,
    running: sessions.length - ended.length,
    millis: ended.reduce((millis, session) => millis + length(session), 0)
  }
}

const gives = <E>(layer: (options: WorldOptions) => Layer.Layer<Rooms | Sessions, E>) =>
  Effect.gen(function* () {
    const scenario = yield* Scenario.office({ rooms: 40, seed: 7 })
    const { duration, ...totals } = yield* Effect.provide(allSessions, layer({ scenario }))
    assert.deepStrictEqual({ ...totals, millis: Duration.toMillis(duration) }, planned(scenario))
    assert.isAbove(totals.sessions, 500)
    assert.strictEqual(totals.running, 2)
  })

describe("examples/all-sessions.ts gives the same numbers", () => {
  it.effect("on the fake", () => gives(onTheFake))
  it.effect("on the client over an in-process server", () => gives(overHttpInProcess))
  it.live("on the client over the emulator's socket", () => gives(overASocket))
})
