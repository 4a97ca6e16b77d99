/**
 * A command that has said all there was to say, and ends with an exit code of its own.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/** What the process exits with. */
export class Ended extends Schema.TaggedError<Ended>()("Ended", { exitCode: Schema.Int }) {}
