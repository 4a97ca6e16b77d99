/** The services on a world in memory. */
import { Backend } from "@effect-rooms/core/Backend"
import * as RoomServices from "@effect-rooms/core/RoomServices"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { defaultApiKey, World, type WorldOptions, type WorldOptionsError } from "../World.ts"
import { WorldHost } from "../world/WorldHost.ts"
import { makeMemoryBackend } from "./memory.ts"

/**
 * The backend of one API key (default: `defaultApiKey`) in the world of the context, without codecs or HTTP. A fault is the typed
 * error that the transport would fail with after one attempt. Answers are copies: changing one doesn't change the world.
 *
 * @example
 * ```ts
 * import { RoomServices } from "@effect-rooms/core"
 * import { FakeRooms, World } from "@effect-rooms/testing"
 * import { Layer } from "effect"
 *
 * const layer = RoomServices.layer.pipe(
 *   Layer.provide(FakeRooms.layerBackend()),
 *   Layer.provideMerge(World.layer())
 * )
 * ```
 */
export const layerBackend = (
  apiKey: Redacted.Redacted<string> = defaultApiKey
): Layer.Layer<Backend, never, WorldHost> =>
  Layer.effect(
    Backend,
    Effect.map(WorldHost, (host) => Backend.make(makeMemoryBackend(host, apiKey)))
  )

/**
 * Provides the five services on a world in memory, for its first API key, and the world itself to make things happen. Requests
 * take no time, but other fibers run between a request and its answer, as they do over a network.
 *
 * @example
 * ```ts
 * import { assert, it } from "@effect/vitest"
 * import { Rooms } from "@effect-rooms/core"
 * import { FakeRooms, Scenario } from "@effect-rooms/testing"
 * import { Effect, Stream } from "effect"
 *
 * it.effect("counts rooms", () =>
 *   Effect.gen(function* () {
 *     const rooms = yield* Rooms
 *     assert.strictEqual(yield* Stream.runCount(rooms.stream()), 25)
 *   }).pipe(Effect.provide(FakeRooms.layer({ scenario: Scenario.office({ rooms: 25 }) })))
 * )
 * ```
 */
export const layer = (
  options?: WorldOptions
): Layer.Layer<RoomServices.RoomServices | Backend | World | WorldHost, WorldOptionsError> =>
  RoomServices.layer.pipe(
    Layer.provideMerge(layerBackend(options?.apiKeys?.[0])),
    Layer.provideMerge(World.layer(options))
  )
