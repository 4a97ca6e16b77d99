import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { note, write } from "../../src/output/streams.ts"
import type { ProgressInput } from "../../src/terminal/flags.ts"
import { type Share, StdoutIsPipe, withProgress } from "../../src/terminal/progress.ts"
import { makeOutput } from "../fixtures/command.ts"
import { shown } from "../fixtures/paper.ts"

interface Page {
  readonly items: ReadonlyArray<string>
  readonly share?: Share
}

interface Circumstances extends Partial<ProgressInput> {
  readonly stdoutIsTerminal?: boolean
  readonly stdoutIsPipe?: boolean
  readonly stderrIsTerminal?: boolean
  /** How rows are written. */
  readonly text?: (row: string) => string
}

const share = (done: number, of: number, noun: string): Share => ({ done, of, noun })

/** A walk whose pages arrive when the test says so. Stdout and stderr lead to the same terminal, or stdout elsewhere. */
const walking = Effect.fnUntraced(function* ({
  progress = Option.none(),
  stderrIsTerminal = true,
  stdoutIsPipe = false,
  stdoutIsTerminal = true,
  text = (row) => `${row}\r\n`,
  verbose = false
}: Circumstances = {}) {
  const pages = yield* Queue.make<Page, string>()
  const output = makeOutput()
  const stdio = Stdio.layerTest({
    stdout: stdoutIsTerminal ? output.stderr : output.stdout,
    stderr: output.stderr,
    stdoutIsTerminal: Effect.succeed(stdoutIsTerminal),
    stderrIsTerminal: Effect.succeed(stderrIsTerminal)
  })
  const work = withProgress(
    Stream.fromQueue(pages),
    { progress, verbose },
    { noun: "rows", rows: ({ items }) => items, share: ({ share }) => Option.fromUndefinedOr(share) },
    (rows) =>
      rows.pipe(
        Stream.tap((row) => (row.startsWith("note") ? note(`${row}\r`) : Effect.void)),
        Stream.mapArray((chunk) => [chunk.map(text).join("")]),
        write,
        (writing) => Effect.andThen(note("begun\r"), writing)
      )
  ).pipe(
    Effect.provide(Layer.mergeAll(stdio, ConfigProvider.layer(ConfigProvider.fromEnvRecord({})))),
    Effect.provideService(StdoutIsPipe, Effect.succeed(stdoutIsPipe))
  )
  const fiber = yield* Effect.forkChild(work)
  // It begins once what it needs is loaded.
  yield* Effect.promise(() => output.written.stderr.shows("begun"))
  const terminal = () => shown(output.written.stderr.text())
  return {
    fiber,
    stdout: output.written.stdout.text,
    stderr: output.written.stderr.text,
    terminal: () => terminal().rows.slice(1),
    cursor: () => terminal().cursor,
    page: (items: ReadonlyArray<string>, share?: Share) =>
      Effect.andThen(
        Queue.offer(pages, { items, ...(share === undefined ? {} : { share }) }),
        // Gives the walk its turns, and no time.
        Effect.forEach(Array.from({ length: 20 }), () => Effect.yieldNow, { discard: true })
      ),
    end: Effect.andThen(Queue.fail(pages, "broken"), Effect.exit(Fiber.join(fiber)))
  }
})

const waiting = "waiting for the first page of rows, 1s"

