/**
 * How far a walk over a list is, at the bottom of the terminal while it takes long.
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

/** So many of so many: rows, or what rows are looked for in. */
export interface Share {
  readonly done: number
  readonly of: number
  /** What is counted: `"rooms"`. */
  readonly noun: string
}

/** What a walk reads. */
export interface Walk<Page, Row> {
  /** What its rows are called: `"sessions"`. */
  readonly noun: string
  readonly rows: (page: Page) => ReadonlyArray<Row>
  /** What rows come in. Default: `"pages"`. */
  readonly pagesNoun?: string
  /** Which share of the whole has been read with this page, after so many rows, where that can be told. */
  readonly share?: (page: Page, rowsRead: number) => Option.Option<Share>
}

/** Work that takes less than this says nothing of its progress. */
const unnoticed = "1 second"

/** Whether stdout leads into another program, which may write to the same terminal. Tests put another answer in its place. */
export const StdoutIsPipe: Context.Reference<Effect.Effect<boolean>> = Context.Reference(
  "@effect-rooms/cli/StdoutIsPipe",
  {
    defaultValue: () =>
      Effect.sync(() => fstatSync(process.stdout.fd)).pipe(
        Effect.map((stdout) => stdout.isFIFO() || stdout.isSocket()),
        // What cannot be looked at is not something that shows the progress.
        Effect.catchDefect(() => Effect.succeed(true))
      )
  }
)

/** Whether somebody sees progress, or asked for it. */
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

/** Such as `1200 of 40000 rooms, 12 pages, 310 rooms/s, 2m 5s left`. */
const progressLine = (
  { noun, pagesNoun = "pages" }: Pick<Walk<unknown, unknown>, "noun" | "pagesNoun">,
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
 * Stdout and stderr above a region of the same terminal, where they lead to one. What is no whole line yet waits for its
 * end, or for `flush`.
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
 * Writes the rows of a list's pages, each page as it arrives. Where a person is looking at stderr and it takes longer than a
 * second, a line tells how far it is; it is gone when the work is done, has failed or was interrupted.
 */
export const withProgress = <Page, Row, E, R, A, E2, R2>(
  pages: Stream.Stream<Page, E, R>,
  input: ProgressInput,
  { noun, pagesNoun = "pages", rows, share = Option.none }: Walk<Page, Row>,
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
