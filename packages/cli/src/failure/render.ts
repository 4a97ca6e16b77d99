/**
 * What is said on stderr of something that went wrong: two lines for the person at a terminal, one line for a log, and one
 * JSON object for a script that asked for JSON.
 *
 * A log gets no hint: there, a failure is one line, as tools that read logs expect it, and nobody is about to type anything.
 *
 * @module
 */
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Stdio from "effect/Stdio"
import { withoutSecrets } from "../connection/Secrets.ts"
import { jsonText, printable } from "../output/printable.ts"
import { note } from "../output/streams.ts"
import { colorless, type Paint, paintFor } from "../terminal/colors.ts"

/** Something that went wrong, in words and as data. */
export interface Complaint {
  /** The error's tag, such as `RoomNotFound`. */
  readonly tag: string
  readonly message: string
  readonly exitCode: number
  /** What to do about it. */
  readonly hint?: string | undefined
  /** Whether a log needs the hint too, in the same line. */
  readonly hintBelongsToMessage?: boolean
  /** Everything else that the error knows, as JSON. */
  readonly evidence?: { readonly [field: string]: unknown }
}

/** How a complaint is written. */
export interface ComplaintOptions {
  /** Whether a script asked for JSON. */
  readonly isJson: boolean
  readonly noColor: boolean
  /** What must not be shown, besides the API key of the environment. */
  readonly secrets?: ReadonlyArray<Redacted.Redacted<string>>
}

const environmentKey = Config.option(Config.Redacted("ROOMS_API_KEY"))

/** A message is one line, whatever somebody else's text in it holds. */
const oneLine = (text: string) => printable(text.replace(/\s*[\r\n]+\s*/g, " "))

const toJson = ({ evidence, exitCode, hint, message, tag }: Complaint) =>
  jsonText({ error: { _tag: tag, message, exitCode, ...(hint === undefined ? {} : { hint }), ...evidence } })

const toText = (
  { hint, hintBelongsToMessage = false, message }: Complaint,
  { isTerminal, paint }: { readonly isTerminal: boolean; readonly paint: Paint }
) => {
  const line = `${paint("rooms:", "red")} ${oneLine(message)}`
  if (hint === undefined) return line
  if (isTerminal) return `${line}\nhint: ${oneLine(hint)}`
  return hintBelongsToMessage ? `${line}; ${oneLine(hint)}` : line
}

/** Writes it to stderr. That it can't be written, because nobody listens, is not reported. */
export const complainOf = (
  complaint: Complaint,
  { isJson, noColor, secrets = [] }: ComplaintOptions
): Effect.Effect<void, never, Stdio.Stdio> =>
  Effect.gen(function* () {
    const stdio = yield* Stdio.Stdio
    const ofEnvironment = yield* Effect.orElseSucceed(environmentKey, () => Option.none())
    const mask = withoutSecrets([...secrets, ...Option.toArray(ofEnvironment)])
    const paint = noColor ? colorless : yield* paintFor("stderr")
    const text = isJson ? toJson(complaint) : toText(complaint, { isTerminal: yield* stdio.stderrIsTerminal, paint })
    yield* Effect.ignore(note(mask(text)))
  })
