import { assert, describe, it } from "@effect/vitest"
import { RoomId } from "@effect-rooms/core"
import { FakeRooms, fault, Scenario, World } from "@effect-rooms/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { Mirror, Sync } from "../../src/index.ts"
import { expectedRows, storedRows } from "../fixtures/compare.ts"
import { withMetrics } from "../fixtures/metrics.ts"
import { stores } from "../fixtures/stores.ts"

const scenario = Scenario.make(
  ...Array.from({ length: 30 }, (_, index) =>
    Scenario.room(`Room ${index}`).session({ ago: `${1 + index} days`, lasts: "30 minutes", participants: ["Ada"] })
  )
)

const sessionsOf = (roomId: string) => ({
  operations: ["listSessions"] as const,
  matches: ({ input }: { readonly input: { readonly roomId?: string } }) => input.roomId === roomId
})

describe.each(stores)("a mirror in $name", (store) => {
  const onWorld = () =>
    Layer.merge(Layer.provideMerge(FakeRooms.layerBackend(), World.layer({ scenario })), store.layer())
  const firstRoom = Effect.flatMap(World, (world) =>
    Effect.map(world.snapshot, ({ tenants }) => RoomId.make(tenants[0]?.rooms[0]?.roomId ?? ""))
  )

  it.effect("reports nothing before the first sync, and everything after it", () =>
    Effect.gen(function* () {
      const before = yield* Sync.status()
      assert.deepStrictEqual([before.syncedAt, before.rooms, before.trustsTotals], [null, 0, false])
      yield* Sync.run()
      const { bytes, failures, oldestCheckAt, rooms, sessions, stays, syncedAt, trustsTotals } = yield* Sync.status()
      assert.deepStrictEqual([rooms, sessions, stays, trustsTotals, failures.length], [30, 30, 30, true, 0])
      assert.isNotNull(syncedAt)
      assert.isNotNull(oldestCheckAt)
      assert.isAbove(bytes, 10_000)
    }).pipe(Effect.provide(onWorld()))
  )

  it.effect("records a room that can't be read, and starts the next sync with it", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* firstRoom
      yield* world.inject({ ...sessionsOf(roomId), action: { _tag: "Respond", status: 500 } })
      const report = yield* Sync.run()
      assert.deepStrictEqual([report.outcome, report.failed], ["partial", 1])
      const again = yield* Sync.run()
      assert.strictEqual(again.outcome, "partial")
      const { failures, trustsTotals } = yield* Sync.status()
      assert.isFalse(trustsTotals)
      assert.deepStrictEqual(
        failures.map(({ attempts, error, id, kind }) => [kind, id, error, attempts]),
        [["room", roomId, "UnexpectedStatus", 2]]
      )
      yield* world.clearFaults
      const before = (yield* world.log).length
      assert.strictEqual((yield* Sync.run({ concurrency: 1 })).outcome, "whole")
      const asked = (yield* world.log).slice(before).find(({ operation }) => operation === "listSessions")
      assert.deepInclude(asked?.input, { roomId })
      assert.deepStrictEqual((yield* Sync.status()).failures, [])
    }).pipe(Effect.provide(onWorld()))
  )

  it.effect("ends a sync with the error that concerns every request, and keeps what was read", () =>
    Effect.gen(function* () {
      const world = yield* World
      yield* world.inject(fault("listSessions").respond(401))
      const error = yield* Effect.flip(Sync.run())
      assert.strictEqual(error._tag, "Unauthorized")
      assert.strictEqual((yield* Sync.status()).rooms, 30)
      yield* world.clearFaults
      const report = yield* Sync.run()
      assert.deepStrictEqual([report.outcome, report.kind], ["whole", "full"])
    }).pipe(Effect.provide(onWorld()))
  )

  it.effect("marks a room as gone only when the list and the room itself say so", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* firstRoom
      yield* Sync.run()
      yield* world.deleteRoom(roomId)
      const report = yield* Sync.run()
      assert.deepStrictEqual([report.outcome, report.gone], ["whole", 1])
      const { rooms, roomsGone } = yield* Sync.status()
      assert.deepStrictEqual([rooms, roomsGone], [29, 1])
    }).pipe(Effect.provide(onWorld()))
  )

  it.effect("marks no room as gone when the list is empty", () =>
    Effect.gen(function* () {
      const world = yield* World
      yield* Sync.run()
      yield* world.inject(
        fault("listRooms").respond(200, {
          body: { rooms: [], pageSize: 0, current: 1, nextCursor: null, prevCursor: null, count: 0 }
        })
      )
      for (const full of [false, true]) {
        const report = yield* Sync.run({ full })
        assert.deepStrictEqual([report.outcome, report.gone], ["partial", 0])
        assert.lengthOf(report.doubts, 1)
      }
      assert.strictEqual((yield* Sync.status()).roomsGone, 0)
    }).pipe(Effect.provide(onWorld()))
  )

  it.effect("continues a sync that was stopped after a number of requests, and never sends more", () =>
    Effect.gen(function* () {
      const world = yield* World
      const outcomes: Array<string> = []
      for (let run = 0; run < 30 && outcomes.at(-1) !== "whole"; run++) {
        const before = (yield* world.log).length
        const { outcome } = yield* Sync.run({ maxRequests: 12, concurrency: 3 })
        assert.isAtMost((yield* world.log).length - before, 12)
        outcomes.push(outcome)
      }
      assert.strictEqual(outcomes.at(-1), "whole")
      assert.isAbove(outcomes.length, 3)
    }).pipe(Effect.provide(onWorld()))
  )

  it.effect("finds a row that was changed behind its back, and nothing else", () =>
    Effect.gen(function* () {
      yield* Sync.run()
      assert.deepStrictEqual(yield* Stream.runCollect(Sync.verify()), [])
      const { sql } = yield* Mirror
      yield* sql`UPDATE rooms SET title = 'something else' WHERE room_id = ${yield* firstRoom}`
      yield* sql`DELETE FROM stays WHERE session_id = (SELECT min(session_id) FROM stays)`
      const differences = yield* Stream.runCollect(Sync.verify())
      assert.deepStrictEqual(differences.map(({ problem, table }) => [table, problem]).sort(), [
        ["rooms", "differs from the service"],
        ["stays", "missing from the mirror"]
      ])
      assert.isAtMost((yield* Stream.runCollect(Sync.verify({ sample: 3 }))).length, 2)
    }).pipe(Effect.provide(onWorld()))
  )

  it.effect("explains how it differs from the service's totals", () =>
    Effect.gen(function* () {
      const missing = yield* Sync.audit()
      assert.deepStrictEqual(
        missing.lines.slice(0, 2).map(({ difference, explanation, what }) => [what, difference, explanation]),
        [
          ["rooms", -30, "the account was never read in full"],
          ["sessions", -30, "the account was never read in full; the account was never read in full"]
        ]
      )
      yield* Sync.run()
      const { lines } = yield* Sync.audit()
      assert.deepStrictEqual(
        lines.map(({ difference, explanation }) => [difference, explanation]),
        lines.map(() => [0, null])
      )
    }).pipe(Effect.provide(onWorld()))
  )

  it.effect("plans a number of requests that the sync then keeps to", () =>
    Effect.gen(function* () {
      const first = yield* Sync.plan()
      const { requests } = yield* Sync.run()
      assert.isAtLeast(requests, first.atLeast)
      assert.isAtMost(requests, first.atMost)
      const quiet = yield* Sync.plan()
      assert.deepStrictEqual([quiet.kind, quiet.atLeast, quiet.atMost], ["incremental", 2, 2])
    }).pipe(Effect.provide(onWorld()))
  )

  it.effect("counts and limits its requests next to the program's own services", () =>
    Effect.gen(function* () {
      const report = yield* Sync.run({ maxRequests: 3 })
      assert.deepStrictEqual([report.outcome, report.requests], ["stopped", 3])
    }).pipe(Effect.provide(Layer.merge(FakeRooms.layer({ scenario }), store.layer())))
  )

  it.effect.each([true, false])(
    "finds a new session after a room was deleted (its sessions still count: %s)",
    (stillCount) => {
      let uncounted = 0
      return Effect.gen(function* () {
        const world = yield* World
        yield* Sync.run()
        const [deleted, other] = (yield* world.snapshot).tenants[0]?.rooms ?? []
        assert.isDefined(deleted)
        assert.isDefined(other)
        yield* world.deleteRoom(deleted.roomId)
        uncounted = stillCount ? 0 : deleted.sessions.length
        const { peerId } = yield* world.join(other.roomId)
        yield* world.leave(other.roomId, peerId)
        for (let run = 0; run < 2; run++) assert.strictEqual((yield* Sync.run()).outcome, "whole")
        assert.deepStrictEqual(yield* storedRows, yield* expectedRows(world))
        assert.strictEqual((yield* Sync.run()).requests, 2)
      }).pipe(
        Effect.provide(
          Layer.merge(
            Layer.provideMerge(
              withMetrics(FakeRooms.layerBackend(), (metrics) => ({
                ...metrics,
                totalSessions: metrics.totalSessions - uncounted
              })),
              World.layer({ scenario })
            ),
            store.layer()
          )
        )
      )
    }
  )
})
