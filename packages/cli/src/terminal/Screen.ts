/**
 * A few lines at the bottom of a terminal that are redrawn in place.
 *
 * The cursor stays at the start of the last line. From there, the region can always be found again: a terminal that becomes
 * narrower wraps the lines above, and Ctrl-C echoes two characters over the last line.
 *
 * @module
 */

import * as Config from "effect/Config"
import * as CliOutput from "effect/cli/CliOutput"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { type OutputStream, type Size, TerminalSize } from "./TerminalSize.ts"
import { truncate, withoutControls } from "./truncate.ts"

/** Returns the lines for a terminal of this size. It is called for every redraw. */
export type Render = (size: Size) => ReadonlyArray<string>

export interface Screen {
  /** Whether it is visible. Without a terminal, or with `TERM=dumb`, it writes nothing. */
  readonly isVisible: boolean
  /**
   * Shows the lines of `render`, and updates them every tenth of a second if they or the size of the terminal have changed. Lines
   * are cut to the width of the terminal, and lines beyond its height are counted instead. Control characters are made
   * harmless; colors stay.
   */
  readonly draw: (render: Render) => Effect.Effect<void>
  /** Removes the region and shows the cursor until the next `draw`. The end of the scope does the same. */
  readonly clear: Effect.Effect<void>
  /** Turns the region into ordinary lines, and shows the cursor below them. */
  readonly keep: Effect.Effect<void>
  /** Runs an effect that writes whole lines to the same terminal: they appear above the region, which is restored at once. */
  readonly above: <A, E, R>(write: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

const redraws = Schedule.spaced("100 millis")

const hideCursor = "\u001b[?25l"
const showCursor = "\u001b[?25h"
const eraseBelow = "\u001b[J"
const eraseRight = "\u001b[K"
const up = (rows: number) => (rows > 0 ? `\u001b[${rows}A` : "")

/** The drawn lines, and the width of the terminal at that time. */
interface Drawn {
  readonly lines: ReadonlyArray<string>
  readonly columns: number
}

/** Returns the number of rows from the cursor up to the start of the region, at this width. */
const rowsAbove = ({ lines }: Drawn, columns: number) =>
  lines.slice(0, -1).reduce((rows, line) => rows + Math.max(1, Math.ceil(CliOutput.displayWidth(line) / columns)), 0)

const visibleLines = (render: Render, size: Size): ReadonlyArray<string> => {
  const lines = render(size)
  // A region higher than the terminal couldn't be found again.
  const most = Math.max(1, size.rows - 1)
  const shown =
    lines.length <= most ? lines : [...lines.slice(0, most - 1), `… ${lines.length - most + 1} more`].slice(0, most)
  // Terminals differ after a character in the last column.
  return shown.map((line) => truncate(withoutControls(line), Math.max(1, size.columns - 1)))
}

const inPlace = (lines: ReadonlyArray<string>) => lines.map((line) => line + eraseRight).join("\r\n") + eraseBelow

const isSame = (a: ReadonlyArray<string>, b: ReadonlyArray<string>) =>
  a.length === b.length && a.every((line, index) => line === b[index])

const invisible: Screen = {
  isVisible: false,
  draw: () => Effect.void,
  clear: Effect.void,
  keep: Effect.void,
  above: (write) => write
}

const isDumb = Effect.map(Effect.orDie(Config.option(Config.String("TERM"))), Option.contains("dumb"))

/** Makes a region on the terminal of a stream, until the scope closes. */
export const make = Effect.fnUntraced(function* (
  stream: OutputStream
): Effect.fn.Return<Screen, never, Stdio.Stdio | Scope.Scope> {
  const stdio = yield* Stdio.Stdio
  const isTerminal = yield* stream === "stdout" ? stdio.stdoutIsTerminal : stdio.stderrIsTerminal
  if (!isTerminal || (yield* isDumb)) return invisible
  const measure = yield* TerminalSize
  const scope = yield* Effect.scope
  const oneAtATime = Semaphore.makeUnsafe(1)

  let render: Render | undefined
  let drawn: Drawn | undefined
  let isTicking = false

  // If the terminal has closed, the work continues without it.
  const send = (text: string) => Effect.ignore(Stream.run(Stream.make(text), stdio[stream]({ endOnDone: false })))

  const toTheTop = (columns: number) => {
    if (drawn === undefined) return hideCursor
    const back = `\r${up(rowsAbove(drawn, columns))}`
    return drawn.columns === columns ? back : back + eraseBelow
  }

  const redraw = Effect.suspend(() => {
    if (render === undefined) return Effect.void
    const size = measure(stream)
    const { columns } = size
    const lines = visibleLines(render, size)
    if (drawn !== undefined && drawn.columns === columns && isSame(drawn.lines, lines)) return Effect.void
    const text = `${toTheTop(columns)}${inPlace(lines)}\r`
    drawn = { lines, columns }
    return send(text)
  })

  const erase = (andThen: string) =>
    Effect.suspend(() => {
      if (drawn === undefined) return Effect.void
      const text = `\r${up(rowsAbove(drawn, measure(stream).columns))}${eraseBelow}${andThen}`
      drawn = undefined
      return send(text)
    })

  /** Restores the same lines without rendering, because writes above can be much more frequent than redraws. */
  const putBack = (before: Drawn) =>
    Effect.suspend(() => {
      if (before.columns !== measure(stream).columns) return redraw
      drawn = before
      return send(`${inPlace(before.lines)}\r`)
    })

  const clear = Effect.suspend(() => {
    render = undefined
    return oneAtATime.withPermit(erase(showCursor))
  })

  const keep = Effect.suspend(() => {
    if (render === undefined) return Effect.void
    const size = measure(stream)
    // Everything is written again, because Ctrl-C may have echoed over it.
    const text = `${toTheTop(size.columns)}${inPlace(visibleLines(render, size))}\r\n${showCursor}`
    render = undefined
    drawn = undefined
    return send(text)
  })

  yield* Effect.addFinalizer(() => clear)

  const tick = oneAtATime.withPermit(redraw)

  return {
    isVisible: true,
    draw: (next) =>
      Effect.suspend(() => {
        render = next
        if (isTicking) return Effect.void
        isTicking = true
        return Effect.asVoid(Effect.forkIn(Effect.repeat(tick, redraws), scope, { startImmediately: true }))
      }),
    clear,
    keep: oneAtATime.withPermit(keep),
    above: (write) =>
      oneAtATime.withPermit(
        Effect.suspend(() =>
          drawn === undefined ? write : Effect.ensuring(Effect.andThen(erase(""), write), putBack(drawn))
        )
      )
  }
})
