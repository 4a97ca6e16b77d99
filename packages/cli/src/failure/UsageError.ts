/**
 * An invalid command line or configuration.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/** Invalid usage or configuration that the parser couldn't detect. Nothing was sent. */
export class UsageError extends Schema.TaggedError<UsageError>()("UsageError", {
  problem: Schema.String,
  /** The next step, if the problem doesn't say it. */
  hint: Schema.optionalKey(Schema.String)
}) {
  override get message(): string {
    return this.problem
  }
}
