/**
 * The command of `rooms emulator exec` could not be started.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/** The command could not be started. */
export class CommandNotRun extends Schema.TaggedError<CommandNotRun>()("CommandNotRun", {
  command: Schema.String,
  /** `false` if no command has this name. */
  exists: Schema.Boolean,
  problem: Schema.String
}) {
  override get message(): string {
    return `${this.command}: ${this.problem}`
  }
}