describe("progress", () => {
  it.effect("is shown after a second of work, and not before", () =>
    Effect.gen(function* () {
      const { page, terminal } = yield* walking()
      yield* page(["a", "b"])
      yield* TestClock.adjust("999 millis")
      assert.deepStrictEqual(terminal(), ["a", "b"])
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(terminal(), ["a", "b", "2 rows, 1 page, 2 rows/s"])
    })
  )

  it.effect("says that nothing has come yet", () =>
    Effect.gen(function* () {
      const { terminal } = yield* walking()
      yield* TestClock.adjust("4 seconds")
      assert.deepStrictEqual(terminal(), ["waiting for the first page of rows, 4s"])
    })
  )

  it.effect("tells pages, rows, their rate, and the time that is left where that is known", () =>
    Effect.gen(function* () {
      const { page, terminal } = yield* walking({ stdoutIsTerminal: false })
      yield* page(["a", "b"], share(2, 10, "rows"))
      yield* TestClock.adjust("4 seconds")
      assert.deepStrictEqual(terminal(), ["2 of 10 rows, 1 page, 1 row/s, 16s left"])
      yield* page(["c", "d", "e", "f", "g", "h"], share(8, 10, "rows"))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(terminal(), ["8 of 10 rows, 2 pages, 2 rows/s, 1s left"])
      yield* page(["i", "j", "k"], share(11, 10, "rows"))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(terminal(), ["11 of 10 rows, 3 pages, 2 rows/s"])
    })
  )

  it.effect("counts the rooms that rows are read from", () =>
    Effect.gen(function* () {
      const { page, terminal } = yield* walking({ stdoutIsTerminal: false })
      yield* page([], share(0, 61, "rooms"))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(terminal(), ["0 rows, 0 of 61 rooms, 1 page, 0 rows/s"])
      yield* page([], share(1, 61, "rooms"))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(terminal(), ["0 rows, 1 of 61 rooms, 2 pages, 0 rows/s, 2m left"])
    })
  )

  it.effect("stays below the rows of the same terminal, each page of which is there at once", () =>
    Effect.gen(function* () {
      const { cursor, page, terminal } = yield* walking()
      yield* TestClock.adjust("1 second")
      yield* page(["a", "b"])
      assert.deepStrictEqual(terminal(), ["a", "b", waiting])
      yield* TestClock.adjust("100 millis")
      assert.deepStrictEqual(terminal(), ["a", "b", "2 rows, 1 page, 2 rows/s"])
      assert.isTrue(cursor().isHidden)
    })
  )

  it.effect("stays below what is noted on stderr meanwhile", () =>
    Effect.gen(function* () {
      const { page, terminal } = yield* walking({ stdoutIsTerminal: false })
      yield* TestClock.adjust("1 second")
      yield* page(["note 1"])
      assert.deepStrictEqual(terminal(), ["note 1", waiting])
    })
  )

  it.effect("is written no more often for rows that go elsewhere", () =>
    Effect.gen(function* () {
      const { page, stderr, stdout } = yield* walking({ stdoutIsTerminal: false })
      yield* TestClock.adjust("1 second")
      const before = stderr()
      yield* page(["a"])
      assert.strictEqual(stdout(), "a\r\n")
      assert.strictEqual(stderr(), before)
    })
  )

  it.effect("holds nothing back if no progress is shown", () =>
    Effect.gen(function* () {
      const { page, stdout } = yield* walking({ stdoutIsTerminal: false, stderrIsTerminal: false, text: (row) => row })
      yield* page(["a"])
      assert.strictEqual(stdout(), "a")
    })
  )

  it.effect("keeps back what is not a whole line, until it is one or the work has ended", () =>
    Effect.gen(function* () {
      const { end, page, terminal } = yield* walking({ text: (row) => `[${row}\r\n${row}` })
      yield* TestClock.adjust("1 second")
      yield* page(["a"])
      assert.deepStrictEqual(terminal(), ["[a", waiting])
      yield* page(["b"])
      assert.deepStrictEqual(terminal(), ["[a", "a[b", waiting])
      yield* end
      assert.deepStrictEqual(terminal(), ["[a", "a[b", "b"])
    })
  )

  it.effect("is gone when the work has failed", () =>
    Effect.gen(function* () {
      const { cursor, end, page, terminal } = yield* walking()
      yield* page(["a"])
      yield* TestClock.adjust("2 seconds")
      assert.lengthOf(terminal(), 2)
      yield* end
      assert.deepStrictEqual(terminal(), ["a"])
      assert.deepStrictEqual(cursor(), { row: 2, column: 0, isHidden: false })
    })
  )

  it.effect("is gone when the work was interrupted", () =>
    Effect.gen(function* () {
      const { cursor, fiber, terminal } = yield* walking()
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(terminal(), [])
      assert.isFalse(cursor().isHidden)
    })
  )

  const afterTwoSeconds = (circumstances: Circumstances) =>
    Effect.gen(function* () {
      const { stdout, page, terminal } = yield* walking(circumstances)
      yield* page(["a"])
      yield* TestClock.adjust("2 seconds")
      return { isShown: terminal().includes("1 row, 1 page, 1 row/s"), stdout: stdout() }
    })

  it.effect("is never in what stdout gets", () =>
    Effect.gen(function* () {
      const outcome = yield* afterTwoSeconds({ stdoutIsTerminal: false })
      assert.deepStrictEqual(outcome, { isShown: true, stdout: "a\r\n" })
    })
  )

  it.effect.each<readonly [string, Circumstances, boolean]>([
    ["if stderr isn't a terminal", { stderrIsTerminal: false }, false],
    [
      "if stderr isn't a terminal, even with --progress",
      { stderrIsTerminal: false, progress: Option.some(true) },
      false
    ],
    ["with --no-progress", { progress: Option.some(false) }, false],
    ["with --verbose", { verbose: true }, false],
    ["in front of a pipe, whose reader may write there too", { stdoutIsTerminal: false, stdoutIsPipe: true }, false],
    ["with --progress", { stdoutIsTerminal: false, stdoutIsPipe: true, progress: Option.some(true) }, true]
  ])("%s", ([, circumstances, isShown]) =>
    Effect.map(afterTwoSeconds(circumstances), (outcome) => assert.strictEqual(outcome.isShown, isShown))
  )
})
