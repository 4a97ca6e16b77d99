/**
 * What a command does, in a module of its own that is loaded when the command runs: a start loads no code that it does not need.
 *
 * @module
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Stdio from "effect/Stdio"
import type { Ended } from "../failure/CommandExit.ts"
import type { ActionError, ReportInput } from "../failure/report.ts"
import type { UsageError } from "../failure/UsageError.ts"

/** A module under `actions`. */
export interface Action<Input, E> {
  readonly run: (input: Input) => Effect.Effect<void, E, Stdio.Stdio>
}

/** `--json` as the format that it stands for. */
const withFormat = <Input extends ReportInput>(input: Input): Effect.Effect<Input, UsageError> => {
  if (input.json !== true) return Effect.succeed(input)
  if (input.format === undefined || !Option.exists(input.format, (format) => format !== "json")) {
    return Effect.succeed({ ...input, format: Option.some("json") })
  }
  return Effect.flatMap(
    Effect.promise(() => import("../failure/UsageError.ts")),
    ({ UsageError }) => new UsageError({ problem: "--json means --format json: leave out --json or --format" })
  )
}

/** The handler of a command: runs its action, and reports on stderr what went wrong, in the way that the flags ask for. */
export const action =
  <Input extends ReportInput, E extends ActionError>(load: () => Promise<Action<Input, E>>) =>
  (given: Input): Effect.Effect<void, Ended, Stdio.Stdio> =>
    Effect.gen(function* () {
      const input = yield* withFormat(given)
      const { run } = yield* Effect.promise(load)
      if (input.curl !== true) return yield* run(input)
      const { printCurl } = yield* Effect.promise(() => import("../connection/curl.ts"))
      return yield* printCurl(run(input))
    }).pipe(
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.interrupt
          : Effect.flatMap(
              Effect.promise(() => import("../failure/report.ts")),
              ({ report }) => report(cause, given)
            )
      )
    )
