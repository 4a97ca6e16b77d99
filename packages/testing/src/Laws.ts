/**
 * The behavior that every implementation of the five services promises, as one test suite. Run it on a fake, a client, an emulator,
 * your own backend, or a live service:
 *
 * ```ts
 * import { FakeRooms } from "@effect-rooms/testing"
 * import { laws } from "@effect-rooms/testing/Laws"
 *
 * laws("the fake", FakeRooms.layer())
 * ```
 *
 * This is a separate entry because it registers tests: it needs `@effect/vitest` and `vitest`, unlike the rest of the package.
 *
 * @module
 */
import type { RoomServices } from "@effect-rooms/core/RoomServices"
import type * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { registerLaws } from "./laws/register.ts"
import type { World } from "./World.ts"

/** Provides the five services for another API key, on top of the layer under test. */
export type ClientOf<R> = (apiKey: Redacted.Redacted<string>) => Layer.Layer<RoomServices, unknown, RoomServices | R>

/** How to run the laws if the layer provides `World`. All laws run. */
export interface WorldLawsOptions<R = never> {
  readonly only?: undefined
  /** The client for the laws about tenants, which are skipped without it. */
  readonly clientOf?: ClientOf<World | R>
  /**
   * The maximum number of times that the client sends a request whose failure may be temporary; 1 for a client without retries. If
   * it's more than 1, the laws skip the client's waits: no wait may be longer than 10 seconds, the limit of an attempt must be at
   * least 10 seconds, and the deadline of an operation at least a minute, as they are by default. Default: 1.
   */
  readonly attempts?: number
  /**
   * Whether the fault `refuse` prevents a connection. Behind a real socket it can't, because the server only knows which request a
   * connection is for after the request was sent. Default: `true`.
   */
  readonly refusals?: boolean
}

/**
 * How to run the laws on a service whose state the test doesn't control. Only the read-only laws run, and one that creates a room.
 */
export interface BlackBoxLawsOptions<R = never> {
  readonly only: "blackBox"
  /**
   * Whether the laws run on a live service. If so, they share one layer and use real time. Otherwise, each law has its own layer
   * and the `TestClock`. Default: `false`.
   */
  readonly live?: boolean
  /** The client for the laws about other API keys, which are skipped without it. */
  readonly clientOf?: ClientOf<R>
  /** The API key of another tenant, which the service knows. */
  readonly otherKey?: Redacted.Redacted<string>
}

/**
 * Registers the laws as a `describe` with one test for each law, named after its promise. A law that cannot run is registered as
 * skipped, with the reason in its name.
 *
 * If the layer provides `World`, all laws run. Each law has its own layer and world, starts at the same time of the `TestClock`, makes
 * its own data, and adapts its expectations to the quirks of the world. The services of the layer must be those of the world's first
 * API key.
 *
 * Without `World`, use `only: "blackBox"`: the remaining laws check that the lists, details and metrics of the service are consistent.
 */
export const laws: {
  <R, E>(name: string, layer: Layer.Layer<RoomServices | World | R, E>, options?: WorldLawsOptions<R>): void
  <R, E>(name: string, layer: Layer.Layer<RoomServices | R, E>, options: BlackBoxLawsOptions<R>): void
} = <R, E>(
  name: string,
  layer: Layer.Layer<RoomServices | World | R, E>,
  options: WorldLawsOptions<R> | BlackBoxLawsOptions<R> = {}
): void => {
  const { clientOf } = options
  if (options.only === "blackBox") {
    const { live = false, otherKey } = options
    registerLaws(name, { layer, hasWorld: false, isLive: live, attempts: 1, refusals: false, clientOf, otherKey })
  } else {
    const { attempts = 1, refusals = true } = options
    registerLaws(name, { layer, hasWorld: true, isLive: false, attempts, refusals, clientOf, otherKey: undefined })
  }
}
