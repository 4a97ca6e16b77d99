/**
 * How a table is laid out on this terminal, or in a pipe.
 *
 * @module
 */

import * as Config from "effect/Config"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stdio from "effect/Stdio"
import { localTime, type TimeText, utcTime } from "./Cells.ts"
import type { OutputInput } from "./OutputFlags.ts"
import { TerminalSize } from "./TerminalSize.ts"

export interface Layout {
  /** How wide a line may be. */
  readonly width: number
  readonly header: boolean
  /** What a header is shown in. */
  readonly emphasis: (text: string) => string
  readonly timeText: TimeText
}

/** For files and pipes: nothing is cut. */
export const plainLayout: Layout = {
  width: Number.POSITIVE_INFINITY,
  header: true,
  emphasis: (text) => text,
  timeText: localTime
}

const columnsVariable = Config.option(Config.String("COLUMNS"))

// The shell's variable is for those who know better than the terminal; one that is no width says nothing.
const terminalWidth = Effect.gen(function* () {
  const measure = yield* TerminalSize
  const columns = Option.filter(yield* Effect.orDie(columnsVariable), (columns) => /^[1-9]\d{0,5}$/.test(columns))
  return Option.match(columns, { onNone: () => measure("stdout").columns, onSome: Number })
})

const bold = (text: string) => `\u001b[1m${text}\u001b[22m`

const canColor = Effect.provide(
  Effect.map(TerminalCapabilities.TerminalCapabilities, ({ canColor }) => canColor),
  TerminalCapabilities.layer
)

/** What the flags and the terminal ask for. */
export const layoutOf = Effect.fnUntraced(function* ({ noColor = false, noHeader = false, utc = false }: OutputInput) {
  const { stdoutIsTerminal } = yield* Stdio.Stdio
  const layout: Layout = {
    width: (yield* stdoutIsTerminal) ? yield* terminalWidth : plainLayout.width,
    header: !noHeader,
    emphasis: !noColor && (yield* canColor) ? bold : plainLayout.emphasis,
    timeText: utc ? utcTime : localTime
  }
  return layout
})
