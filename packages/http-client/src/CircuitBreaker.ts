/**
 * A circuit breaker: after several failures in a row, the client sends nothing for a while and operations fail immediately with
 * `CircuitOpen`. It is off unless you provide one:
 * `RoomsHttp.layer(options).pipe(Layer.provide(CircuitBreaker.layerMemory()))`.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Breaker from "effect/persistence/CircuitBreaker"

/** When the circuit opens, and for how long. */
export interface CircuitBreakerOptions {
  /** The number of operations that must fail in a row. Default: 5. Refusals such as 404 don't count as failures. */
  readonly failures?: number
  /** How long nothing is sent. After that, one operation is let through, and its outcome decides. Default: 30 seconds. */
  readonly openFor?: Duration.Input
  /** Clients with the same key share the circuit. Default: `"effect-rooms"`. */
  readonly key?: string
}

/** The health of the service, as far as the outcome of an operation shows it. */
export type Health = "healthy" | "failing" | "unknown"

/** An operation that didn't run because the circuit is open. */
export class Rejected {
  readonly _tag = "Rejected"
  readonly retryAfter: Duration.Duration
  constructor(retryAfter: Duration.Duration) {
    this.retryAfter = retryAfter
  }
}

/** Keeps operations away from a failing service: nothing is sent while the circuit is open. */
export class CircuitBreaker extends Context.Service<
  CircuitBreaker,
  {
    /** Runs an operation unless the circuit is open. `healthOf` returns what a failure says about the service. */
    readonly guard: <A, E>(
      operation: Effect.Effect<A, E>,
      healthOf: (error: E) => Health
    ) => Effect.Effect<A, E | Rejected>
  }
>()("@effect-rooms/http-client/CircuitBreaker") {}

// A function, so that bundles without a circuit breaker leave it out.
const outcomes = (): Readonly<Record<Health, Breaker.Outcome>> => ({
  healthy: Breaker.success,
  failing: Breaker.failure(),
  unknown: Breaker.ignored
})

const storeTimeout = () =>
  Effect.fail(
    new Breaker.CircuitBreakerError({
      reason: new Breaker.CircuitBreakerStoreError({ message: "The store did not answer within a second" })
    })
  )

/** Limits the wait for a store to a second, after which the operation runs as if there were no circuit. */
const withStoreTimeout = (store: Breaker.CircuitBreakerStore["Service"]): Breaker.CircuitBreakerStore["Service"] => ({
  ...store,
  admit: (key) => Effect.timeoutOrElse(store.admit(key), { duration: "1 second", orElse: storeTimeout }),
  record: (outcome) => Effect.timeoutOrElse(store.record(outcome), { duration: "1 second", orElse: storeTimeout })
})

/** Provides a circuit in a store. With Effect's `CircuitBreaker.layerStoreRedis`, all processes share it. */
export const layer = ({
  failures = 5,
  key = "effect-rooms",
  openFor = "30 seconds"
}: CircuitBreakerOptions = {}): Layer.Layer<CircuitBreaker, never, Breaker.CircuitBreakerStore> =>
  Layer.effect(
    CircuitBreaker,
    Breaker.make({ tripPolicy: Breaker.consecutive(failures), openDuration: openFor }).pipe(
      Effect.updateService(Breaker.CircuitBreakerStore, withStoreTimeout),
      Effect.map((breaker) => {
        const outcomeOf = outcomes()
        return CircuitBreaker.of({
          guard: <A, E>(operation: Effect.Effect<A, E>, healthOf: (error: E) => Health) =>
            // As a result, so that the operation's own error can't be mistaken for the breaker's.
            Effect.result(operation).pipe(
              breaker.execute({
                key,
                classify: (exit) =>
                  exit._tag === "Failure"
                    ? Breaker.ignored
                    : exit.value._tag === "Success"
                      ? Breaker.success
                      : outcomeOf[healthOf(exit.value.failure)]
              }),
              Effect.mapError(
                ({ reason }) => new Rejected(reason._tag === "CircuitOpen" ? reason.retryAfter : Duration.zero)
              ),
              Effect.flatMap((result): Effect.Effect<A, E | Rejected> => Effect.fromResult(result))
            )
        })
      })
    )
  )

/** Provides a circuit in the memory of this process. */
export const layerMemory = (options?: CircuitBreakerOptions): Layer.Layer<CircuitBreaker> =>
  Layer.provide(layer(options), Breaker.layerStoreMemory())
