/**
 * A few lines at the bottom of a terminal that are redrawn in place.
 *
 * The cursor stays at the beginning of the last line. From there the region is found again after anything: a terminal that
 * becomes narrower wraps the lines above, and Ctrl-C echoes its two characters over the last one.
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
import { fitted, harmless } from "./truncate.ts"

/** The lines to show in a terminal of this size. Asked again and again: what it shows may change between two calls. */
export type Render = (size: Size) => ReadonlyArray<string>

export interface Screen {
  /** Whether somebody can see it. Without a terminal, or with `TERM=dumb`, nothing below writes anything. */
  readonly isVisible: boolean
  /**
   * From now on the region shows what `render` gives: at once, and every tenth of a second whatever has changed, the size of the
   * terminal included. Lines are cut to its width, and lines too many for its height are counted instead. Control
   * characters are made harmless; colours are let through.
   */
  readonly draw: (render: Render) => Effect.Effect<void>
  /** Takes the region off the screen and shows the cursor again, until the next `draw`. It happens at the end of the scope too. */
  readonly clear: Effect.Effect<void>
  /** Leaves what the region shows now where it is, as lines like any others, and shows the cursor below them. */
  readonly keep: Effect.Effect<void>
  /** Runs what writes whole lines to the same terminal: they come to stand above the region, which is put back at once. */
  readonly above: <A, E, R>(write: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

const redraws = Schedule.spaced("100 millis")

const hideCursor = "\u001b[?25l"
const showCursor = "\u001b[?25h"
const eraseBelow = "\u001b[J"
const eraseRight = "\u001b[K"
const up = (rows: number) => (rows > 0 ? `\u001b[${rows}A` : "")

/** What was drawn, and how wide the terminal was. */
interface Drawn {
  readonly lines: ReadonlyArray<string>
  readonly columns: number
}

/** How far the beginning of the region is above the cursor, now that the terminal is as wide as this. */
const rowsAbove = ({ lines }: Drawn, columns: number) =>
  lines.slice(0, -1).reduce((rows, line) => rows + Math.max(1, Math.ceil(CliOutput.displayWidth(line) / columns)), 0)

const visibleLines = (render: Render, size: Size): ReadonlyArray<string> => {
  const lines = render(size)
  // A region that is higher than the terminal could not be found again.
  const most = Math.max(1, size.rows - 1)
  const shown =
    lines.length <= most ? lines : [...lines.slice(0, most - 1), `… ${lines.length - most + 1} more`].slice(0, most)
  // A character in the last column leaves terminals in different states.
  return shown.map((line) => fitted(harmless(line), Math.max(1, size.columns - 1)))
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

/** A region on the terminal that a stream leads to, for as long as the scope is open. */
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

  // A terminal that has gone shows nothing any more; that is no failure of the work that it was about.
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

  /** Nothing is rendered anew: what is written above may come much more often than redraws. */
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
    // All of it is written again: Ctrl-C has echoed over it.
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
