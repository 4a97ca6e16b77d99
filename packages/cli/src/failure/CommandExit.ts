/**
 * The end of a command that has already reported everything.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/** Ends the process with an exit code. Nothing more is reported. */
export class CommandExit extends Schema.TaggedError<CommandExit>()("CommandExit", { exitCode: Schema.Int }) {}
