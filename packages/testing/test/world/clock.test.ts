import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Scenario, World } from "../../src/index.ts"

const day = 24 * 60 * 60 * 1000

describe("a world with its own clock", () => {
  it.effect("generates a past that ends by its clock's time, at the start and after a reset at an earlier time", () => {
    let now = Date.UTC(2020, 5, 1)
    const daysAgo = Effect.gen(function* () {
      const { tenants } = yield* World.use((world) => world.snapshot)
      return tenants.flatMap(({ rooms }) => rooms.map(({ createdAt }) => (now - createdAt) / day))
    })
    return Effect.gen(function* () {
      for (const days of yield* daysAgo) assert.isTrue(days >= 0 && days < 40, `${days} days ago`)
      now = Date.UTC(2019, 5, 1)
      yield* World.use((world) => world.reset)
      const afterwards = yield* daysAgo
      assert.strictEqual(afterwards.length, 5)
      for (const days of afterwards) assert.isTrue(days >= 0 && days < 40, `${days} days ago`)
    }).pipe(
      Effect.provide(
        World.layer({
          clock: { currentTimeMillisUnsafe: () => now },
          scenario: Scenario.office({ rooms: 5, days: 30 })
        })
      )
    )
  })
})
