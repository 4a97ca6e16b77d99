import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import type { Scenario } from "../../src/Scenario.ts"
import { World } from "../../src/World.ts"
import { happened } from "../fixtures/happened.ts"
import { alice, bob, createRoom, minute, operations, start } from "../fixtures/worlds.ts"

const ada = { displayName: "Ada" }
const grace = { displayName: "Grace" }

/** What happened in a world that begins at `start` with a scenario. */
const seeded = (scenario: Scenario, at = start) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(at)
    return yield* Effect.provide(happened, World.layer({ scenario: Effect.succeed(scenario) }))
  })

const ago = (minutes: number) => start - minutes * minute

describe("a scenario", () => {
  it.effect("of no rooms is an empty world", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* seeded({ rooms: [] }), [])
    })
  )

  it.effect("creates its rooms oldest first, with their metadata and locks", () =>
    Effect.gen(function* () {
      const rooms = yield* seeded({
        rooms: [
          { createdAgo: "3 minutes", metadata: { title: "Stand-up", hostWallets: ["0x1"] }, locked: true },
          { createdAgo: "2 minutes", locked: false },
          { createdAgo: "1 minute" }
        ]
      })
      assert.deepStrictEqual(rooms, [
        { createdAt: ago(1), locked: false, metadata: null, sessions: [] },
        { createdAt: ago(2), locked: false, metadata: null, sessions: [] },
        {
          createdAt: ago(3),
          locked: true,
          metadata: { title: "Stand-up", hostWallets: ["0x1"] },
          sessions: []
        }
      ])
    })
  )

  it.effect("holds its sessions, each until the last peer has left, with times relative to its beginning", () =>
    Effect.gen(function* () {
      const [room] = yield* seeded({
        rooms: [
          {
            createdAgo: "2 hours",
            sessions: [
              {
                startedAgo: "60 minutes",
                stays: [
                  { metadata: ada, stayed: "10 minutes" },
                  { metadata: grace, joinedAfter: "4 minutes", stayed: "20 minutes" }
                ],
                recordings: [7, 8]
              },
              { startedAgo: "30 minutes", stays: [{ stayed: "1 minute" }] }
            ]
          }
        ]
      })
      assert.deepStrictEqual(room?.sessions, [
        {
          startTime: ago(30),
          endTime: ago(29),
          stays: [{ joinTime: ago(30), exitTime: ago(29), metadata: null }],
          recordings: []
        },
        {
          startTime: ago(60),
          endTime: ago(36),
          stays: [
            { joinTime: ago(60), exitTime: ago(50), metadata: ada },
            { joinTime: ago(56), exitTime: ago(36), metadata: grace }
          ],
          recordings: [8, 7]
        }
      ])
    })
  )

  it.effect("lets the first peer begin a session whatever it says, and keeps those who stay", () =>
    Effect.gen(function* () {
      const [room] = yield* seeded({
        rooms: [
          {
            createdAgo: "1 hour",
            locked: true,
            sessions: [
              {
                startedAgo: "20 minutes",
                stays: [{ joinedAfter: "5 minutes", stayed: "8 minutes" }, { metadata: ada }]
              }
            ]
          }
        ]
      })
      assert.strictEqual(room?.locked, true)
      assert.deepStrictEqual(room?.sessions, [
        {
          startTime: ago(20),
          endTime: null,
          stays: [
            { joinTime: ago(20), exitTime: ago(12), metadata: null },
            { joinTime: ago(20), exitTime: null, metadata: ada }
          ],
          recordings: []
        }
      ])
    })
  )

  it.effect("keeps a session running where one peer joins in the moment in which the other leaves", () =>
    Effect.gen(function* () {
      const [room] = yield* seeded({
        rooms: [
          {
            createdAgo: "1 hour",
            sessions: [
              {
                startedAgo: "20 minutes",
                stays: [{ stayed: "5 minutes" }, { joinedAfter: "5 minutes", stayed: "5 minutes" }]
              }
            ]
          }
        ]
      })
      assert.deepStrictEqual(
        room?.sessions.map(({ endTime, startTime }) => [startTime, endTime]),
        [[ago(20), ago(10)]]
      )
    })
  )

  it.effect("happens up to now: who has not left yet is there, and who has not come yet is not", () =>
    Effect.gen(function* () {
      const [room] = yield* seeded({
        rooms: [
          {
            createdAgo: "1 hour",
            sessions: [
              {
                startedAgo: "20 minutes",
                stays: [
                  { metadata: ada, stayed: "21 minutes" },
                  { joinedAfter: "1 minute", stayed: "19 minutes" },
                  { metadata: grace, joinedAfter: "25 minutes" }
                ]
              }
            ]
          }
        ]
      })
      assert.deepStrictEqual(room?.sessions, [
        {
          startTime: ago(20),
          endTime: null,
          stays: [
            { joinTime: ago(20), exitTime: null, metadata: ada },
            { joinTime: ago(19), exitTime: start, metadata: null }
          ],
          recordings: []
        }
      ])
    })
  )

  it.effect("counts its livestreams, and everything else, in the metrics", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const scenario: Scenario = {
        rooms: [
          {
            createdAgo: "1 hour",
            livestreams: 2,
            sessions: [
              { startedAgo: "20 minutes", stays: [{ stayed: "5 minutes" }], recordings: [1] },
              { startedAgo: "10 minutes", stays: [{}, {}] }
            ]
          },
          { createdAgo: "1 hour", livestreams: 1 }
        ]
      }
      const metrics = Effect.flatMap(operations(), (answers) => answers.metrics)
      assert.deepStrictEqual(yield* Effect.provide(metrics, World.layer({ scenario: Effect.succeed(scenario) })), {
        totalSessions: 2,
        totalDuration: 15,
        totalUsers: 3,
        recordingCount: 1,
        livestreamCount: 3
      })
    })
  )

  it.effect("is the same at any time of the clock, only as much later", () =>
    Effect.gen(function* () {
      const scenario: Scenario = {
        rooms: [
          {
            createdAgo: "1 hour",
            sessions: [{ startedAgo: "20 minutes", stays: [{ stayed: "5 minutes" }, { stayed: "6 minutes" }] }]
          }
        ]
      }
      const timesOf = ([room]: Effect.Success<typeof happened>) => [
        room?.createdAt,
        ...(room?.sessions ?? []).flatMap(({ endTime, startTime, stays }) => [
          startTime,
          endTime,
          ...stays.flatMap(({ exitTime, joinTime }) => [joinTime, exitTime])
        ])
      ]
      const minutes = [-60, -20, -14, -20, -15, -20, -14]
      for (const at of [0, start, start + 1]) {
        assert.deepStrictEqual(
          timesOf(yield* seeded(scenario, at)),
          minutes.map((each) => at + each * minute)
        )
      }
    })
  )
})

