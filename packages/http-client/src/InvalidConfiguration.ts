/**
 * Options that no request could be sent with.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/** An option that is refused when the client is made, before anything is sent. */
export class InvalidConfiguration extends Schema.TaggedError<InvalidConfiguration>()("InvalidConfiguration", {
  /** The option, such as `baseUrl`; `options` if they are wrong as a whole. */
  field: Schema.Literals([
    "baseUrl",
    "apiKey",
    "timeout",
    "attemptTimeout",
    "retry",
    "retryBudget",
    "maxBodyBytes",
    "allowInsecure",
    "connections",
    "options"
  ]),
  problem: Schema.String
}) {
  readonly isRetryable = false
  override get message(): string {
    return `${this.field}: ${this.problem}`
  }
}
