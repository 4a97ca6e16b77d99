import { assert, describe, it } from "@effect/vitest"
import { RoomId } from "@effect-rooms/core"
import { FakeRooms, Quirks, Scenario, World } from "@effect-rooms/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { Mirror, Sync } from "../../src/index.ts"
import { expectedRows, storedRows } from "../fixtures/compare.ts"
import { withMetrics } from "../fixtures/metrics.ts"
import { stores } from "../fixtures/stores.ts"

// Everything is over in these rooms.
const scenario = Scenario.make(
  ...Array.from({ length: 120 }, (_, index) =>
    Scenario.room(`Room ${index}`).session({
      ago: `${1 + index} days`,
      lasts: "30 minutes",
      participants: ["Ada", "Grace"]
    })
  )
)

/** Lets a session of two people begin and end in a room, and returns its id. */
const meet = Effect.fnUntraced(function* (world: World["Service"], roomId: RoomId) {
  const ada = yield* world.join(roomId, { metadata: { displayName: "Ada" } })
  yield* TestClock.adjust("5 minutes")
  yield* world.leave(roomId, ada.peerId)
  return ada.sessionId
})

const roomIds = Effect.flatMap(World, (world) =>
  Effect.map(world.snapshot, ({ tenants }) => (tenants[0]?.rooms ?? []).map(({ roomId }) => RoomId.make(roomId)))
)

const requestsOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const world = yield* World
  const before = (yield* world.log).length
  yield* effect
  return (yield* world.log).slice(before).map(({ operation }) => operation)
})

describe.each(stores)("a sync that follows a whole one, into $name", (store) => {
  const onWorld = (quirks: Partial<Quirks.Quirks> = {}) =>
    Layer.merge(Layer.provideMerge(FakeRooms.layerBackend(), World.layer({ scenario, quirks })), store.layer())

  it.effect("takes two requests and writes nothing when nothing changed", () =>
    Effect.gen(function* () {
      yield* Sync.run()
      const { sql } = yield* Mirror
      const written =
        store.name === "sqlite"
          ? sql<{ readonly n: number }>`SELECT total_changes() AS n`
          : sql<{ readonly n: unknown }>`SELECT pg_current_wal_insert_lsn()::text AS n`
      const before = yield* written
      const operations = yield* requestsOf(Sync.run())
      assert.deepStrictEqual(operations, ["metrics", "listRooms"])
      assert.deepStrictEqual(yield* written, before)
    }).pipe(Effect.provide(onWorld()))
  )

  it.effect.each(Quirks.all)("brings a world with $name in step", ({ quirks }) =>
    Effect.gen(function* () {
      yield* Sync.run()
      const world = yield* World
      const [first] = yield* roomIds
      assert.isDefined(first)
      yield* meet(world, first)
      const report = yield* Sync.run()
      assert.strictEqual(report.outcome, "whole")
      assert.deepStrictEqual(yield* storedRows, yield* expectedRows(world))
      const again = yield* Sync.run()
      const walksRooms = quirks.roomsOrder === "oldestFirst" || quirks.roomsCount === "absent"
      assert.strictEqual(again.kind, "incremental")
      if (!walksRooms) assert.strictEqual(again.requests, 2)
    }).pipe(Effect.provide(onWorld(quirks)))
  )

  it.effect.each([1, 3, 10])("takes at most 2 + 3k requests for %i new sessions in rooms that were used last", (k) =>
    Effect.gen(function* () {
      yield* Sync.run()
      const world = yield* World
      // The newest sessions of the scenario are in its first rooms.
      for (const roomId of (yield* roomIds).slice(-k)) yield* meet(world, roomId)
      const report = yield* Sync.run()
      assert.strictEqual(report.kind, "incremental")
      assert.strictEqual(report.sessions.added, k)
      assert.isAtMost(report.requests, 2 + 3 * k)
      assert.deepStrictEqual(yield* storedRows, yield* expectedRows(world))
    }).pipe(Effect.provide(onWorld()))
  )

  it.effect("reads a running session by its id, and its room's list once everybody has left", () =>
    Effect.gen(function* () {
      yield* Sync.run()
      const world = yield* World
      const [roomId] = yield* roomIds
      assert.isDefined(roomId)
      const { peerId } = yield* world.join(roomId)
      yield* Sync.run()
      assert.deepStrictEqual(yield* requestsOf(Sync.run()), ["metrics", "listRooms", "sessionParticipants"])
      yield* TestClock.adjust("1 minute")
      yield* world.leave(roomId, peerId)
      assert.deepStrictEqual(yield* requestsOf(Sync.run()), [
        "metrics",
        "listRooms",
        "sessionParticipants",
        "listSessions",
        "sessionParticipants"
      ])
      assert.deepStrictEqual(yield* storedRows, yield* expectedRows(world))
      assert.deepStrictEqual(yield* requestsOf(Sync.run()), ["metrics", "listRooms"])
    }).pipe(Effect.provide(onWorld()))
  )

  it.effect("reads every room again within the interval of `recheck`, spread over the runs", () =>
    Effect.gen(function* () {
      yield* Sync.run()
      const checks: Array<number> = []
      for (let hour = 0; hour < 48; hour++) {
        yield* TestClock.adjust("30 minutes")
        const operations = yield* requestsOf(Sync.run())
        checks.push(operations.filter((operation) => operation === "roomDetails").length)
      }
      const rooms = (yield* roomIds).length
      assert.isAtLeast(
        checks.reduce((sum, count) => sum + count, 0),
        rooms
      )
      assert.strictEqual(
        checks.slice(0, 23).reduce((sum, count) => sum + count, 0),
        0
      )
      assert.isAtMost(Math.max(...checks), rooms / 4)
    }).pipe(Effect.provide(onWorld()))
  )

  it.effect("stops trusting totals when a recheck finds a session that they didn't announce", () =>
    Effect.gen(function* () {
      yield* Sync.run()
      const world = yield* World
      for (const roomId of yield* roomIds) yield* meet(world, roomId)
      frozen = true
      const quiet = yield* Sync.run()
      assert.strictEqual(quiet.sessions.added, 0)
      yield* TestClock.adjust("1 day")
      const report = yield* Sync.run()
      assert.strictEqual(report.kind, "full")
      assert.include(report.why.join(" "), "didn't announce")
      assert.deepStrictEqual(yield* storedRows, yield* expectedRows(world))
      assert.strictEqual((yield* Sync.run()).kind, "full")
    }).pipe(
      Effect.provide(
        Layer.merge(
          Layer.provideMerge(
            withMetrics(FakeRooms.layerBackend(), (metrics) => {
              if (!frozen) kept = metrics.totalSessions
              return { ...metrics, totalSessions: kept }
            }),
            World.layer({ scenario })
          ),
          store.layer()
        )
      )
    )
  )
  let frozen = false
  let kept = 0
})
