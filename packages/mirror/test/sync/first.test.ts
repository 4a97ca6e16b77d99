import { assert, describe, it } from "@effect/vitest"
import { FakeRooms, Scenario, World } from "@effect-rooms/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Sync } from "../../src/index.ts"
import { expectedRows, storedRows } from "../fixtures/compare.ts"
import { stores } from "../fixtures/stores.ts"

describe.each(stores)("a first sync into $name", (store) => {
  it.live("copies every room, session, stay and recording", () =>
    Effect.gen(function* () {
      const report = yield* Sync.run({ concurrency: 4 })
      assert.strictEqual(report.kind, "full")
      assert.strictEqual(report.outcome, "whole")
      const expected = yield* expectedRows(yield* World)
      assert.deepStrictEqual(yield* storedRows, expected)
      const running = expected.sessions.filter((session) => session.ended_at === null).length
      const again = yield* Sync.run()
      assert.deepStrictEqual([again.kind, again.requests, again.outcome], ["incremental", 2 + running, "whole"])
    }).pipe(
      Effect.provide(
        Layer.merge(
          Layer.provideMerge(FakeRooms.layerBackend(), World.layer({ scenario: Scenario.office({ rooms: 60 }) })),
          store.layer()
        )
      )
    )
  )
})
