/**
 * The behaviour that every implementation of the five services promises, as one suite of tests. Run it on a fake, on a client,
 * on an emulator, on a backend of your own, or on a live service:
 *
 * ```ts
 * import { FakeRooms } from "@effect-rooms/testing"
 * import { laws } from "@effect-rooms/testing/Laws"
 *
 * laws("the fake", FakeRooms.layer())
 * ```
 *
 * An entry of its own, because it registers tests: it needs `@effect/vitest` and `vitest`, which a program that only uses the
 * rest of this package need not have.
 *
 * @module
 */
import type { RoomServices } from "@effect-rooms/core/RoomServices"
import type * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { registerLaws } from "./laws/register.ts"
import type { World } from "./World.ts"

/** Gives the five services for another API key, on whatever the layer under test gives. */
export type ClientOf<R> = (apiKey: Redacted.Redacted<string>) => Layer.Layer<RoomServices, unknown, RoomServices | R>

/** How the laws are run where the `World` is in reach: all of them. */
export interface WorldLawsOptions<R = never> {
  readonly only?: undefined
  /** For the laws about tenants. Without it they are skipped. */
  readonly clientOf?: ClientOf<World | R>
  /**
   * How often the client sends a request at most where it meets a failure that may pass; 1 for a client without retries. With
   * more, the client's waits are passed over: none of them may be longer than 10 seconds, the limit of an attempt may not be
   * shorter than that, and the deadline of an operation is at least a minute, as they are by default. Default: 1.
   */
  readonly attempts?: number
  /**
   * Whether the fault `refuse` keeps a connection from being made. Behind a real socket it cannot: which request it is for is
   * known only when that was sent. Default: `true`.
   */
  readonly refusals?: boolean
}

/** How the laws are run on a service about which nothing is known: read-only ones, and one that creates a room. */
export interface BlackBoxLawsOptions<R = never> {
  readonly only: "blackBox"
  /**
   * Whether it is a service that lives on between two laws: then all of them share the layer, and real time passes. Otherwise
   * each law has a layer of its own and the `TestClock`. Default: `false`.
   */
  readonly live?: boolean
  /** For the laws about other API keys. Without it they are skipped. */
  readonly clientOf?: ClientOf<R>
  /** The API key of another tenant, which the service knows. */
  readonly otherKey?: Redacted.Redacted<string>
}

/**
 * Registers the laws: a `describe` with a test for each of them, whose name is what is promised. What cannot be run is
 * registered as skipped, with the reason in its name.
 *
 * With the `World` in what the layer gives, all laws are run. Each has a layer of its own, and so a world of its own, begins at
 * the same moment of the `TestClock`, and makes its own data; what to expect of a service that reads the contract in another
 * way, the laws know from the world's quirks. The layer's services are those of the world's first API key.
 *
 * Without the world, `only: "blackBox"` says that what is known of the service is what it says: the laws that are left are
 * about whether its lists, details and metrics fit together.
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
