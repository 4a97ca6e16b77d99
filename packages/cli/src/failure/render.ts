/**
 * Writes a failure to stderr: two lines for a person at a terminal, one line for a log, one JSON object for a script that asked
 * for JSON.
 *
 * A log gets no hint: log readers expect a failure on one line, and can't act on a hint.
 *
 * @module
 */
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Stdio from "effect/Stdio"
import { Secrets } from "../connection/Secrets.ts"
import { jsonText, oneLine } from "../output/printable.ts"
import { note } from "../output/streams.ts"
import { colorless, type Paint, paintFor } from "../terminal/colors.ts"

/** A failure, in words and as data. */
export interface Failure {
  /** The error's tag, such as `RoomNotFound`. */
  readonly tag: string
  readonly message: string
  readonly exitCode: number
  /** The next step. */
  readonly hint?: string | undefined
  /** Whether a log needs the hint too, on the same line. */
  readonly hintBelongsToMessage?: boolean
  /** The other fields of the error, as JSON. */
  readonly evidence?: { readonly [field: string]: unknown }
}

/** How a failure is written. */
export interface RenderOptions {
  /** Whether a script asked for JSON. */
  readonly isJson: boolean
  readonly noColor: boolean
  /** Secrets to mask, in addition to the API key of the environment. */
  readonly secrets?: ReadonlyArray<Redacted.Redacted<string>>
}

const environmentKey = Config.option(Config.Redacted("ROOMS_API_KEY"))

const toJson = ({ evidence, exitCode, hint, message, tag }: Failure) =>
  jsonText({ error: { _tag: tag, message, exitCode, ...(hint === undefined ? {} : { hint }), ...evidence } })

const toText = (
  { hint, hintBelongsToMessage = false, message }: Failure,
  { isTerminal, paint }: { readonly isTerminal: boolean; readonly paint: Paint }
) => {
  const line = `${paint("rooms:", "red")} ${oneLine(message)}`
  if (hint === undefined) return line
  if (isTerminal) return `${line}\nhint: ${oneLine(hint)}`
  return hintBelongsToMessage ? `${line}; ${oneLine(hint)}` : line
}

/** Writes a failure to stderr. If stderr is closed, nothing is reported: nobody reads it. */
export const renderFailure = (
  failure: Failure,
  { isJson, noColor, secrets = [] }: RenderOptions
): Effect.Effect<void, never, Stdio.Stdio | Secrets> =>
  Effect.gen(function* () {
    const stdio = yield* Stdio.Stdio
    const ofEnvironment = yield* Effect.orElseSucceed(environmentKey, () => Option.none())
    const { mask } = yield* Secrets
    const paint = noColor ? colorless : yield* paintFor("stderr")
    const text = isJson ? toJson(failure) : toText(failure, { isTerminal: yield* stdio.stderrIsTerminal, paint })
    yield* Effect.ignore(note(mask(text, [...secrets, ...Option.toArray(ofEnvironment)])))
  })
