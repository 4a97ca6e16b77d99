/**
 * The circuit breaker around an operation.
 */

import { CircuitOpen } from "@effect-rooms/core/ServiceError"
import type { RequestFailure } from "@effect-rooms/core/unstable"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type CircuitBreaker, type Health, Rejected } from "../CircuitBreaker.ts"
import type { Failed } from "./Attempts.ts"

/** Returns what the failure of an attempt says about the service. */
export const healthOf = ({ reason }: RequestFailure): Health => {
  switch (reason._tag) {
    case "Transport":
    case "Timeout":
      return "failing"
    case "UnexpectedStatus":
      // mutant: `reason.status >= 500` -> `reason.status > 500` (test/policy/circuitBreaker.test.ts)
      return reason.status >= 500 ? "failing" : "healthy"
    case "InvalidResponse":
      return "healthy"
    case "RateLimited":
    case "CircuitOpen":
      return "unknown"
  }
}

/** Runs an operation unless the circuit is open, and reports its outcome to the circuit. */
export const withCircuitBreaker =
  (circuitBreaker: Option.Option<CircuitBreaker["Service"]>) =>
  <A>(operation: Effect.Effect<A, Failed>): Effect.Effect<A, Failed> =>
    Option.match(circuitBreaker, {
      onNone: () => operation,
      onSome: ({ guard }) =>
        Effect.mapError(
          guard(operation, ({ health }) => health),
          (error): Failed =>
            error instanceof Rejected
              ? {
                  failure: {
                    reason: new CircuitOpen({ retryAfter: Option.some(error.retryAfter) }),
                    neverSent: true
                  },
                  attempts: [],
                  health: "unknown"
                }
              : error
        )
    })
