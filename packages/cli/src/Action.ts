/**
 * What a command does, in a module of its own that is loaded when the command runs: a start loads no code that it does not need.
 *
 * @module
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as Stdio from "effect/Stdio"
import type { Ended } from "./Ended.ts"
import type { ActionError, ReportInput } from "./Report.ts"

/** A module under `actions`. */
export interface Action<Input, E> {
  readonly run: (input: Input) => Effect.Effect<void, E, Stdio.Stdio>
}

/** The handler of a command: runs its action, and says on stderr, as the flags ask for it, what went wrong. */
export const action =
  <Input extends ReportInput, E extends ActionError>(load: () => Promise<Action<Input, E>>) =>
  (input: Input): Effect.Effect<void, Ended, Stdio.Stdio> =>
    Effect.promise(load).pipe(
      Effect.flatMap(({ run }) =>
        input.curl === true
          ? Effect.flatMap(
              Effect.promise(() => import("./Curl.ts")),
              ({ printCurl }) => printCurl(run(input))
            )
          : run(input)
      ),
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.interrupt
          : Effect.flatMap(
              Effect.promise(() => import("./Report.ts")),
              ({ report }) => report(cause, input)
            )
      )
    )
