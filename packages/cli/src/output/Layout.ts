/**
 * How a table is laid out on this terminal, or in a pipe.
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
  /** How wide a line may be. */
  readonly width: number
  readonly header: boolean
  readonly paint: Paint
  readonly timeText: TimeText
  /** Whether a person is looking, who is told that a list is empty. */
  readonly isTerminal: boolean
}

/** For files and pipes: nothing is cut. */
export const plainLayout: Layout = {
  width: Number.POSITIVE_INFINITY,
  header: true,
  paint: colorless,
  timeText: localTime,
  isTerminal: false
}

const columnsVariable = Config.option(Config.String("COLUMNS"))

// The shell's variable is for those who know better than the terminal; one that is no width says nothing.
const terminalWidth = Effect.gen(function* () {
  const measure = yield* TerminalSize
  const columns = Option.filter(yield* Effect.orDie(columnsVariable), (columns) => /^[1-9]\d{0,5}$/.test(columns))
  return Option.match(columns, { onNone: () => measure("stdout").columns, onSome: Number })
})

/** The layout that the flags and the terminal ask for. */
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
