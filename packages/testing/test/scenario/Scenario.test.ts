import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import type { Scenario } from "../../src/Scenario.ts"
import { World } from "../../src/World.ts"
import type { happened } from "../fixtures/happened.ts"
import { ago, seeded } from "../fixtures/scenarios.ts"
import { minute, operations, start } from "../fixtures/worlds.ts"

const ada = { displayName: "Ada" }
const grace = { displayName: "Grace" }

describe("a scenario", () => {
  it.effect("is an empty world if it has no rooms", () =>
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

  it.effect("has its sessions, each until the last peer leaves, with times relative to its start", () =>
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

  it.effect("locks a room after its sessions, and keeps the participants of a running one", () =>
    Effect.gen(function* () {
      const [room] = yield* seeded({
        rooms: [
          {
            createdAgo: "1 hour",
            locked: true,
            sessions: [
              {
                startedAgo: "20 minutes",
                stays: [{ stayed: "8 minutes" }, { metadata: ada, joinedAfter: "5 minutes" }]
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
            { joinTime: ago(15), exitTime: null, metadata: ada }
          ],
          recordings: []
        }
      ])
    })
  )

  it.effect("keeps a session running if one peer joins at the moment the other leaves", () =>
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

  it.effect("ends a stay with its session by default", () =>
    Effect.gen(function* () {
      const [room] = yield* seeded({
        rooms: [
          {
            sessions: [
              {
                startedAgo: "20 minutes",
                lasts: "10 minutes",
                stays: [{}, { stayed: "3 minutes" }, { metadata: ada, joinedAfter: "10 minutes" }]
              }
            ]
          }
        ]
      })
      assert.deepStrictEqual(room?.sessions, [
        {
          startTime: ago(20),
          endTime: ago(10),
          stays: [
            { joinTime: ago(20), exitTime: ago(10), metadata: null },
            { joinTime: ago(20), exitTime: ago(17), metadata: null },
            { joinTime: ago(10), exitTime: ago(10), metadata: ada }
          ],
          recordings: []
        }
      ])
    })
  )

  it.effect("includes events up to and including now", () =>
    Effect.gen(function* () {
      const [room] = yield* seeded({
        rooms: [
          {
            createdAt: start,
            sessions: [{ startedAt: start, stays: [{ metadata: ada }, { stayed: 0 }] }]
          }
        ]
      })
      assert.strictEqual(room?.createdAt, start)
      assert.deepStrictEqual(room?.sessions, [
        {
          startTime: start,
          endTime: null,
          stays: [
            { joinTime: start, exitTime: null, metadata: ada },
            { joinTime: start, exitTime: start, metadata: null }
          ],
          recordings: []
        }
      ])
    })
  )

  it.effect("accepts times as epoch milliseconds or ISO 8601 text, and any kind of duration, to the millisecond", () =>
    Effect.gen(function* () {
      const rooms = yield* seeded({
        rooms: [
          { createdAt: start - 5 },
          { createdAt: "2025-06-15T15:06:39.996Z" },
          { createdAt: "2025-06-15T17:06:39.997+02:00" },
          { createdAt: "2025-06-15T15:06:39.998" },
          { createdAgo: Duration.micros(1_400n) },
          { createdAgo: { milliseconds: 0.3 } }
        ]
      })
      assert.deepStrictEqual(
        rooms.map(({ createdAt }) => createdAt - start),
        [0, -1, -2, -3, -4, -5]
      )
    })
  )

  it.effect("is exact to the millisecond in the lengths of sessions and stays", () =>
    Effect.gen(function* () {
      const stays = [{ stayed: 4.6 }, { joinedAfter: "1.4 millis", stayed: Duration.micros(2_500n) }, {}] as const
      const [room] = yield* seeded({ rooms: [{ sessions: [{ startedAgo: 9.4, lasts: 5.4, stays }] }] })
      const [session] = room?.sessions ?? []
      assert.deepStrictEqual([session?.startTime, session?.endTime], [start - 9, start - 4])
      assert.deepStrictEqual(
        session?.stays.map(({ exitTime, joinTime }) => [joinTime, exitTime]),
        [
          [start - 9, start - 4],
          [start - 9, start - 4],
          [start - 8, start - 5]
        ]
      )
    })
  )

  it.effect("creates a room a minute before its first session by default, and now without sessions", () =>
    Effect.gen(function* () {
      const stays = [{ stayed: 1 }]
      const rooms = yield* seeded({
        rooms: [
          {
            sessions: [
              { startedAgo: "20 minutes", stays },
              { startedAt: ago(30), stays },
              { startedAgo: "10 minutes", stays }
            ]
          },
          {}
        ]
      })
      assert.deepStrictEqual(
        rooms.map(({ createdAt }) => createdAt),
        [start, ago(31)]
      )
    })
  )

  it.effect("counts its livestreams and sessions in the metrics", () =>
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
      const metrics = Effect.flatMap(operations(), (answers) => answers.metrics({}))
      assert.deepStrictEqual(yield* Effect.provide(metrics, World.layer({ scenario })), {
        totalSessions: 2,
        totalDuration: 15,
        totalUsers: 3,
        recordingCount: 1,
        livestreamCount: 3
      })
    })
  )

  it.effect("is the same at any time of the clock, only shifted", () =>
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
