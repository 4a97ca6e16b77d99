/**
 * How large the terminal is that a stream of this process leads to.
 *
 * @module
 */
import * as Context from "effect/Context"

/** In characters. */
export interface Size {
  readonly columns: number
  readonly rows: number
}

/** The streams that a person may be looking at. */
export type OutputStream = "stdout" | "stderr"

// A terminal that does not say how large it is.
const usual: Size = { columns: 80, rows: 24 }

/** Measures the terminal behind a stream, as it is now. Tests put another in its place. */
export const TerminalSize: Context.Reference<(stream: OutputStream) => Size> = Context.Reference(
  "@effect-rooms/cli/TerminalSize",
  {
    defaultValue: () => (stream) => ({
      columns: process[stream].columns || usual.columns,
      rows: process[stream].rows || usual.rows
    })
  }
)
