/**
 * What is said of a command that went wrong, and what it ends with.
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
import type { OutputInput } from "../output/flags.ts"
import { Ended } from "./CommandExit.ts"
import { fieldsOf } from "./errorJson.ts"
import { type CommandError, exitCodeOf, exitCodes } from "./exitCodes.ts"
import { hintOf } from "./hints.ts"
import { type Complaint, complainOf } from "./render.ts"

/** The flags that a report depends on. Commands without output of their own have none of them. */
export type ReportInput = Partial<OutputInput> & { readonly [flag: string]: unknown }

/** Everything that an action fails with. */
export type ActionError = CommandError | Ended | PlatformError.PlatformError

/** The reader has gone, as `head` does when it has enough: nothing went wrong. */
export const isBrokenPipe = ({ reason }: PlatformError.PlatformError): boolean =>
  Predicate.hasProperty(reason.cause, "code") &&
  (reason.cause.code === "EPIPE" || reason.cause.code === "ERR_STREAM_DESTROYED")

/** What the library calls an option, in flags. */
const inFlags = (problem: string) => problem.replace("allowInsecure", "--allow-insecure")

const configurationNames: { readonly [field: string]: string } = {
  baseUrl: "the base URL",
  apiKey: "the API key",
  timeout: "--timeout"
}

/** The message of an error in terms of the command: the library knows nothing of flags. */
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

const ofPlatform = (error: PlatformError.PlatformError): Complaint | Ended => {
  if (isBrokenPipe(error)) return new Ended({ exitCode: exitCodes.fine })
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

/** What cannot be written where nothing can fail is a defect, and the system's all the same. */
const ofDefect = (defect: unknown): Complaint | Ended =>
  defect instanceof PlatformError.PlatformError
    ? ofPlatform(defect)
    : {
        tag: "Defect",
        message: `this is a bug: ${defect instanceof Error ? `${defect.name}: ${defect.message}` : defect}`,
        exitCode: exitCodes.unexpected,
        hint: "please report it, with the command and `rooms --version`"
      }

const ofFailure = (error: ActionError, input: ReportInput): Complaint | Ended => {
  switch (error._tag) {
    case "Ended":
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

const complaintOf = (cause: Cause.Cause<ActionError>, input: ReportInput): Complaint | Ended =>
  Option.match(Cause.findErrorOption(cause), {
    onNone: () => ofDefect(Cause.squash(cause)),
    onSome: (error) => ofFailure(error, input)
  })

const secretsOf = ({ apiKey }: ReportInput): ReadonlyArray<Redacted.Redacted<string>> =>
  Option.isOption(apiKey) && Option.isSome(apiKey) && Redacted.isRedacted(apiKey.value)
    ? [Redacted.make(String(Redacted.value(apiKey.value)))]
    : []

/** Whether a script reads what is said. */
export const isJsonFormat = (format: string | undefined): boolean => format === "json" || format === "ndjson"

/** Says what went wrong, on stderr, and ends with the exit code that it has. */
export const report = (
  cause: Cause.Cause<ActionError>,
  input: ReportInput
): Effect.Effect<never, Ended, Stdio.Stdio> => {
  const complaint = complaintOf(cause, input)
  if (complaint instanceof Ended) return Effect.fail(complaint)
  const isJson = input.json === true || isJsonFormat(input.format && Option.getOrUndefined(input.format))
  return Effect.andThen(
    complainOf(complaint, { isJson, noColor: input.noColor === true, secrets: secretsOf(input) }),
    Effect.fail(new Ended({ exitCode: complaint.exitCode }))
  )
}
