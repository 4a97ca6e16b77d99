/**
 * The observer of a watch.
 */
import type { PresenceEvent } from "@effect-rooms/core/PresenceEvent"
import type { ServiceError } from "@effect-rooms/core/ServiceError"
import type * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { PlatformError } from "effect/PlatformError"

export interface Observer {
  /**
   * A poll was answered: what changed since the last one that was, and a `Snapshot`. The next poll comes after `wait`.
   */
  readonly answered: (
    events: ReadonlyArray<PresenceEvent>,
    at: DateTime.Utc,
    wait: Duration.Duration
  ) => Effect.Effect<void, PlatformError>
  /** A poll failed. The next one comes after `wait`. */
  readonly failed: (error: ServiceError, at: DateTime.Utc, wait: Duration.Duration) => Effect.Effect<void>
}
