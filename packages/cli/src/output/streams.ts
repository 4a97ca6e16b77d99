/**
 * Writes data to stdout and everything else to stderr. Loaded at every start.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { oneLine } from "./printable.ts"

/** Writes text to stdout as it arrives. */
export const write = <E, R>(text: Stream.Stream<string, E, R>) =>
  Effect.flatMap(Stdio.Stdio, (stdio) => Stream.run(text, stdio.stdout({ endOnDone: false })))

/** Writes text to stdout. */
export const print = (text: string) => write(Stream.make(text))

/** Writes a line to stderr. */
export const note = (text: string) =>
  Effect.flatMap(Stdio.Stdio, (stdio) => Stream.run(Stream.make(`${text}\n`), stdio.stderr({ endOnDone: false })))

/**
 * Writes a line to stderr if both streams lead to a terminal. In a pipe or in `$(…)` nobody could act on it, and stderr often
 * ends up in a log.
 */
export const advise = (text: string) =>
  Effect.gen(function* () {
    const stdio = yield* Stdio.Stdio
    if ((yield* stdio.stdoutIsTerminal) && (yield* stdio.stderrIsTerminal)) yield* note(text)
  })

/** Writes a problem that doesn't end the command to stderr, on one line. */
export const noteProblem = (text: string) => Effect.ignore(note(`rooms: ${oneLine(text)}`))
