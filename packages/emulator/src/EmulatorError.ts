/**
 * The error of an emulator that can't start.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/** The emulator can't listen on its address. */
export class EmulatorError extends Schema.TaggedError<EmulatorError>()("EmulatorError", {
  host: Schema.String,
  port: Schema.Number,
  problem: Schema.String
}) {
  override get message(): string {
    return `the emulator cannot listen on ${this.host}, port ${this.port}: ${this.problem}`
  }
}
