/**
 * The size of the terminal.
 *
 * @module
 */
import * as Context from "effect/Context"

/** In characters. */
export interface Size {
  readonly columns: number
  readonly rows: number
}

/** The streams that can lead to a terminal. */
export type OutputStream = "stdout" | "stderr"

// For a terminal that doesn't report its size.
const usual: Size = { columns: 80, rows: 24 }

/** Measures the terminal of a stream. Tests replace it. */
export const TerminalSize: Context.Reference<(stream: OutputStream) => Size> = Context.Reference(
  "@effect-rooms/cli/TerminalSize",
  {
    defaultValue: () => (stream) => ({
      columns: process[stream].columns || usual.columns,
      rows: process[stream].rows || usual.rows
    })
  }
)
