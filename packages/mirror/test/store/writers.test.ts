import { assert, describe, it } from "@effect/vitest"
import { FakeRooms, Scenario, World } from "@effect-rooms/testing"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { Mirror, Sync } from "../../src/index.ts"
import { expectedRows, storedRows } from "../fixtures/compare.ts"
import { stores } from "../fixtures/stores.ts"

const scenario = Scenario.make(...Array.from({ length: 25 }, (_, index) => Scenario.room(`Room ${index}`)))

/** Starts a sync that waits, after its first commit, until `resume` completes. */
const pausedSync = Effect.gen(function* () {
  const isPaused = yield* Deferred.make<void>()
  const resume = yield* Deferred.make<void>()
  const fiber = yield* Effect.forkScoped(
    Sync.run({
      onProgress: ({ phase }) =>
        phase === "sessions"
          ? Effect.andThen(Deferred.succeed(isPaused, undefined), Deferred.await(resume))
          : Effect.void
    })
  )
  yield* Deferred.await(isPaused)
  return { fiber, resume: Deferred.succeed(resume, undefined) }
})

const takeAway = Effect.gen(function* () {
  const { sql } = yield* Mirror
  yield* sql`UPDATE sync_positions SET lease_until = 0`
})

describe.each(stores)("two syncs of one account in $name", (store) => {
  const onWorld = () =>
    Layer.merge(Layer.provideMerge(FakeRooms.layerBackend(), World.layer({ scenario })), store.layer())

  it.live("fails with SyncInProgress, which names the process, while another one is running", () =>
    Effect.gen(function* () {
      const { fiber, resume } = yield* pausedSync
      const error = yield* Effect.flip(Sync.run())
      assert.strictEqual(error._tag, "SyncInProgress")
      assert.match(error.message, new RegExp(`process ${process.pid}@`))
      assert.isNotNull((yield* Sync.status()).runningSync)
      yield* resume
      assert.strictEqual((yield* Fiber.join(fiber)).outcome, "whole")
      assert.isNull((yield* Sync.status()).runningSync)
    }).pipe(Effect.scoped, Effect.provide(onWorld()))
  )

  it.live("ends the first one with StaleWriter when the second one took over after its lease", () =>
    Effect.gen(function* () {
      const { fiber, resume } = yield* pausedSync
      yield* takeAway
      assert.strictEqual((yield* Sync.run()).outcome, "whole")
      yield* resume
      const error = yield* Effect.flip(Fiber.join(fiber))
      assert.strictEqual(error._tag, "StaleWriter")
      assert.deepStrictEqual(yield* storedRows, yield* expectedRows(yield* World))
    }).pipe(Effect.scoped, Effect.provide(onWorld()))
  )

  it.live("let two accounts of one database be synced at the same time", () =>
    Effect.gen(function* () {
      const { fiber, resume } = yield* pausedSync
      assert.strictEqual((yield* Sync.run({ account: "other" })).outcome, "whole")
      yield* resume
      yield* Fiber.join(fiber)
      assert.strictEqual((yield* Sync.status({ account: "other" })).rooms, 25)
    }).pipe(Effect.scoped, Effect.provide(onWorld()))
  )

  it.live("refuses rows of another service", () =>
    Effect.gen(function* () {
      yield* Sync.run({ source: "https://one.example" })
      const error = yield* Effect.flip(Sync.run({ source: "https://two.example" }))
      assert.strictEqual(error._tag, "MirrorError")
      assert.include(error.message, "it was begun from https://one.example")
    }).pipe(Effect.provide(onWorld()))
  )

  it.live("refuses the API key of another account", () =>
    Effect.gen(function* () {
      yield* Sync.run()
      const error = yield* Sync.run().pipe(
        Effect.provide(Layer.provide(FakeRooms.layerBackend(), World.layer({ seed: "another", scenario }))),
        Effect.flip
      )
      assert.strictEqual(error._tag, "MirrorError")
      assert.include(error.message, "the API key sees none of its newest rooms")
    }).pipe(Effect.provide(onWorld()))
  )
})
