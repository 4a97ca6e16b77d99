/**
 * The limits that `RoomsHttp.withRetryPolicy`, `withTimeout` and `withAttemptTimeout` set for one effect.
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type { RetryPolicyInput } from "../RetryPolicy.ts"

/** Limits that replace those of the client. */
export interface Overrides {
  readonly retry?: RetryPolicyInput
  readonly timeout?: Duration.Input | false
  readonly attemptTimeout?: Duration.Input | false
}

/** The overrides of the current effect. Default: none. */
export const CurrentOverrides = /*#__PURE__*/ Context.Reference<Overrides>(
  "@effect-rooms/http-client/CurrentOverrides",
  { defaultValue: () => ({}) }
)
