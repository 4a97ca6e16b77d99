/**
 * A progress bar for each download, and a summary line.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as CliOutput from "effect/cli/CliOutput"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { printable } from "../../../output/printable.ts"
import { sizeText, timeText } from "../../../output/sizeText.ts"
import type { Screen } from "../../../terminal/Screen.ts"
import type { Size } from "../../../terminal/TerminalSize.ts"
import { truncate } from "../../../terminal/truncate.ts"
import type { Meter } from "./download.ts"

const widestName = 32
const widestBar = 30

/** One download in progress. */
class Bar implements Meter {
  readonly name: string
  readonly #startedAt: number
  #bytes = 0
  #size: number | undefined
  #startedWith: number | undefined
  #problem: string | undefined

  constructor(name: string, now: number) {
    // The screen keeps color codes, so an id must not contain any.
    this.name = printable(name)
    this.#startedAt = now
  }

  at(bytes: number, size: number | undefined): void {
    this.#startedWith ??= bytes
    this.#problem = undefined
    this.#bytes = bytes
    this.#size = size
  }

  waits(problem: string): void {
    this.#problem = printable(problem)
  }

  /** The bytes received in this run. */
  get received(): number {
    return Math.max(0, this.#bytes - (this.#startedWith ?? 0))
  }

  line(nameWidth: number, columns: number, now: number): string {
    const shown = truncate(this.name, nameWidth)
    const name = shown + " ".repeat(Math.max(0, nameWidth - CliOutput.displayWidth(shown)))
    if (this.#problem !== undefined) return `${name}  retrying: ${this.#problem}`
    if (this.#startedWith === undefined) return `${name}  …`
    const rate = this.received / Math.max(0.001, (now - this.#startedAt) / 1000)
    const speed = this.received === 0 ? "" : `  ${sizeText(rate)}/s`
    const size = this.#size
    if (size === undefined) return `${name}  ${sizeText(this.#bytes)}${speed}`
    const share = size === 0 ? 1 : Math.min(1, this.#bytes / size)
    const left =
      rate === 0 || share === 1 ? "" : `  ${timeText(Math.max(1000, ((size - this.#bytes) / rate) * 1000))} left`
    const numbers = `${String(Math.floor(share * 100)).padStart(3)}%  ${sizeText(this.#bytes)} of ${sizeText(size)}${speed}${left}`
    const width = Math.min(widestBar, columns - nameWidth - numbers.length - 5)
    if (width < 5) return `${name}  ${numbers}`
    const full = Math.round(share * width)
    return `${name}  ${"█".repeat(full)}${"░".repeat(width - full)}  ${numbers}`
  }
}

export interface DownloadBars {
  /** Shows the bar of one download while the scope is open. */
  readonly open: (name: string) => Effect.Effect<Meter, never, Scope.Scope>
}

/** Draws the bars of the downloads in progress. */
export const make = Effect.fnUntraced(function* (screen: Screen, summary: () => string) {
  const clock = yield* Clock.Clock
  const bars = new Set<Bar>()
  const render = ({ columns }: Size) => {
    const now = clock.currentTimeMillisUnsafe()
    const open = [...bars]
    const widest = Math.max(0, ...open.map(({ name }) => CliOutput.displayWidth(name)))
    const nameWidth = Math.min(widest, widestName, Math.floor(columns / 3))
    return [...open.map((bar) => bar.line(nameWidth, columns, now)), summary()]
  }
  yield* screen.draw(render)
  const made: DownloadBars = {
    open: (name) =>
      Effect.acquireRelease(
        Effect.sync(() => {
          const bar = new Bar(name, clock.currentTimeMillisUnsafe())
          bars.add(bar)
          return bar
        }),
        (bar) => Effect.sync(() => bars.delete(bar))
      )
  }
  return made
})
