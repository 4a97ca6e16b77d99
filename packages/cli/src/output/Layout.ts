/**
 * The layout of tables on this terminal or in a pipe.
 *
 * @module
 */

import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stdio from "effect/Stdio"
import { colorless, type Paint, paintFor } from "../terminal/colors.ts"
import { TerminalSize } from "../terminal/TerminalSize.ts"
import { localTime, type TimeText, utcTime } from "./cells.ts"
import type { OutputInput } from "./flags.ts"

export interface Layout {
  /** The widest line. */
  readonly width: number
  readonly header: boolean
  readonly paint: Paint
  readonly timeText: TimeText
  /** Whether stdout is a terminal: then a text replaces an empty table. */
  readonly isTerminal: boolean
}

/** The layout in files and pipes, which cuts nothing. */
export const plainLayout: Layout = {
  width: Number.POSITIVE_INFINITY,
  header: true,
  paint: colorless,
  timeText: localTime,
  isTerminal: false
}

const columnsVariable = Config.option(Config.String("COLUMNS"))

// COLUMNS overrides the terminal's own width. An invalid value is ignored.
const terminalWidth = Effect.gen(function* () {
  const measure = yield* TerminalSize
  const columns = Option.filter(yield* Effect.orDie(columnsVariable), (columns) => /^[1-9]\d{0,5}$/.test(columns))
  return Option.match(columns, { onNone: () => measure("stdout").columns, onSome: Number })
})

/** Returns the layout for these flags and this terminal. */
export const layoutOf = Effect.fnUntraced(function* ({ noColor = false, noHeader = false, utc = false }: OutputInput) {
  const stdio = yield* Stdio.Stdio
  const isTerminal = yield* stdio.stdoutIsTerminal
  const layout: Layout = {
    width: isTerminal ? yield* terminalWidth : plainLayout.width,
    header: !noHeader,
    paint: noColor ? colorless : yield* paintFor("stdout"),
    timeText: utc ? utcTime : localTime,
    isTerminal
  }
  return layout
})
