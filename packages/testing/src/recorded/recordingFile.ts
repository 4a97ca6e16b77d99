/**
 * The file of a recording: lines of JSON, the first of which says what the file is.
 *
 * Lines, because an exchange is then one write at the end of the file: at any moment the file holds every exchange so far,
 * and whoever ends the process in the middle of a write cuts off one line. A file that is replaced as a whole would be
 * written again for every exchange.
 */
import { fromSchemaError, parseJson } from "@effect-rooms/core/unstable"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import type { PlatformError } from "effect/PlatformError"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { RecordedError } from "./errors.ts"
import { Exchange } from "./exchange.ts"

const format = "effect-rooms recording"
const version = 1

const encoder = new TextEncoder()

const lineOf = (value: unknown) => encoder.encode(`${JSON.stringify(value)}\n`)

/** Appends exchanges to a recording. */
export interface RecordingWriter {
  /**
   * Appends what `exchange` gives once it is its turn. After a failure nothing can follow: the last line may be cut off, so
   * every later call fails in the same way.
   */
  readonly append: (exchange: () => Exchange) => Effect.Effect<void, RecordedError>
  /** Fails where `append` would. */
  readonly check: Effect.Effect<void, RecordedError>
}

/** A new recording, for as long as the scope is open. A file that exists is left alone unless `overwrite`. */
export const openRecording = Effect.fnUntraced(function* (
  file: string,
  overwrite: boolean
): Effect.fn.Return<RecordingWriter, RecordedError, FileSystem.FileSystem | Scope.Scope> {
  const fileSystem = yield* FileSystem.FileSystem
  const failed = (error: PlatformError) =>
    new RecordedError({
      file,
      problem:
        error.reason._tag === "AlreadyExists"
          ? "exists already; it is kept unless overwrite is set, also because another recording may be writing to it"
          : `cannot be written: ${error.message}`
    })
  if (overwrite) yield* Effect.mapError(fileSystem.remove(file, { force: true }), failed)
  // Of two that make the same file only one succeeds, and one that was removed is never written to again.
  const handle = yield* Effect.mapError(fileSystem.open(file, { flag: "wx" }), failed)
  yield* Effect.mapError(handle.writeAll(lineOf({ format, version })), failed)
  const semaphore = yield* Semaphore.make(1)
  let state: Exit.Exit<void, RecordedError> = Exit.void
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      state = Exit.fail(new RecordedError({ file, problem: "cannot be written: the recording has ended" }))
    })
  )
  const check = Effect.suspend(() => state)
  return {
    check,
    append: (exchange) =>
      Effect.gen(function* () {
        yield* check
        yield* Effect.mapError(handle.writeAll(lineOf(exchange())), failed)
      }).pipe(
        Effect.tapError((error) =>
          Effect.sync(() => {
            if (Exit.isSuccess(state)) state = Exit.fail(error)
          })
        ),
        semaphore.withPermit,
        Effect.uninterruptible
      )
  }
})

const decodeExchange = Schema.decodeUnknownResult(Exchange)

const byIndex = Order.mapInput(Order.Number, ({ index }: Exchange) => index)

/**
 * All exchanges of a recording, in the order of their requests. A last line that was cut off is left out with a warning:
 * the process that wrote it was ended, and all lines before it are whole.
 */
export const readRecording = Effect.fnUntraced(function* (
  file: string
): Effect.fn.Return<ReadonlyArray<Exchange>, RecordedError, FileSystem.FileSystem> {
  const fileSystem = yield* FileSystem.FileSystem
  const refuse = (line: number, problem: string) => new RecordedError({ file, line, problem })
  const text = yield* Effect.mapError(
    fileSystem.readFileString(file),
    (error) => new RecordedError({ file, problem: `cannot be read: ${error.message}` })
  )
  const lines = text.split("\n")
  const header = Option.getOrUndefined(parseJson(lines[0] ?? ""))
  if (!Predicate.hasProperty(header, "format") || header.format !== format) {
    return yield* refuse(1, `is not the beginning of a recording, which is {"format":"${format}", …}`)
  }
  if (!Predicate.hasProperty(header, "version") || header.version !== version) {
    const found = Predicate.hasProperty(header, "version") ? JSON.stringify(header.version) : "none"
    return yield* refuse(1, `the recording has version ${found}; only version ${version} can be read: record it again`)
  }
  const exchanges: Array<Exchange> = []
  for (const [at, line] of lines.entries()) {
    const isLast = at === lines.length - 1
    if (at === 0 || (isLast && line === "")) continue
    const value = parseJson(line)
    if (Option.isNone(value) && isLast) {
      yield* Effect.logWarning(`${file}:${at + 1}: the last line is cut off, so its exchange is not in the recording`)
      continue
    }
    if (Option.isNone(value)) return yield* refuse(at + 1, "the line is not JSON")
    const exchange = decodeExchange(value.value)
    if (Result.isFailure(exchange)) {
      const { path, problem } = fromSchemaError(exchange.failure)
      return yield* refuse(at + 1, `the line is not an exchange: ${path === "" ? "" : `${path}: `}${problem}`)
    }
    exchanges.push(exchange.success)
  }
  return exchanges.sort(byIndex)
})
