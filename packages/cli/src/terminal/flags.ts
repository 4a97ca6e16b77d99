/**
 * The flag that turns the progress line on or off.
 *
 * @module
 */
import * as Flag from "effect/cli/Flag"
import type * as Option from "effect/Option"

export const progressFlags = {
  progress: Flag.Boolean("progress").pipe(
    Flag.withDescription(
      "Show progress on stderr; --no-progress hides it. Default: if stderr is a terminal and stdout isn't a pipe"
    ),
    Flag.optional
  )
}

/** The values of `progressFlags`. */
export interface ProgressInput {
  readonly progress: Option.Option<boolean>
  /** With `--verbose`, the log replaces the progress line. */
  readonly verbose?: boolean
}
