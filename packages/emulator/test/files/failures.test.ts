import { readdirSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import type { WorldFileError } from "../../src/index.ts"
import { createRoom, folder, open, passUntil, type Step, titlesOf, watchedDisk } from "../fixtures/files.ts"

const steps: ReadonlyArray<Step> = ["open", "write", "sync", "close", "rename", "syncFolder"]

/** Collects the log messages of an effect. */
const logged = () => {
  const lines: Array<string> = []
  const logger = Logger.make(({ logLevel, message }) => {
    lines.push(`${logLevel} ${message}`)
  })
  return { lines, layer: Logger.layer([logger]) }
}

describe.each(steps)("a write that fails at: %s", (step) => {
  it.effect("leaves the file unchanged and no temporary file, and is retried", () =>
    Effect.gen(function* () {
      const { at, path, read } = yield* folder
      const disk = watchedDisk()
      const log = logged()
      yield* Effect.gen(function* () {
        const world = yield* open({ data: at("world.json") }, {}, disk.layer)
        yield* createRoom(world, "a")
        disk.steps.splice(0)
        yield* passUntil(() => disk.steps.includes("syncFolder"))

        disk.fails = step
        yield* createRoom(world, "b")
        yield* passUntil(() => log.lines.length > 0)
        assert.deepStrictEqual(log.lines, [
          `Warn ${at("world.json")}: cannot be written: the disk is full; it will be tried again`
        ])
        // Only the last step replaces the file.
        assert.deepStrictEqual(titlesOf(read("world.json")), step === "syncFolder" ? ["a", "b"] : ["a"])
        assert.deepStrictEqual(readdirSync(path).sort(), ["world.json", "world.json.lock"])

        // It is logged once for any number of retries.
        disk.steps.splice(0)
        yield* passUntil(() => disk.steps.filter((done) => done === "open").length === 3)
        disk.fails = undefined
        disk.steps.splice(0)
        yield* passUntil(() => disk.steps.includes("syncFolder"))
        assert.deepStrictEqual(titlesOf(read("world.json")), ["a", "b"])
        assert.strictEqual(log.lines.length, 1)
      }).pipe(Effect.provide(log.layer), Effect.scoped)
    })
  )

  it.live("is reported at the end of the scope", () =>
    Effect.gen(function* () {
      const { at, names, read } = yield* folder
      const disk = watchedDisk()
      const unsaved: Array<WorldFileError> = []
      const options = {
        data: at("world.json"),
        exportOnExit: at("export.json"),
        onUnsaved: (error: WorldFileError) => Effect.sync(() => unsaved.push(error))
      }
      yield* Effect.scoped(
        Effect.gen(function* () {
          const world = yield* open(options, {}, disk.layer)
          yield* createRoom(world, "a")
          disk.fails = step
        })
      )
      assert.deepStrictEqual(
        unsaved.map(({ file, reason }) => [file, reason._tag]),
        [
          [at("world.json"), "Unwritable"],
          [at("export.json"), "Unwritable"]
        ]
      )
      const isThere = step === "syncFolder"
      assert.deepStrictEqual(titlesOf(read("world.json")), isThere ? ["a"] : [])
      assert.deepStrictEqual(yield* names, isThere ? ["export.json", "world.json"] : ["world.json"])
    })
  )
})

describe("a failed write at the end", () => {
  it.live("is logged as an error by default", () =>
    Effect.gen(function* () {
      const { at } = yield* folder
      const disk = watchedDisk()
      const log = logged()
      yield* Effect.gen(function* () {
        yield* open({ exportOnExit: at("world.json") }, {}, disk.layer)
        disk.fails = "write"
      }).pipe(Effect.provide(log.layer), Effect.scoped)
      assert.deepStrictEqual(log.lines, [`Error ${at("world.json")}: cannot be written: the disk is full`])
    })
  )
})
