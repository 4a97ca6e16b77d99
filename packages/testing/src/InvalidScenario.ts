/**
 * Why a scenario cannot have happened.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/** A scenario that is refused. Nothing of it is in the world. */
export class InvalidScenario extends Schema.TaggedError<InvalidScenario>()("InvalidScenario", {
  /** What is wrong, such as `rooms[3].sessions[0].stays[1].joinedAfter`; empty for the scenario as a whole. */
  path: Schema.String,
  problem: Schema.String
}) {
  override get message(): string {
    return `invalid scenario: ${this.path === "" ? "" : `${this.path}: `}${this.problem}`
  }
}
