/**
 * A circuit breaker: after a number of failures in a row nothing is sent for a while, and the operation fails with
 * `CircuitOpen` at once. Off unless a client is given one:
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
  /** How many operations in a row have to fail for it. Default: 5. Refusals such as 404 are no failures. */
  readonly failures?: number
  /** How long nothing is sent. Then one operation is let through, and its outcome decides. Default: 30 seconds. */
  readonly openFor?: Duration.Input
  /** Clients with the same key share the circuit. Default: `"effect-rooms"`. */
  readonly key?: string
}

/** What an operation's end says about the service. */
export type Health = "healthy" | "failing" | "unknown"

/** The circuit is open. */
export class Open {
  readonly _tag = "Open"
  readonly retryAfter: Duration.Duration
  constructor(retryAfter: Duration.Duration) {
    this.retryAfter = retryAfter
  }
}

/** Keeps operations from a service that fails: nothing is sent while the circuit is open. */
export class CircuitBreaker extends Context.Service<
  CircuitBreaker,
  {
    /** Runs an operation unless the circuit is open. `healthOf` tells what its failure says about the service. */
    readonly guard: <A, E>(operation: Effect.Effect<A, E>, healthOf: (error: E) => Health) => Effect.Effect<A, E | Open>
  }
>()("@effect-rooms/http-client/CircuitBreaker") {}

const outcomeOf = (health: Health): Breaker.Outcome => {
  switch (health) {
    case "healthy":
      return Breaker.success
    case "failing":
      return Breaker.failure()
    case "unknown":
      return Breaker.ignored
  }
}

// A function, as everything here that is not called is left out of a bundle.
const silent = () =>
  Effect.fail(
    new Breaker.CircuitBreakerError({
      reason: new Breaker.CircuitBreakerStoreError({ message: "The store did not answer within a second" })
    })
  )

/** Nothing else ends the wait for a store, not even the deadline. Without an answer the operation runs as without a circuit. */
const impatient = (store: Breaker.CircuitBreakerStore["Service"]): Breaker.CircuitBreakerStore["Service"] => ({
  ...store,
  admit: (key) => Effect.timeoutOrElse(store.admit(key), { duration: "1 second", orElse: silent }),
  record: (outcome) => Effect.timeoutOrElse(store.record(outcome), { duration: "1 second", orElse: silent })
})

/** A circuit in a store: with `CircuitBreaker.layerStoreRedis` of Effect, all processes share it. */
export const layer = ({
  failures = 5,
  key = "effect-rooms",
  openFor = "30 seconds"
}: CircuitBreakerOptions = {}): Layer.Layer<CircuitBreaker, never, Breaker.CircuitBreakerStore> =>
  Layer.effect(
    CircuitBreaker,
    Breaker.make({ tripPolicy: Breaker.consecutive(failures), openDuration: openFor }).pipe(
      Effect.updateService(Breaker.CircuitBreakerStore, impatient),
      Effect.map((breaker) =>
        CircuitBreaker.of({
          guard: <A, E>(operation: Effect.Effect<A, E>, healthOf: (error: E) => Health) =>
            // The breaker's own error stands beside the operation's, whatever that is.
            Effect.result(operation).pipe(
              breaker.execute({
                key,
                classify: (exit) =>
                  exit._tag === "Failure"
                    ? Breaker.ignored
                    : exit.value._tag === "Success"
                      ? Breaker.success
                      : outcomeOf(healthOf(exit.value.failure))
              }),
              Effect.mapError((error) =>
                error.reason._tag === "CircuitOpen" ? new Open(error.reason.retryAfter) : new Open(Duration.zero)
              ),
              Effect.flatMap((result): Effect.Effect<A, E | Open> => Effect.fromResult(result))
            )
        })
      )
    )
  )

/** A circuit in the memory of this process. */
export const layerMemory = (options?: CircuitBreakerOptions): Layer.Layer<CircuitBreaker> =>
  Layer.provide(layer(options), Breaker.layerStoreMemory())
