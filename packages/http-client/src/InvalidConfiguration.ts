/**
 * The error of invalid client options.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/** An invalid option, reported when the client is made and before anything is sent. */
export class InvalidConfiguration extends Schema.TaggedError<InvalidConfiguration>()("InvalidConfiguration", {
  /** The option, such as `baseUrl`; `options` if the options as a whole are invalid. */
  field: Schema.String,
  /** The problem, as the rest of a sentence that starts with the option. */
  problem: Schema.String
}) {
  readonly isRetryable = false
  override get message(): string {
    return `${this.field}: ${this.problem}`
  }
}
