import { assert, describe, it } from "@effect/vitest"
import { PeerId } from "@effect-rooms/core/Identifier"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { make, type RoomScenario, room } from "../../src/Scenario.ts"
import { World } from "../../src/World.ts"
import { ago, seeded } from "../fixtures/scenarios.ts"
import { operations, start } from "../fixtures/worlds.ts"

const ada = { peerId: PeerId.make("peer_Ada"), metadata: { displayName: "Ada" } }
const grace = { peerId: PeerId.make("peer_Grace"), metadata: { displayName: "Grace" } }

const builds = (built: ReturnType<typeof room>, data: RoomScenario) =>
  assert.deepStrictEqual(make(built), { rooms: [data] })

describe("room", () => {
  it("adds a title to the other fields of a room", () => {
    builds(room("Stand-up"), { metadata: { title: "Stand-up" } })
    builds(room("Stand-up", { createdAgo: "1 day", locked: true, metadata: { hosts: ["Ada"] } }), {
      createdAgo: "1 day",
      locked: true,
      metadata: { title: "Stand-up", hosts: ["Ada"] }
    })
    builds(room("Stand-up", { createdAt: "2026-01-05T08:00:00Z", locked: false }), {
      createdAt: "2026-01-05T08:00:00Z",
      locked: false,
      metadata: { title: "Stand-up" }
    })
  })

  it("prefers the title in its metadata", () => {
    builds(room("Stand-up", { metadata: { title: "Daily" } }), { metadata: { title: "Daily" } })
  })

  it("has sessions of half an hour that began an hour ago by default", () => {
    builds(room("Stand-up").session({ participants: ["Ada", "Grace"] }), {
      metadata: { title: "Stand-up" },
      sessions: [{ startedAgo: "1 hour", lasts: "30 minutes", stays: [ada, grace] }]
    })
    const built = room("Stand-up")
      .session({ at: "2026-01-05T09:00:00Z", participants: ["Ada"] })
      .session({ ago: "2 hours", lasts: 5, participants: ["Ada"], recordings: [7, 8] })
    builds(built, {
      metadata: { title: "Stand-up" },
      sessions: [
        { startedAt: "2026-01-05T09:00:00Z", lasts: "30 minutes", stays: [ada] },
        { startedAgo: "2 hours", lasts: 5, stays: [ada], recordings: [7, 8] }
      ]
    })
  })

  it("has running sessions that began five minutes ago by default", () => {
    builds(room("Stand-up").live({ participants: ["Ada"] }), {
      metadata: { title: "Stand-up" },
      sessions: [{ startedAgo: "5 minutes", stays: [ada] }]
    })
    builds(room("Stand-up").live({ at: start, participants: ["Ada"], recordings: [1] }), {
      metadata: { title: "Stand-up" },
      sessions: [{ startedAt: start, stays: [ada], recordings: [1] }]
    })
    builds(room("Stand-up").live({ ago: 1, participants: ["Ada"] }), {
      metadata: { title: "Stand-up" },
      sessions: [{ startedAgo: 1, stays: [ada] }]
    })
  })

  it("has participants with the given join times, stays and names", () => {
    const participants = [
      { name: "Ada", stays: "5 minutes" },
      { name: "Ada", joinsAfter: "6 minutes", metadata: { role: "host", displayName: "Lady Lovelace" } },
      { name: "Ada", peerId: PeerId.make("another") }
    ] as const
    builds(room("Stand-up").live({ participants }), {
      metadata: { title: "Stand-up" },
      sessions: [
        {
          startedAgo: "5 minutes",
          stays: [
            { ...ada, stayed: "5 minutes" },
            { ...ada, joinedAfter: "6 minutes", metadata: { role: "host", displayName: "Lady Lovelace" } },
            { ...ada, peerId: PeerId.make("another") }
          ]
        }
      ]
    })
  })

  it("derives a peer's id from any name", () => {
    builds(room("Stand-up").live({ participants: ["", "\ud83d"] }), {
      metadata: { title: "Stand-up" },
      sessions: [
        {
          startedAgo: "5 minutes",
          stays: [
            { peerId: PeerId.make("peer_"), metadata: { displayName: "" } },
            { peerId: PeerId.make("peer_\ufffd"), metadata: { displayName: "\ud83d" } }
          ]
        }
      ]
    })
  })

  it("counts its livestreams", () => {
    builds(room("Stand-up").livestream().livestream(), { metadata: { title: "Stand-up" }, livestreams: 2 })
  })

  it("is immutable: adding to it returns a new room", () => {
    const built = room("Stand-up")
    const { scenario } = built
    const before = JSON.stringify(scenario)
    const one = built.session({ participants: ["Ada"] })
    const two = one
      .session({ participants: ["Grace"] })
      .live({ participants: ["Ada"] })
      .livestream()
    assert.strictEqual(JSON.stringify(scenario), before)
    assert.strictEqual(built.scenario, scenario)
    assert.deepStrictEqual([one.scenario.sessions?.length, two.scenario.sessions?.length], [1, 3])
  })
})

describe("make", () => {
  it("accepts rooms from the builder and plain rooms, in order", () => {
    const data: RoomScenario = { createdAgo: 1 }
    assert.deepStrictEqual(make(), { rooms: [] })
    assert.deepStrictEqual(make(room("a"), data, room("b")), {
      rooms: [{ metadata: { title: "a" } }, data, { metadata: { title: "b" } }]
    })
  })

  it.effect("makes a valid scenario from titles and names alone", () =>
    Effect.gen(function* () {
      const scenario = make(
        room("Stand-up")
          .session({ participants: ["Ada", "Grace"] })
          .live({ participants: ["Ada"] })
          .livestream(),
        room("Nobody was here")
      )
      assert.deepStrictEqual(yield* seeded(scenario), [
        { createdAt: start, locked: false, metadata: { title: "Nobody was here" }, sessions: [] },
        {
          createdAt: ago(61),
          locked: false,
          metadata: { title: "Stand-up" },
          sessions: [
            {
              startTime: ago(5),
              endTime: null,
              stays: [{ joinTime: ago(5), exitTime: null, metadata: { displayName: "Ada" } }],
              recordings: []
            },
            {
              startTime: ago(60),
              endTime: ago(30),
              stays: ["Ada", "Grace"].map((displayName) => ({
                joinTime: ago(60),
                exitTime: ago(30),
                metadata: { displayName }
              })),
              recordings: []
            }
          ]
        }
      ])
    })
  )

  it.effect("counts peers with the same name as one user, in any room", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const scenario = make(
        room("Stand-up")
          .session({ participants: ["Ada", "Grace"] })
          .live({ participants: ["Grace"] }),
        room("Planning").session({ participants: ["Grace", { name: "Ada", peerId: PeerId.make("another Ada") }] })
      )
      const metrics = Effect.flatMap(operations(), (answers) => answers.metrics({}))
      const { totalUsers } = yield* Effect.provide(metrics, World.layer({ scenario }))
      assert.strictEqual(totalUsers, 3)
    })
  )
})
