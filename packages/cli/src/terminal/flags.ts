/**
 * The flag that says whether progress is shown.
 *
 * @module
 */
import * as Flag from "effect/cli/Flag"
import type * as Option from "effect/Option"

export const progressFlags = {
  progress: Flag.Boolean("progress").pipe(
    Flag.withDescription(
      "Show progress on stderr. Default: when stderr is a terminal and stdout is not a pipe; --no-progress turns it off"
    ),
    Flag.optional
  )
}

/** The values of `progressFlags`. */
export interface ProgressInput {
  readonly progress: Option.Option<boolean>
  /** Where every attempt is told of, nobody needs a line that says how many there were. */
  readonly verbose?: boolean
}
