/**
 * The base of the errors that sending the same request again can't help.
 */
import type * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** An error that isn't retryable. */
export class PermanentError extends Schema.Error<PermanentError>("PermanentError")({}) {
  /** Whether the same request may succeed later. */
  get isRetryable(): boolean {
    return false
  }
  /** How long the service asks to wait before the next request. */
  get retryAfter(): Option.Option<Duration.Duration> {
    return Option.none()
  }
  /** The same in milliseconds, for programs without Effect. */
  get retryAfterMillis(): number | undefined {
    return undefined
  }
  /** Returns the fields and the message, for a log. */
  override toJSON(): object {
    return { ...this, message: this.message }
  }
}
