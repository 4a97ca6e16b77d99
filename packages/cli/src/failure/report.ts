/**
 * Reports the failure of a command, and ends the command with its exit code.
 *
 * @module
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as PlatformError from "effect/PlatformError"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import type * as Stdio from "effect/Stdio"
import type { Secrets } from "../connection/Secrets.ts"
import type { CommandError, CommandInput } from "./CommandError.ts"
import { CommandExit } from "./CommandExit.ts"
import { fieldsOf } from "./errorJson.ts"
import { exitCodeOf } from "./exitCodeOf.ts"
import { exitCodes } from "./exitCodes.ts"
import { hintOf } from "./hints.ts"
import { type Failure, renderFailure } from "./render.ts"

/** Everything that the handler of a command fails with. */
export type HandlerError = CommandError | CommandExit | PlatformError.PlatformError

/** Whether the reader of the output has closed it, as `head` does when it has enough. That isn't a failure. */
export const isBrokenPipe = ({ reason }: PlatformError.PlatformError): boolean =>
  Predicate.hasProperty(reason.cause, "code") &&
  (reason.cause.code === "EPIPE" || reason.cause.code === "ERR_STREAM_DESTROYED")

/** Replaces the name of a library option with the name of its flag. */
const inFlags = (problem: string) => problem.replace("allowInsecure", "--allow-insecure")

const configurationNames: { readonly [field: string]: string } = {
  baseUrl: "the base URL",
  apiKey: "the API key",
  timeout: "--timeout"
}

/** The message of an error in terms of the command line, which the library doesn't know. */
const messageOf = (error: CommandError): string => {
  switch (error._tag) {
    case "InvalidConfiguration":
      return `${configurationNames[error.field] ?? error.field} ${inFlags(error.problem)}`
    case "CreateOutcomeUnknown":
      return `the room may or may not have been created: ${error.reason.message}; look for it before you create it again`
    default:
      return error.message
  }
}

const ofPlatform = (error: PlatformError.PlatformError): Failure | CommandExit => {
  if (isBrokenPipe(error)) return new CommandExit({ exitCode: exitCodes.fine })
  const { cause, ...reason } = error.reason
  return {
    tag: error._tag,
    message: cause instanceof Error ? `${error.message}: ${cause.message}` : error.message,
    exitCode: exitCodes.unexpected,
    evidence: {
      reason: {
        ...reason,
        ...(Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? { code: cause.code } : {})
      }
    }
  }
}

/** A write that fails inside an infallible effect is a defect, but still the system's failure and not a bug. */
const ofDefect = (defect: unknown): Failure | CommandExit =>
  defect instanceof PlatformError.PlatformError
    ? ofPlatform(defect)
    : {
        tag: "Defect",
        message: `this is a bug: ${defect instanceof Error ? `${defect.name}: ${defect.message}` : defect}`,
        exitCode: exitCodes.unexpected,
        hint: "please report it, with the command and the output of `rooms --version`"
      }

const ofError = (error: HandlerError, input: CommandInput): Failure | CommandExit => {
  switch (error._tag) {
    case "CommandExit":
      return error
    case "PlatformError":
      return ofPlatform(error)
    default:
      return {
        tag: error._tag,
        message: messageOf(error),
        exitCode: exitCodeOf(error),
        hint: hintOf(error, input),
        evidence: {
          ...fieldsOf(error),
          ...(error._tag === "InvalidConfiguration" ? { problem: inFlags(error.problem) } : {})
        }
      }
  }
}

const failureOf = (cause: Cause.Cause<HandlerError>, input: CommandInput): Failure | CommandExit =>
  Option.match(Cause.findErrorOption(cause), {
    onNone: () => ofDefect(Cause.squash(cause)),
    onSome: (error) => ofError(error, input)
  })

const secretsOf = ({ apiKey }: CommandInput): ReadonlyArray<Redacted.Redacted<string>> =>
  Option.isOption(apiKey) && Option.isSome(apiKey) && Redacted.isRedacted(apiKey.value)
    ? [Redacted.make(String(Redacted.value(apiKey.value)))]
    : []

/** Whether a script reads the failure. */
export const isJsonFormat = (format: string | undefined): boolean => format === "json" || format === "ndjson"

/** Writes what went wrong to stderr, and fails with the exit code. */
export const report = (
  cause: Cause.Cause<HandlerError>,
  input: CommandInput
): Effect.Effect<never, CommandExit, Stdio.Stdio | Secrets> => {
  const failure = failureOf(cause, input)
  if (failure instanceof CommandExit) return Effect.fail(failure)
  const isJson = input.json === true || isJsonFormat(input.format && Option.getOrUndefined(input.format))
  return Effect.andThen(
    renderFailure(failure, { isJson, noColor: input.noColor === true, secrets: secretsOf(input) }),
    Effect.fail(new CommandExit({ exitCode: failure.exitCode }))
  )
}