describe("seed", () => {
  const scenario: Scenario = { rooms: [{ createdAgo: "1 minute", metadata: { title: "Seeded" } }] }

  const titlesOf = Effect.fnUntraced(function* (apiKey: typeof alice) {
    const { listRooms } = yield* operations(apiKey)
    const { rooms } = yield* listRooms({})
    return rooms.map(({ metadata }) => (metadata._tag === "Some" ? metadata.value.title : null))
  })

  it.effect("makes a scenario happen now, in a world that runs already, beside what it has", () =>
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

  it.effect("is for the first tenant, like the scenario of the world, or for the one that is named", () =>
    Effect.gen(function* () {
      const world = yield* World
      assert.deepStrictEqual([yield* titlesOf(alice), yield* titlesOf(bob)], [["Seeded"], []])
      yield* world.seed(scenario)
      assert.deepStrictEqual([yield* titlesOf(alice), yield* titlesOf(bob)], [["Seeded", "Seeded"], []])
      yield* world.seed(scenario, bob)
      assert.deepStrictEqual([yield* titlesOf(alice), yield* titlesOf(bob)], [["Seeded", "Seeded"], ["Seeded"]])
    }).pipe(Effect.provide(World.layer({ apiKeys: [alice, bob], scenario: Effect.succeed(scenario) })))
  )

  it.effect("adds the tenant that it is for", () =>
    Effect.gen(function* () {
      const world = yield* World
      assert.isFalse(yield* world.isTenant(bob))
      yield* world.seed(scenario, bob)
      assert.isTrue(yield* world.isTenant(bob))
      assert.deepStrictEqual(yield* titlesOf(bob), ["Seeded"])
    }).pipe(Effect.provide(World.layer({ apiKeys: [alice] })))
  )
})
