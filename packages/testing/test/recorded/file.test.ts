import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Recorded from "../../src/Recorded.ts"
import {
  ask,
  file,
  json,
  layerScript,
  MemoryDisk,
  pageOf,
  recording,
  replaying,
  rooms,
  send
} from "../fixtures/recording.ts"

/** Three pages. The second one contains a multi-byte character. */
const recorded = Effect.gen(function* () {
  const disk = new MemoryDisk()
  const pages = [pageOf(null), pageOf({ idempotencyKey: "№ 1" }), pageOf()]
  yield* recording(
    disk,
    layerScript(...pages.map((page) => json(page))),
    Effect.forEach(pages, () => send(rooms))
  )
  return disk.text
})

const diskWith = (text: string) => {
  const disk = new MemoryDisk()
  disk.files.set(file, text)
  return disk
}

/** Returns the error for a file with this text, the same from `check` and `layerReplay`. */
const refusal = Effect.fnUntraced(function* (text: string) {
  const disk = diskWith(text)
  const error = yield* Effect.flip(Effect.provide(Recorded.check({ file }), disk.layer))
  const replayed = yield* Effect.flip(replaying(disk, Effect.void))
  assert.deepStrictEqual(replayed, error)
  assert.strictEqual(error.file, file)
  return [error.line, error.problem] as const
})

/** Returns the result of an effect and its log messages. */
const logged = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const lines: Array<string> = []
  const logger = Logger.make(({ logLevel, message }) => {
    lines.push(`${logLevel}: ${String(message)}`)
  })
  return { result: yield* Effect.provide(effect, Logger.layer([logger])), lines }
})

describe("the file of a recording", () => {
  it.effect("can't be read if it doesn't exist", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(replaying(new MemoryDisk(), Effect.void))
      assert.match(error.message, /^recording\.ndjson: cannot be read: NotFound/)
    })
  )

  it.effect("is rejected if it isn't a recording, or has a different version", () =>
    Effect.gen(function* () {
      const notOurs = 'is not the beginning of a recording, which is {"format":"effect-rooms recording", …}'
      for (const text of [
        "",
        "\n",
        "hello",
        "[]",
        "null",
        '{"version":1}\n',
        '{"format":"har","version":1}\n',
        '{"format":"effect-ro'
      ]) {
        assert.deepStrictEqual(yield* refusal(text), [1, notOurs])
      }
      for (const version of ["2", '"1"', "null"]) {
        assert.deepStrictEqual(yield* refusal(`{"format":"effect-rooms recording","version":${version}}\n`), [
          1,
          `the recording has version ${version}; only version 1 can be read: record it again`
        ])
      }
      const [line, problem] = yield* refusal('{"format":"effect-rooms recording"}\n')
      assert.strictEqual(line, 1)
      assert.match(problem, /has version none/)
    })
  )

  it.effect("is rejected if a line isn't JSON or isn't an exchange", () =>
    Effect.gen(function* () {
      const [header = "", ...lines] = (yield* recorded).split("\n")
      const broken = (at: number, line: string) => [header, ...lines.with(at, line)].join("\n")
      assert.deepStrictEqual(yield* refusal(broken(1, "<<<<<<< HEAD")), [3, "the line is not JSON"])
      assert.deepStrictEqual(yield* refusal(broken(2, (lines[2] ?? "").slice(0, -1))), [4, "the line is not JSON"])
      assert.deepStrictEqual(yield* refusal(broken(0, "")), [2, "the line is not JSON"])
      const [line, problem] = yield* refusal(broken(1, (lines[1] ?? "").replace('"index":1', '"index":-1')))
      assert.strictEqual(line, 3)
      assert.match(problem, /^the line is not an exchange: index: expected/)
      assert.match((yield* refusal(broken(0, "{}")))[1], /^the line is not an exchange: index: is missing/)
      assert.match((yield* refusal(broken(0, (lines[0] ?? "").replace("Answered", "Guessed"))))[1], /answer/)
    })
  )

  it.effect("is read up to a truncated last line, with a warning", () =>
    Effect.gen(function* () {
      const text = yield* recorded
      const last = text.slice(0, -1).lastIndexOf("\n") + 1
      for (const at of [last + 1, last + 20, text.length - 3]) {
        const { lines, result } = yield* logged(
          replaying(diskWith(text.slice(0, at)), Effect.all([ask(rooms), ask(rooms)]))
        )
        assert.deepStrictEqual(result, [pageOf(null), pageOf({ idempotencyKey: "№ 1" })])
        assert.deepStrictEqual(lines, [
          "Warn: recording.ndjson:4: the last line is cut off, so its exchange is not in the recording"
        ])
      }
    })
  )

  it.effect("is complete if it was cut off between two lines, or edited", () =>
    Effect.gen(function* () {
      const text = yield* recorded
      for (const whole of [text, text.slice(0, -1), text.replaceAll("\n", "\r\n")]) {
        const program = Effect.all([ask(rooms), ask(rooms), ask(rooms)])
        const { lines, result } = yield* logged(replaying(diskWith(whole), program))
        assert.deepStrictEqual(result, [pageOf(null), pageOf({ idempotencyKey: "№ 1" }), pageOf()])
        assert.deepStrictEqual(lines, [])
      }
    })
  )

  it.effect("can't be created in a folder that doesn't exist", () =>
    Effect.gen(function* () {
      const disk = new MemoryDisk(10)
      const recorder = Recorded.layerRecord({ file }).pipe(Layer.provide([layerScript(), disk.layer]))
      const error = yield* Effect.flip(Effect.provide(Effect.void, recorder))
      assert.match(error.message, /^recording\.ndjson: cannot be written: WriteZero/)
    })
  )
})
