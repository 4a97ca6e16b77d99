/**
 * stdout for data, stderr for everything else. Loaded at every start.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { printable } from "./printable.ts"

/** Writes text to stdout as it arrives. */
export const write = <E, R>(text: Stream.Stream<string, E, R>) =>
  Effect.flatMap(Stdio.Stdio, (stdio) => Stream.run(text, stdio.stdout({ endOnDone: false })))

/** Writes text to stdout. */
export const print = (text: string) => write(Stream.make(text))

/** Writes a line for the person at the terminal to stderr. */
export const note = (text: string) =>
  Effect.flatMap(Stdio.Stdio, (stdio) => Stream.run(Stream.make(`${text}\n`), stdio.stderr({ endOnDone: false })))

/**
 * Writes a line to stderr if somebody reads both streams on a terminal. In a pipe or in `$(…)` nobody could act on it, and
 * stderr often ends up in a log.
 */
export const advise = (text: string) =>
  Effect.gen(function* () {
    const stdio = yield* Stdio.Stdio
    if ((yield* stdio.stdoutIsTerminal) && (yield* stdio.stderrIsTerminal)) yield* note(text)
  })

/** A message is one line, whatever somebody else's text in it holds. */
const oneLine = (text: string) => text.replace(/\s*[\r\n]+\s*/g, " ")

/** Says what went wrong, in one line. */
export const complain = (text: string) => Effect.ignore(note(`rooms: ${printable(oneLine(text))}`))
