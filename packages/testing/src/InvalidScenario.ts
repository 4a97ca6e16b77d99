/**
 * The error of an impossible scenario.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/** An impossible scenario. The world is unchanged. */
export class InvalidScenario extends Schema.TaggedError<InvalidScenario>()("InvalidScenario", {
  /** The path of the problem, such as `rooms[3].sessions[0].stays[1].joinedAfter`; empty for the scenario as a whole. */
  path: Schema.String,
  problem: Schema.String
}) {
  override get message(): string {
    return `invalid scenario: ${this.path === "" ? "" : `${this.path}: `}${this.problem}`
  }
}
