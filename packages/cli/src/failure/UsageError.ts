/**
 * A command that cannot be run as it was given.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/** Wrong usage or configuration that no parser could see. Nothing was sent. */
export class UsageError extends Schema.TaggedError<UsageError>()("UsageError", {
  problem: Schema.String,
  /** What to do about it, where the problem does not say so itself. */
  hint: Schema.optionalKey(Schema.String)
}) {
  override get message(): string {
    return this.problem
  }
}
