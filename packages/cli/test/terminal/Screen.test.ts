import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Stdio from "effect/Stdio"
import * as TestClock from "effect/testing/TestClock"
import * as Screen from "../../src/terminal/Screen.ts"
import { TerminalSize } from "../../src/terminal/TerminalSize.ts"
import { makeOutput } from "../fixtures/command.ts"
import { shown } from "../fixtures/paper.ts"

interface Circumstances {
  readonly isTerminal?: boolean
  readonly environment?: Readonly<Record<string, string>>
}

/** A terminal whose size can be set, and what was written to it. */
const makeTerminal = ({ environment = {}, isTerminal = true }: Circumstances = {}) => {
  const output = makeOutput()
  const size = { columns: 20, rows: 10 }
  const layer = Layer.mergeAll(
    Stdio.layerTest({
      stdout: output.stderr,
      stderr: output.stderr,
      stdoutIsTerminal: Effect.succeed(isTerminal),
      stderrIsTerminal: Effect.succeed(isTerminal)
    }),
    Layer.succeed(TerminalSize, () => ({ ...size })),
    ConfigProvider.layer(ConfigProvider.fromEnvRecord(environment))
  )
  const bytes = () => output.written.stderr.text()
  return {
    size,
    layer,
    bytes,
    rows: () => shown(bytes()).rows,
    cursor: () => shown(bytes()).cursor,
    print: (text: string) => Effect.sync(() => output.written.stderr.add(text))
  }
}

const nextRedraw = TestClock.adjust("100 millis")

describe("a region on a terminal", () => {
  it.effect("shows its lines at once, and hides the cursor", () => {
    const terminal = makeTerminal()
    return Effect.gen(function* () {
      const screen = yield* Screen.make("stderr")
      yield* screen.draw(() => ["one", "two"])
      assert.isTrue(screen.isVisible)
      assert.deepStrictEqual(terminal.rows(), ["one", "two"])
      assert.deepStrictEqual(terminal.cursor(), { row: 1, column: 0, isHidden: true })
    }).pipe(Effect.scoped, Effect.provide(terminal.layer))
  })

  it.effect("is redrawn in place ten times a second, but written only if it changed", () => {
    const terminal = makeTerminal()
    return Effect.gen(function* () {
      const screen = yield* Screen.make("stderr")
      let lines = ["one line", "two"]
      let timesAsked = 0
      yield* screen.draw(() => {
        timesAsked += 1
        return lines
      })
      const before = terminal.bytes()
      yield* TestClock.adjust("1 second")
      assert.strictEqual(timesAsked, 11)
      assert.strictEqual(terminal.bytes(), before)
      lines = ["three"]
      yield* TestClock.adjust("99 millis")
      assert.deepStrictEqual(terminal.rows(), ["one line", "two"])
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(terminal.rows(), ["three"])
    }).pipe(Effect.scoped, Effect.provide(terminal.layer))
  })

  it.effect("shows what was drawn last", () => {
    const terminal = makeTerminal()
    return Effect.gen(function* () {
      const screen = yield* Screen.make("stderr")
      yield* screen.draw(() => ["one"])
      yield* screen.draw(() => ["two"])
      assert.deepStrictEqual(terminal.rows(), ["one"])
      yield* nextRedraw
      assert.deepStrictEqual(terminal.rows(), ["two"])
    }).pipe(Effect.scoped, Effect.provide(terminal.layer))
  })

  it.effect("leaves nothing behind when it is cleared, and can be drawn again", () => {
    const terminal = makeTerminal()
    return Effect.gen(function* () {
      const screen = yield* Screen.make("stderr")
      yield* terminal.print("before\r\n")
      yield* screen.draw(() => ["one", "two", "three"])
      yield* screen.clear
      assert.deepStrictEqual(terminal.rows(), ["before"])
      assert.deepStrictEqual(terminal.cursor(), { row: 1, column: 0, isHidden: false })
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(terminal.rows(), ["before"])
      yield* screen.draw(() => ["four"])
      yield* nextRedraw
      assert.deepStrictEqual(terminal.rows(), ["before", "four"])
      assert.isTrue(terminal.cursor().isHidden)
    }).pipe(Effect.scoped, Effect.provide(terminal.layer))
  })

  const drawnUntil = (end: Effect.Effect<void, string>) =>
    Effect.scoped(
      Effect.gen(function* () {
        const screen = yield* Screen.make("stderr")
        yield* screen.draw(() => ["one", "two"])
        yield* end
      })
    )

  it.effect("leaves nothing behind when the work fails", () => {
    const terminal = makeTerminal()
    return Effect.gen(function* () {
      assert.isTrue(Exit.isFailure(yield* Effect.exit(drawnUntil(Effect.fail("broken")))))
      assert.deepStrictEqual(terminal.rows(), [])
      assert.deepStrictEqual(terminal.cursor(), { row: 0, column: 0, isHidden: false })
    }).pipe(Effect.provide(terminal.layer))
  })

  it.effect("leaves nothing behind when the work is interrupted, whatever Ctrl-C has echoed", () => {
    const terminal = makeTerminal()
    return Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(drawnUntil(Effect.never), { startImmediately: true })
      assert.deepStrictEqual(terminal.rows(), ["one", "two"])
      yield* terminal.print("^C")
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(terminal.rows(), [])
      assert.deepStrictEqual(terminal.cursor(), { row: 0, column: 0, isHidden: false })
    }).pipe(Effect.provide(terminal.layer))
  })

  it.effect("can be left as it is, with the cursor below", () => {
    const terminal = makeTerminal()
    return Effect.gen(function* () {
      const screen = yield* Screen.make("stderr")
      let last = "two"
      yield* screen.draw(() => ["one", last])
      last = "three"
      yield* terminal.print("^C")
      yield* screen.keep
      assert.deepStrictEqual(terminal.rows(), ["one", "three"])
      assert.deepStrictEqual(terminal.cursor(), { row: 2, column: 0, isHidden: false })
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(terminal.cursor(), { row: 2, column: 0, isHidden: false })
    }).pipe(Effect.scoped, Effect.provide(terminal.layer))
  })

  it.effect("stays below what is written above it", () => {
    const terminal = makeTerminal()
    return Effect.gen(function* () {
      const screen = yield* Screen.make("stderr")
      yield* screen.above(terminal.print("row 1\r\n"))
      yield* screen.draw(() => ["one", "two"])
      const written = yield* screen.above(Effect.as(terminal.print("row 2\r\nrow 3\r\n"), "written"))
      assert.strictEqual(written, "written")
      assert.deepStrictEqual(terminal.rows(), ["row 1", "row 2", "row 3", "one", "two"])
      assert.isTrue(terminal.cursor().isHidden)
    }).pipe(Effect.scoped, Effect.provide(terminal.layer))
  })

  it.effect("is put back as it was, and asked for nothing new", () => {
    const terminal = makeTerminal()
    return Effect.gen(function* () {
      const screen = yield* Screen.make("stderr")
      let timesAsked = 0
      yield* screen.draw(() => {
        timesAsked += 1
        return ["one", "two"]
      })
      yield* Effect.repeat(screen.above(terminal.print("row\r\n")), { times: 2 })
      assert.strictEqual(timesAsked, 1)
      assert.deepStrictEqual(terminal.rows(), ["row", "row", "row", "one", "two"])
      terminal.size.columns = 3
      yield* screen.above(terminal.print("row\r\n"))
      assert.strictEqual(timesAsked, 2)
      assert.deepStrictEqual(terminal.rows().slice(-2), ["o…", "t…"])
    }).pipe(Effect.scoped, Effect.provide(terminal.layer))
  })

  it.effect("comes back after a write that failed", () => {
    const terminal = makeTerminal()
    return Effect.gen(function* () {
      const screen = yield* Screen.make("stderr")
      yield* screen.draw(() => ["one"])
      assert.strictEqual(yield* Effect.flip(screen.above(Effect.fail("no"))), "no")
      assert.deepStrictEqual(terminal.rows(), ["one"])
    }).pipe(Effect.scoped, Effect.provide(terminal.layer))
  })
})

