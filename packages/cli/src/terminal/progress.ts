/**
 * Shows the progress of reading a list, at the bottom of the terminal.
 *
 * @module
 */
import { fstatSync } from "node:fs"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Sink from "effect/Sink"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import type { ProgressInput } from "./flags.ts"
import type { Screen } from "./Screen.ts"

/** A share of a whole, such as rows, or the rooms that rows are read from. */
export interface Share {
  readonly done: number
  readonly of: number
  /** The name of the counted things: `"rooms"`. */
  readonly noun: string
}

/** Describes the list that is read. */
export interface ListProgress<Page, Row> {
  /** The name of its rows: `"sessions"`. */
  readonly noun: string
  readonly rows: (page: Page) => ReadonlyArray<Row>
  /** The name of its pages. Default: `"pages"`. */
  readonly pagesNoun?: string
  /** Returns the share that has been read after this page, if it is known. */
  readonly share?: (page: Page, rowsRead: number) => Option.Option<Share>
}

/** Shorter work shows no progress. */
const unnoticed = "1 second"

/** Whether stdout leads to another program, which may write to the same terminal. Tests replace it. */
export const StdoutIsPipe: Context.Reference<Effect.Effect<boolean>> = Context.Reference(
  "@effect-rooms/cli/StdoutIsPipe",
  {
    defaultValue: () =>
      Effect.sync(() => fstatSync(process.stdout.fd)).pipe(
        Effect.map((stdout) => stdout.isFIFO() || stdout.isSocket()),
        // If stdout can't be inspected, no progress is shown.
        Effect.catchDefect(() => Effect.succeed(true))
      )
  }
)

/** Returns whether progress is visible and wanted. */
export const isWanted = Effect.fnUntraced(function* ({ progress, verbose = false }: ProgressInput) {
  const stdio = yield* Stdio.Stdio
  if (verbose || !(yield* stdio.stderrIsTerminal)) return false
  return Option.isSome(progress) ? progress.value : !(yield* yield* StdoutIsPipe)
})

interface Tally {
  pages: number
  rows: number
  share: Option.Option<Share>
}

const counted = (count: number, noun: string) => `${count} ${count === 1 ? noun.replace(/s$/, "") : noun}`

/** Formats a line such as `1200 of 40000 rooms, 12 pages, 310 rooms/s, 2m 5s left`. */
const progressLine = (
  { noun, pagesNoun = "pages" }: Pick<ListProgress<unknown, unknown>, "noun" | "pagesNoun">,
  { pages, rows, share }: Tally,
  elapsedMillis: number
): string => {
  const seconds = elapsedMillis / 1_000
  if (pages === 0) return `waiting for the first ${pagesNoun.replace(/s$/, "")} of ${noun}, ${Math.floor(seconds)}s`
  const ofRows = Option.filter(share, (share) => share.noun === noun)
  const ofOther = Option.filter(share, (share) => share.noun !== noun)
  const part = ({ done, noun, of }: Share) => `${done} of ${counted(of, noun)}`
  const left = Option.filter(share, ({ done, of }) => done > 0 && of > done).pipe(
    Option.map(({ done, of }) => Math.max(1, Math.round((seconds * (of - done)) / done)))
  )
  return [
    Option.match(ofRows, { onNone: () => counted(rows, noun), onSome: part }),
    ...Option.toArray(Option.map(ofOther, part)),
    counted(pages, pagesNoun),
    `${counted(Math.round(rows / seconds), noun)}/s`,
    ...Option.toArray(Option.map(left, (left) => `${Duration.format(Duration.seconds(left))} left`))
  ].join(", ")
}

const rowsOf = <Row, E, R>(pages: Stream.Stream<ReadonlyArray<Row>, E, R>): Stream.Stream<Row, E, R> =>
  Stream.flattenArray(Stream.filter(pages, (rows): rows is readonly [Row, ...Array<Row>] => rows.length > 0))

type Written = string | Uint8Array

type Output = Stdio.Stdio["stdout"]

/**
 * Returns stdout and stderr that write above a region, if they lead to the same terminal. An incomplete line waits for its end,
 * or for `flush`.
 */
export const aboveRegion = (
  stdio: Stdio.Stdio,
  screen: Screen
): { readonly stdio: Stdio.Stdio; readonly flush: Effect.Effect<void> } => {
  let held = ""
  const wholeLines = (texts: ReadonlyArray<Written>): ReadonlyArray<Written> =>
    texts.flatMap((text): ReadonlyArray<Written> => {
      if (typeof text !== "string") return [text]
      const all = held + text
      const end = all.lastIndexOf("\n") + 1
      held = all.slice(end)
      return end === 0 ? [] : [all.slice(0, end)]
    })
  const above =
    (output: Output, isTerminal: Effect.Effect<boolean>, lines: typeof wholeLines): Output =>
    (options) =>
      Sink.unwrap(
        Effect.map(isTerminal, (isTerminal) =>
          isTerminal
            ? Sink.forEachArray((texts: ReadonlyArray<Written>) => {
                const whole = lines(texts)
                return whole.length === 0
                  ? Effect.void
                  : screen.above(Stream.run(Stream.fromArray(whole), output(options)))
              })
            : output(options)
        )
      )
  return {
    stdio: {
      ...stdio,
      stdout: above(stdio.stdout, stdio.stdoutIsTerminal, wholeLines),
      stderr: above(stdio.stderr, stdio.stderrIsTerminal, (texts) => texts)
    },
    flush: Effect.suspend(() =>
      held === "" ? Effect.void : Effect.ignore(Stream.run(Stream.make(held), stdio.stdout({ endOnDone: false })))
    )
  }
}

/**
 * Writes the rows of a list, each page as it arrives. If stderr is a terminal and it takes longer than a second, a line shows the
 * progress. The line disappears at the end, after a failure too.
 */
export const withProgress = <Page, Row, E, R, A, E2, R2>(
  pages: Stream.Stream<Page, E, R>,
  input: ProgressInput,
  { noun, pagesNoun = "pages", rows, share = Option.none }: ListProgress<Page, Row>,
  write: (rows: Stream.Stream<Row, E, R>) => Effect.Effect<A, E2, R2>
): Effect.Effect<A, E2, R2 | Stdio.Stdio> =>
  Effect.scoped(
    Effect.gen(function* () {
      if (!(yield* isWanted(input))) return yield* write(rowsOf(Stream.map(pages, rows)))
      const { make } = yield* Effect.promise(() => import("./Screen.ts"))
      const screen = yield* make("stderr")
      const clock = yield* Clock.Clock
      const start = clock.currentTimeMillisUnsafe()
      const tally: Tally = { pages: 0, rows: 0, share: Option.none() }
      const counting = Stream.map(pages, (page) => {
        const found = rows(page)
        tally.pages += 1
        tally.rows += found.length
        tally.share = share(page, tally.rows)
        return found
      })
      const draw = screen.draw(() => [
        progressLine({ noun, pagesNoun }, tally, clock.currentTimeMillisUnsafe() - start)
      ])
      yield* Effect.forkScoped(Effect.delay(draw, unnoticed))
      const { flush, stdio } = aboveRegion(yield* Stdio.Stdio, screen)
      return yield* write(rowsOf(counting)).pipe(
        Effect.provideService(Stdio.Stdio, stdio),
        Effect.ensuring(Effect.andThen(screen.clear, flush))
      )
    })
  )
