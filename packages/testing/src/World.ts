/**
 * A deterministic world of rooms and sessions.
 *
 * It runs on the `Clock` of the caller and on randomness from a seed: under `TestClock`, ids and times are exact.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeWorld } from "./world/makeWorld.ts"
import type { WorldControl, WorldOptions, WorldOptionsError } from "./world/WorldControl.ts"
import { WorldHost } from "./world/WorldHost.ts"

export { defaultApiKey } from "./world/makeWorld.ts"
export type { InjectedFault, Joining, WorldControl, WorldOptions, WorldOptionsError } from "./world/WorldControl.ts"

/**
 * Controls a world: lets people join and leave, injects faults, and logs the requests that arrive.
 *
 * @example
 * ```ts
 * import { assert, it } from "@effect/vitest"
 * import { LiveRooms, Rooms } from "@effect-rooms/core"
 * import { FakeRooms, World } from "@effect-rooms/testing"
 * import { Effect } from "effect"
 *
 * it.effect("knows who is in a room", () =>
 *   Effect.gen(function* () {
 *     const world = yield* World
 *     const { roomId } = yield* Rooms.use((rooms) => rooms.create({}))
 *     yield* world.join(roomId, { metadata: { displayName: "Ada" } })
 *     const { count } = yield* LiveRooms.use((live) => live.participants(roomId))
 *     assert.strictEqual(count, 1)
 *   }).pipe(Effect.provide(FakeRooms.layer()))
 * )
 * ```
 */
export class World extends Context.Service<World, WorldControl>()("@effect-rooms/testing/World") {
  /**
   * Provides a new world, and the host that `FakeRooms` and the emulator serve it from.
   *
   * @example
   * ```ts
   * import { Scenario, World } from "@effect-rooms/testing"
   *
   * const layer = World.layer({ scenario: Scenario.office({ rooms: 25 }), quirks: { requestId: "none" } })
   * ```
   */
  static readonly layer = (options?: WorldOptions): Layer.Layer<World | WorldHost, WorldOptionsError> =>
    Layer.effectContext(
      Effect.map(makeWorld(options), ({ control, host }) =>
        Context.make(World, control).pipe(Context.add(WorldHost, host))
      )
    )
}
