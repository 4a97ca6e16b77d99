/**
 * Why an emulator could not start.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/** The address cannot be listened on. */
export class EmulatorError extends Schema.TaggedError<EmulatorError>()("EmulatorError", {
  host: Schema.String,
  port: Schema.Number,
  problem: Schema.String
}) {
  override get message(): string {
    return `the emulator cannot listen on ${this.host}, port ${this.port}: ${this.problem}`
  }
}
