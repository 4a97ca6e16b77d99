import { assert, describe, it } from "@effect/vitest"
import { PeerId } from "@effect-rooms/core/Identifier"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import type { RoomScenario, Scenario, StayScenario } from "../../src/Scenario.ts"
import { World } from "../../src/World.ts"
import { WorldHost } from "../../src/world/WorldHost.ts"
import { happened } from "../fixtures/happened.ts"
import { ago, refused, roomOf, seeded, session } from "../fixtures/scenarios.ts"
import { alice, bob, createRoom, minute, operations, start } from "../fixtures/worlds.ts"

describe("seed", () => {
  const scenario: Scenario = { rooms: [{ createdAgo: "1 minute", metadata: { title: "Seeded" } }] }

  const titlesOf = Effect.fnUntraced(function* (apiKey: typeof alice) {
    const { listRooms } = yield* operations(apiKey)
    const { rooms } = yield* listRooms({})
    return rooms.map(({ metadata }) => Option.getOrThrow(metadata).title)
  })

  it.effect("adds a scenario to a world that already has rooms", () =>
    Effect.gen(function* () {
      const world = yield* World
      yield* TestClock.setTime(start - 5 * minute)
      yield* createRoom()
      yield* TestClock.setTime(start)
      yield* world.seed(scenario)
      assert.deepStrictEqual(
        (yield* happened).map(({ createdAt }) => createdAt),
        [ago(1), ago(5)]
      )
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("seeds the first tenant, or the named one", () =>
    Effect.gen(function* () {
      const world = yield* World
      assert.deepStrictEqual([yield* titlesOf(alice), yield* titlesOf(bob)], [["Seeded"], []])
      yield* world.seed(scenario)
      assert.deepStrictEqual([yield* titlesOf(alice), yield* titlesOf(bob)], [["Seeded", "Seeded"], []])
      yield* world.seed(scenario, bob)
      assert.deepStrictEqual([yield* titlesOf(alice), yield* titlesOf(bob)], [["Seeded", "Seeded"], ["Seeded"]])
    }).pipe(Effect.provide(World.layer({ apiKeys: [alice, bob], scenario: Effect.succeed(scenario) })))
  )

  it.effect("adds its tenant", () =>
    Effect.gen(function* () {
      const world = yield* World
      assert.isFalse((yield* WorldHost).isTenant(Redacted.value(bob)))
      yield* world.seed(scenario, bob)
      assert.isTrue((yield* WorldHost).isTenant(Redacted.value(bob)))
      assert.deepStrictEqual(yield* titlesOf(bob), ["Seeded"])
    }).pipe(Effect.provide(World.layer({ apiKeys: [alice] })))
  )

  it.effect("rejects an invalid scenario as a whole and names the problem, as making a world with it does", () =>
    Effect.gen(function* () {
      const invalid: Scenario = { rooms: [{}, { createdAgo: -1 }] }
      const world = yield* World
      const error = yield* Effect.flip(world.seed(invalid))
      assert.strictEqual(error._tag, "InvalidScenario")
      assert.strictEqual(error.message, "invalid scenario: rooms[1].createdAgo: is negative")
      assert.deepStrictEqual(yield* Effect.flip(seeded(invalid)), error)
      assert.deepStrictEqual(yield* happened, [])
    }).pipe(Effect.provide(World.layer()))
  )
})

const titled = (title: string, createdAgo: number): RoomScenario => ({
  createdAgo: createdAgo * minute,
  metadata: { title }
})

describe("rooms in an array", () => {
  it.effect("are created in order of time, with ids in order of the array", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const world = yield* World
      const { roomDetails } = yield* operations()
      const roomIds = yield* world.seed({
        rooms: [titled("second", 2), titled("third", 1), titled("first", 3), titled("third, too", 1)]
      })
      assert.deepStrictEqual(
        (yield* happened).map(({ metadata }) => metadata?.title),
        ["third, too", "third", "second", "first"]
      )
      const details = yield* Effect.forEach(roomIds, (roomId) => roomDetails({ roomId }))
      assert.deepStrictEqual(
        details.map(({ metadata }) => Option.getOrThrow(metadata).title),
        ["second", "third", "first", "third, too"]
      )
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("are the same rooms with the same ids in any order", () =>
    Effect.gen(function* () {
      const rooms = [titled("first", 3), roomOf(session()), titled("third", 1)]
      yield* TestClock.setTime(start)
      const idsOf = (scenario: Scenario) =>
        Effect.gen(function* () {
          const { listRooms } = yield* operations()
          return (yield* listRooms({})).rooms.map(({ roomId }) => roomId)
        }).pipe(Effect.provide(World.layer({ scenario })))
      assert.deepStrictEqual(yield* idsOf({ rooms: rooms.toReversed() }), yield* idsOf({ rooms }))
    })
  )

  it.effect("have their sessions in order of time", () =>
    Effect.gen(function* () {
      const lasting = (startedAgo: number, lasts: number) =>
        session({ startedAgo: startedAgo * minute, lasts: lasts * minute }, {})
      const [room] = yield* seeded({
        rooms: [roomOf(lasting(5, 5), lasting(20, 10), lasting(10, 4), lasting(5, 0), lasting(10, 0))]
      })
      assert.deepStrictEqual(
        room?.sessions.map(({ endTime, startTime }) => [startTime, endTime]),
        [
          [ago(5), ago(0)],
          [ago(5), ago(5)],
          [ago(10), ago(6)],
          [ago(10), ago(10)],
          [ago(20), ago(10)]
        ]
      )
      const [other] = yield* seeded({ rooms: [roomOf(lasting(5, 5), lasting(5, 0))] })
      assert.deepStrictEqual(
        other?.sessions.map(({ endTime }) => endTime),
        [ago(0), ago(5)]
      )
    })
  )

  it.effect.each([1, 2, 3, 16, 17, 100])("have their stays in order of join time: %i", (count) =>
    Effect.gen(function* () {
      // Later joiners leave sooner, and the last two join at the same moment.
      const timesOf = (index: number) => [Math.min(index, Math.max(0, count - 2)), 2 * count - index] as const
      const indexes = Array.from({ length: count }, (_, index) => index)
      const stays = indexes.map((index): StayScenario => {
        const [join, leave] = timesOf(index)
        return { joinedAfter: join, stayed: leave - join, metadata: { index } }
      })
      const [room] = yield* seeded({ rooms: [roomOf(session({ startedAt: start - 1000 }, ...stays.toReversed()))] })
      assert.deepStrictEqual(
        room?.sessions.map(({ endTime, stays }) => [
          endTime,
          stays.map(({ exitTime, joinTime, metadata }) => [joinTime, exitTime, metadata?.index])
        ]),
        [
          [
            start - 1000 + 2 * count,
            [...indexes.slice(0, -2), ...indexes.slice(-2).toReversed()].map((index) => [
              ...timesOf(index).map((time) => start - 1000 + time),
              index
            ])
          ]
        ]
      )
    })
  )

  it.effect.each([0, 20])("have peers that come back while %i others stay", (count) =>
    Effect.gen(function* () {
      const peerId = PeerId.make("ada")
      const returning: ReadonlyArray<StayScenario> = [
        { peerId, joinedAfter: 30, stayed: 10 },
        { peerId, stayed: 10 },
        { peerId, joinedAfter: 11, stayed: 10 }
      ]
      const others = Array.from({ length: count }, (): StayScenario => ({}))
      const [room] = yield* seeded({ rooms: [roomOf(session({}, { stayed: 50 }, ...returning, ...others))] })
      assert.deepStrictEqual(
        room?.sessions.map(({ endTime, stays }) => [endTime, stays.length]),
        [[count === 0 ? ago(60) + 50 : null, 4 + count]]
      )
    })
  )

  it.effect("have their recordings in the order in which sessions ended, across rooms, with running ones last", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const world = yield* World
      yield* world.seed({
        rooms: [
          roomOf(
            session({ startedAgo: "2 minutes", recordings: [60] }, {}),
            session({ startedAgo: "60 minutes", lasts: "30 minutes", recordings: [30, 31] }, {})
          ),
          roomOf(
            session({ startedAgo: "50 minutes", lasts: "10 minutes", recordings: [20] }, {}),
            session({ startedAgo: "9 minutes", lasts: "8 minutes", recordings: [50] }, {})
          ),
          roomOf(
            session({ startedAgo: "90 minutes", lasts: "10 minutes", recordings: [10] }, {}),
            session({ startedAgo: "25 minutes", lasts: "5 minutes", recordings: [40] }, {})
          )
        ]
      })
      const { listRecordings } = yield* operations()
      const { recordings } = yield* listRecordings({ limit: 10 })
      assert.deepStrictEqual(
        recordings.map(({ recordingSize }) => recordingSize),
        [60, 50, 40, 31, 30, 20, 10]
      )
    }).pipe(Effect.provide(World.layer()))
  )
})

describe("rooms in an iterable", () => {
  const rooms = [titled("first", 3), titled("second", 2), titled("second, too", 2), titled("third", 1)]

  const lazily = (rooms: ReadonlyArray<RoomScenario>): Iterable<RoomScenario> => ({
    *[Symbol.iterator]() {
      yield* rooms
    }
  })

  it.effect("are created like those of an array", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const world = yield* World
      const { roomDetails } = yield* operations()
      const roomIds = yield* world.seed({ rooms: lazily(rooms) })
      assert.deepStrictEqual(yield* happened, yield* seeded({ rooms }))
      const details = yield* Effect.forEach(roomIds, (roomId) => roomDetails({ roomId }))
      assert.deepStrictEqual(
        details.map(({ metadata }) => Option.getOrThrow(metadata).title),
        ["first", "second", "second, too", "third"]
      )
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("are rejected unless they come oldest first", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* refused({ rooms: lazily(rooms.toReversed()) }), {
        path: "rooms[1]",
        problem: "is older than the room before it: unless they are an array, rooms must come oldest first",
        happened: []
      })
    })
  )

  it.effect("are rejected if they can be iterated only once", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* refused({ rooms: rooms.values() }), {
        path: "rooms",
        problem: "can be iterated only once: pass an array, or an iterable that can start again",
        happened: []
      })
    })
  )
})
