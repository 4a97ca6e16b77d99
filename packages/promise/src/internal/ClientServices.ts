/**
 * The services of a client, made by the first call that needs them, and everything that runs in them. It does what is needed
 * here of Effect's `ManagedRuntime`, in a third of its size.
 */
import type { RoomServices } from "@effect-rooms/core/RoomServices"
import type { InvalidConfiguration } from "@effect-rooms/http-client/InvalidConfiguration"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { ClientLayer } from "./clientLayer.ts"

export class ClientServices {
  readonly #layer: ClientLayer
  readonly #scope = Scope.makeUnsafe()
  /** Everything that runs. */
  readonly #fibers = new Set<Fiber.Fiber<unknown, unknown>>()
  #building: Fiber.Fiber<Context.Context<RoomServices>, InvalidConfiguration> | undefined
  #built: Context.Context<RoomServices> | undefined

  constructor(layer: ClientLayer) {
    this.#layer = layer
  }

  runFork<A, E>(effect: Effect.Effect<A, E, RoomServices>): Fiber.Fiber<A, E | InvalidConfiguration> {
    return this.#built === undefined
      ? this.#kept(
          Effect.runFork(Effect.flatMap(this.#services, (services) => Effect.provideContext(effect, services)))
        )
      : this.#kept(Effect.runForkWith(this.#built)(effect))
  }

  /** Interrupts everything that runs, and closes what the services have open. */
  close(): Promise<void> {
    return Effect.runPromise(Effect.andThen(Fiber.interruptAll(this.#fibers), Scope.close(this.#scope, Exit.void)))
  }

  // In a fiber of its own: the call that was the first may be cancelled, and others wait for the services too.
  readonly #services = Effect.suspend(() => {
    this.#building ??= this.#kept(
      Effect.runFork(
        Effect.map(Layer.buildWithScope(this.#layer, this.#scope), (services) => {
          this.#built = services
          return services
        })
      )
    )
    return Fiber.join(this.#building)
  })

  #kept<A, E>(fiber: Fiber.Fiber<A, E>): Fiber.Fiber<A, E> {
    this.#fibers.add(fiber)
    fiber.addObserver(() => this.#fibers.delete(fiber))
    return fiber
  }
}
