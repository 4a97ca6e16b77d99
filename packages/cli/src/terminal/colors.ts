/**
 * Colors that mean something: success, failure, attention.
 *
 * @module
 */
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Effect from "effect/Effect"
import * as Stdio from "effect/Stdio"
import type { OutputStream } from "./TerminalSize.ts"

export type Color = "green" | "red" | "yellow" | "dim"

/** Colors text. */
export type Paint = (text: string, color: Color | "bold") => string

const codes: Record<Color | "bold", readonly [on: number, off: number]> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39]
}

const colored: Paint = (text, color) => {
  const [on, off] = codes[color]
  return `\u001b[${on}m${text}\u001b[${off}m`
}

export const colorless: Paint = (text) => text

/** Returns colors for a stream that leads to a terminal, unless NO_COLOR is set; with FORCE_COLOR, for any stream. */
export const paintFor = (stream: OutputStream): Effect.Effect<Paint, never, Stdio.Stdio> =>
  Effect.map(TerminalCapabilities.TerminalCapabilities, ({ canColor }) => (canColor ? colored : colorless)).pipe(
    Effect.provide(TerminalCapabilities.layer),
    // Effect only checks stdout.
    Effect.updateService(Stdio.Stdio, (stdio) =>
      stream === "stdout" ? stdio : { ...stdio, stdoutIsTerminal: stdio.stderrIsTerminal }
    )
  )
