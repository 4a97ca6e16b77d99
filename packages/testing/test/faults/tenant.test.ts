import { assert, describe, it } from "@effect/vitest"
import { Backend } from "@effect-rooms/core/Backend"
import * as Effect from "effect/Effect"
import * as Inspectable from "effect/Inspectable"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as FakeRooms from "../../src/FakeRooms.ts"
import { fault } from "../../src/Fault.ts"
import { World } from "../../src/World.ts"
import { pattern } from "../fixtures/faults.ts"
import { get, layerHttpServer } from "../fixtures/httpServer.ts"
import { alice, bob, stranger } from "../fixtures/worlds.ts"

const options = { apiKeys: [alice, bob] }

/** Requests with one API key in memory. */
const marks = (apiKey: Redacted.Redacted<string>, count = 3) =>
  pattern(
    count,
    Backend.use((backend) => backend.metrics({}))
  ).pipe(Effect.provide(FakeRooms.layerBackend(apiKey)))

describe("a fault of one tenant", () => {
  it.effect("applies to that tenant's requests only, and counts no others", () =>
    Effect.gen(function* () {
      const { applied } = yield* (yield* World).inject(fault("metrics").tenant(1).after(1).times(1).refuse())
      assert.strictEqual(yield* marks(alice), "...")
      assert.strictEqual(yield* marks(bob), ".x.")
      assert.strictEqual(yield* applied, 1)
    }).pipe(Effect.provide(World.layer(options)))
  )

  it.effect("doesn't apply to an unknown key, unlike a fault for everybody", () =>
    Effect.gen(function* () {
      const world = yield* World
      const ofNobody = yield* world.inject(fault().tenant(0).refuse())
      const status = (apiKey: string) => Effect.map(get("/metrics", { apiKey }), (answer) => answer.status)
      assert.strictEqual(yield* status("key-of-nobody"), 401)
      yield* ofNobody.remove
      yield* world.inject(fault().respond(503))
      assert.strictEqual(yield* status("key-of-nobody"), 503)
    }).pipe(Effect.provide(layerHttpServer(options)))
  )

  it.effect("belongs to the tenant's position, even after a restore or a reset", () =>
    Effect.gen(function* () {
      const world = yield* World
      yield* world.restore(yield* world.snapshot)
      assert.deepStrictEqual([yield* marks(alice, 1), yield* marks(bob, 1)], [".", "x"])
      yield* world.reset
      assert.deepStrictEqual([yield* marks(alice, 1), yield* marks(bob, 1)], [".", "x"])
    }).pipe(Effect.provide(World.layer({ ...options, faults: [fault().tenant(1).refuse()] })))
  )

  it.effect("can't be injected before its tenant exists", () =>
    Effect.gen(function* () {
      const world = yield* World
      const third = fault().tenant(2).refuse()
      const error = yield* Effect.flip(world.inject(third))
      assert.deepStrictEqual([error.path, error.problem], ["tenant", "the world has 2 API keys, counted from 0"])
      for (const place of [-1, 0.5, Number.NaN]) {
        assert.strictEqual((yield* Effect.flip(world.inject(fault().tenant(place).refuse()))).path, "tenant")
      }
      assert.deepStrictEqual(yield* world.faults, [])
      yield* world.seed({ rooms: [] }, stranger)
      yield* world.inject(third)
      assert.deepStrictEqual([yield* marks(bob, 1), yield* marks(stranger, 1)], [".", "x"])
    }).pipe(Effect.provide(World.layer(options)))
  )

  it.effect("is rejected when a world is made without its tenant", () =>
    Effect.gen(function* () {
      const made = Layer.build(World.layer({ faults: [fault().tenant(1).refuse()] }))
      const error = yield* Effect.flip(Effect.scoped(made))
      assert(error._tag === "InvalidFault")
      assert.strictEqual(error.path, "tenant")
    })
  )

  it.effect("never reveals the API key", () =>
    Effect.gen(function* () {
      const world = yield* World
      yield* world.inject(fault("metrics").tenant(1).refuse())
      yield* marks(bob)
      const told = Inspectable.toStringUnknown([yield* world.faults, yield* world.log])
      assert.include(told, '"tenant": 1')
      assert.notMatch(told, /key-of/)
    }).pipe(Effect.provide(World.layer(options)))
  )
})
