/**
 * An API key from a pipe.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { UsageError } from "../../failure/UsageError.ts"

/** Longer than any key. Longer input is probably the wrong file. */
const longest = 8_192

/** Reads stdin up to its line end. A terminal is rejected, because it would show the key. */
export const keyFromStdin = Effect.gen(function* () {
  const stdio = yield* Stdio.Stdio
  if (yield* stdio.stdinIsTerminal) {
    return yield* new UsageError({
      problem: "--api-key-stdin reads a pipe or a file, and stdin is a terminal: leave it out"
    })
  }
  const text = yield* stdio.stdin.pipe(
    Stream.decodeText,
    Stream.scan(
      () => "",
      (text, more) => text + more
    ),
    Stream.takeUntil((text) => text.length > longest),
    Stream.runLast
  )
  const key = Option.getOrElse(text, () => "").replace(/\r?\n$/, "")
  if (key === "") return yield* new UsageError({ problem: "--api-key-stdin: stdin is empty" })
  return Redacted.make(key)
})
