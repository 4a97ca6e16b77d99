/**
 * What is said of a command that went wrong, and what it ends with.
 *
 * @module
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { PlatformError } from "effect/PlatformError"
import * as Predicate from "effect/Predicate"
import type * as Stdio from "effect/Stdio"
import { Ended } from "./Ended.ts"
import { type CommandError, exitCodeOf, exitCodes } from "./ExitCode.ts"
import { complain } from "./Output.ts"
import type { OutputInput } from "./OutputFlags.ts"

/** The flags that a report depends on. Commands without output of their own have none of them. */
export type ReportInput = Partial<OutputInput> & { readonly [flag: string]: unknown }

/** Everything that an action fails with. */
export type ActionError = CommandError | Ended | PlatformError

/** The reader has gone, as `head` does when it has enough: nothing went wrong. */
const isBrokenPipe = ({ reason }: PlatformError) =>
  Predicate.hasProperty(reason.cause, "code") &&
  (reason.cause.code === "EPIPE" || reason.cause.code === "ERR_STREAM_DESTROYED")

const describe = ({ message, reason }: PlatformError) =>
  reason.cause instanceof Error ? `${message}: ${reason.cause.message}` : message

const reportError = (error: ActionError): Effect.Effect<number, never, Stdio.Stdio> => {
  switch (error._tag) {
    case "Ended":
      return Effect.succeed(error.exitCode)
    case "PlatformError":
      return isBrokenPipe(error)
        ? Effect.succeed(exitCodes.fine)
        : Effect.as(complain(describe(error)), exitCodes.unexpected)
    default:
      return Effect.as(complain(error.message), exitCodeOf(error))
  }
}

const reportDefect = (defect: unknown): Effect.Effect<number, never, Stdio.Stdio> =>
  Effect.as(
    complain(`this is a bug: ${defect instanceof Error ? `${defect.name}: ${defect.message}` : defect}`),
    exitCodes.unexpected
  )

/** Says what went wrong, on stderr, and ends with the exit code that it has. */
export const report = (
  cause: Cause.Cause<ActionError>,
  _input: ReportInput
): Effect.Effect<never, Ended, Stdio.Stdio> =>
  Option.match(Cause.findErrorOption(cause), {
    onNone: () => reportDefect(Cause.squash(cause)),
    onSome: reportError
  }).pipe(Effect.flatMap((exitCode) => new Ended({ exitCode })))
