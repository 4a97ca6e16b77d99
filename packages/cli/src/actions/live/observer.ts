/**
 * What a watch reports to.
 */
import type { RequestError } from "@effect-rooms/core/Backend"
import type { PresenceEvent } from "@effect-rooms/core/LiveRooms"
import type * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { PlatformError } from "effect/PlatformError"

export interface Observer {
  /** The service is asked now. */
  readonly asking: Effect.Effect<void>
  /** The service has answered, and this has changed since it last did. */
  readonly answered: (events: ReadonlyArray<PresenceEvent>, at: DateTime.Utc) => Effect.Effect<void, PlatformError>
  /** The service was asked in vain, and will be asked again after a while. */
  readonly failed: (error: RequestError, at: DateTime.Utc, wait: Duration.Duration) => Effect.Effect<void>
}