describe("the size of the terminal", () => {
  it.effect("cuts lines, wide characters included, one column before the last", () => {
    const terminal = makeTerminal()
    terminal.size.columns = 9
    return Effect.gen(function* () {
      const screen = yield* Screen.make("stderr")
      yield* screen.draw(({ columns }) => ["12345678", "123456789", "日本語日", "日本語日本", `${columns} columns`])
      assert.deepStrictEqual(terminal.rows(), ["12345678", "1234567…", "日本語日", "日本語…", "9 colum…"])
    }).pipe(Effect.scoped, Effect.provide(terminal.layer))
  })

  it.effect("counts the lines that it has no room for", () => {
    const terminal = makeTerminal()
    terminal.size.rows = 4
    return Effect.gen(function* () {
      const screen = yield* Screen.make("stderr")
      yield* screen.draw(() => ["1", "2", "3", "4", "5"])
      assert.deepStrictEqual(terminal.rows(), ["1", "2", "… 3 more"])
    }).pipe(Effect.scoped, Effect.provide(terminal.layer))
  })

  it.effect("measures again, and removes all rows that a narrower terminal wrapped", () => {
    const terminal = makeTerminal()
    return Effect.gen(function* () {
      const screen = yield* Screen.make("stderr")
      yield* screen.draw(() => ["1234567890", "12345", "1234567890"])
      const before = terminal.bytes().length
      terminal.size.columns = 5
      yield* nextRedraw
      // Two rows of the first line and one of the second: the cursor is at the beginning of the third.
      assert.strictEqual(
        terminal.bytes().slice(before),
        "\r\u001b[3A\u001b[J123…\u001b[K\r\n123…\u001b[K\r\n123…\u001b[K\u001b[J\r"
      )
    }).pipe(Effect.scoped, Effect.provide(terminal.layer))
  })
})

describe("text of somebody else", () => {
  it.effect("moves no cursor", () => {
    const terminal = makeTerminal()
    return Effect.gen(function* () {
      const screen = yield* Screen.make("stderr")
      yield* screen.draw(() => ["a\u001b[2Jb\nc"])
      assert.deepStrictEqual(terminal.rows(), ["a\ufffd[2Jb\ufffdc"])
    }).pipe(Effect.scoped, Effect.provide(terminal.layer))
  })
})

describe("without a terminal", () => {
  const nothing = (circumstances: Circumstances) => {
    const terminal = makeTerminal(circumstances)
    return Effect.gen(function* () {
      const screen = yield* Screen.make("stderr")
      yield* screen.draw(() => ["one"])
      assert.strictEqual(yield* screen.above(Effect.succeed(1)), 1)
      yield* TestClock.adjust("1 second")
      yield* screen.clear
      assert.isFalse(screen.isVisible)
      assert.strictEqual(terminal.bytes(), "")
    }).pipe(Effect.scoped, Effect.provide(terminal.layer))
  }

  it.effect("writes nothing into a pipe", () => nothing({ isTerminal: false }))
  it.effect("writes nothing to a dumb terminal", () => nothing({ environment: { TERM: "dumb" } }))
})
