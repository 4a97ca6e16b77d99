import { assert, describe, inject, it } from "@effect/vitest"
import type { UsageMetrics } from "@effect-rooms/core"
import { FakeRooms, World } from "@effect-rooms/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { Sync, type SyncReport } from "../../src/index.ts"
import { expectedRows, storedRows } from "../fixtures/compare.ts"
import { someFault, someQuirks, something } from "../fixtures/history.ts"
import { withMetrics } from "../fixtures/metrics.ts"
import { makeRandom } from "../fixtures/random.ts"
import { stores } from "../fixtures/stores.ts"

const histories = { sqlite: inject("soak") ? 2000 : 60, postgres: inject("soak") ? 300 : 15 }

/** A service whose totals count something else than its lists: never, always, or only for a while. */
const lies =
  (kind: number, isAtRest: () => boolean) =>
  (metrics: UsageMetrics): UsageMetrics =>
    kind === 0
      ? { ...metrics, totalSessions: metrics.totalSessions + 3 }
      : kind === 1
        ? { ...metrics, totalSessions: isAtRest() ? metrics.totalSessions : Math.max(0, metrics.totalSessions - 2) }
        : kind === 2
          ? { ...metrics, recordingCount: metrics.recordingCount + 1 }
          : metrics

describe.each(stores)("random histories, mirrored in $name", (store) => {
  it.effect.each(Array.from({ length: histories[store.name] }, (_, seed) => seed))(
    "leave a mirror that equals the world (seed %i)",
    (seed) => {
      const random = makeRandom(seed * 7919 + 1)
      let isAtRest = false
      const world = World.layer({ seed, quirks: someQuirks(random) })
      const backend = withMetrics(
        FakeRooms.layerBackend(),
        lies(random.below(6), () => isAtRest)
      )
      return Effect.gen(function* () {
        const world = yield* World
        yield* TestClock.adjust("10 days")
        for (let step = 0; step < 4 + random.below(8); step++) {
          for (let event = 0; event < random.below(15); event++) yield* something(world, random)
          const hasFaults = random.chance(0.3)
          if (hasFaults) yield* world.inject(someFault(random))
          const isDrifting = random.chance(0.4)
          yield* Effect.ignore(
            Sync.run({
              concurrency: 1 + random.below(4),
              ...(random.chance(0.3) ? { maxRequests: 1 + random.below(60) } : {}),
              ...(random.chance(0.1) ? { full: true } : {}),
              onProgress: () => (isDrifting && random.chance(0.1) ? something(world, random) : Effect.void)
            })
          )
          yield* world.clearFaults
        }
        isAtRest = true
        let report: SyncReport | undefined
        // A sync whose part was interrupted may need another one.
        for (let attempt = 0; attempt < 3 && report?.outcome !== "whole"; attempt++) {
          report = yield* Effect.catchIf(
            Sync.run(),
            (error) => error._tag === "MirrorError" && error.reason === "OtherSource",
            () => Sync.run({ full: true })
          )
        }
        // An empty list proves nothing, so the mirror of an emptied account keeps its rooms.
        const isEmptied = (yield* world.snapshot).tenants[0]?.rooms.length === 0 && (yield* storedRows).rooms.length > 0
        if (isEmptied) return assert.strictEqual(report?.outcome, "partial")
        assert.strictEqual(report?.outcome, "whole")
        const [stored, expected] = [yield* storedRows, yield* expectedRows(world)]
        // Nothing but the list of rooms tells that a room was locked.
        const withoutLocks = (rows: typeof stored) => ({
          ...rows,
          rooms: rows.rooms.map(({ ...room }) => ({ ...room, locked: null }))
        })
        assert.deepStrictEqual(withoutLocks(stored), withoutLocks(expected))
        yield* Sync.run({ full: true })
        assert.deepStrictEqual(yield* storedRows, yield* expectedRows(world))
      }).pipe(Effect.provide(Layer.merge(Layer.provideMerge(backend, world), store.layer())))
    }
  )
})
