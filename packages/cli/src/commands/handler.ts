/**
 * The handler of a command. Its code is a module that is loaded when the command runs, so that starting loads no code that
 * isn't needed.
 *
 * @module
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Stdio from "effect/Stdio"
import type { Secrets } from "../connection/Secrets.ts"
import type { CommandInput } from "../failure/CommandError.ts"
import type { CommandExit } from "../failure/CommandExit.ts"
import type { Interruption } from "../failure/Interruption.ts"
import type { HandlerError } from "../failure/report.ts"
import type { UsageError } from "../failure/UsageError.ts"

/** The services that every command has. */
export type CommandServices = Stdio.Stdio | Secrets | Interruption

/** The module `run.ts` of a command. */
export interface Run<Input, E> {
  readonly run: (input: Input) => Effect.Effect<void, E, CommandServices>
}

/** Replaces `--json` with the format it stands for. */
const withFormat = <Input extends CommandInput>(input: Input): Effect.Effect<Input, UsageError> => {
  if (input.json !== true) return Effect.succeed(input)
  if (input.format === undefined || !Option.exists(input.format, (format) => format !== "json")) {
    return Effect.succeed({ ...input, format: Option.some("json") })
  }
  return Effect.flatMap(
    Effect.promise(() => import("../failure/UsageError.ts")),
    ({ UsageError }) => new UsageError({ problem: "--json means --format json: leave out --json or --format" })
  )
}

/** Returns the handler of a command: it runs the module, and reports a failure on stderr in the format that the flags ask for. */
export const handler =
  <Input extends CommandInput, E extends HandlerError>(load: () => Promise<Run<Input, E>>) =>
  (given: Input): Effect.Effect<void, CommandExit, CommandServices> =>
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
