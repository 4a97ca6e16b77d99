import { spawn } from "node:child_process"
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { WorldFileError } from "../../src/index.ts"
import { createRoom, folder, open, passUntil, titlesOf, watchedDisk } from "../fixtures/files.ts"

/** An idle process that runs until the scope closes. */
const otherProcess = Effect.acquireRelease(
  Effect.sync(() => spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" })),
  (child) =>
    Effect.callback<void>((resume) => {
      child.once("exit", () => resume(Effect.void)).kill("SIGKILL")
    })
).pipe(Effect.map(({ pid = 0 }) => pid))

const lockOf = (pid: number, host = hostname()) => JSON.stringify({ id: "somebody", pid, host })

const agedBy = (file: string, seconds: number) => {
  const at = Date.now() / 1000 - seconds
  utimesSync(file, at, at)
}

/** The fields of an error. */
const fieldsOf = (error: object): object => ({ ...error })

const refusal = (data: string) => Effect.flip(Effect.scoped(open({ data })))

describe("a data file", () => {
  it.live("can't be used by a second world in this process until the first one ends", () =>
    Effect.gen(function* () {
      const { at, names, read } = yield* folder
      const data = at("world.json")
      yield* Effect.scoped(
        Effect.gen(function* () {
          const world = yield* open({ data })
          const { file, message, reason } = yield* refusal(data)
          assert.deepStrictEqual(fieldsOf(reason), { _tag: "InUse", pid: process.pid, lock: "world.json.lock" })
          assert.strictEqual(file, data)
          assert.strictEqual(
            message,
            `${data}: is in use by process ${process.pid}; stop it, or if it isn't an emulator any more, delete world.json.lock`
          )
          // The first one is unaffected.
          yield* createRoom(world, "a")
        })
      )
      assert.deepStrictEqual(titlesOf(read("world.json")), ["a"])
      assert.deepStrictEqual(yield* names, ["world.json"])
      yield* Effect.scoped(open({ data }))
    })
  )

  it.live("is the same file through a symbolic link", () =>
    Effect.gen(function* () {
      const { at, path } = yield* folder
      yield* open({ data: at("world.json") })
      assert.strictEqual((yield* refusal(`${path}/../${path.split("/").at(-1)}/world.json`)).reason._tag, "InUse")
    })
  )

  it.live("can be exported to and imported from while in use", () =>
    Effect.gen(function* () {
      const { at } = yield* folder
      const world = yield* open({ data: at("world.json") })
      yield* createRoom(world, "a")
      yield* Effect.scoped(open({ import: at("world.json"), exportOnExit: at("copy.json") }))
    })
  )
})

describe("the lock of a data file", () => {
  const withLock = Effect.fnUntraced(function* (text: string, seconds: number) {
    const files = yield* folder
    yield* files.write("world.json.lock", text)
    agedBy(files.at("world.json.lock"), seconds)
    return files
  })

  it.live("is respected if it belongs to another running process", () =>
    Effect.gen(function* () {
      const pid = yield* otherProcess
      const { at, names } = yield* withLock(lockOf(pid), 20)
      const { reason } = yield* refusal(at("world.json"))
      assert.deepStrictEqual(fieldsOf(reason), { _tag: "InUse", pid, lock: "world.json.lock" })
      assert.deepStrictEqual(yield* names, ["world.json.lock"])
    })
  )

  it.live("is taken over at once if its process has ended", () =>
    Effect.gen(function* () {
      const pid = yield* Effect.scoped(otherProcess)
      const { at, names } = yield* withLock(lockOf(pid), 0)
      yield* Effect.scoped(open({ data: at("world.json") }))
      assert.deepStrictEqual(yield* names, ["world.json"])
    })
  )

  it.live("is held by exactly one of several processes that take it over", () =>
    Effect.gen(function* () {
      const { at, names, write } = yield* folder
      const pid = yield* Effect.scoped(otherProcess)
      for (let round = 0; round < 20; round++) {
        yield* write("world.json.lock", lockOf(pid))
        yield* Effect.gen(function* () {
          const opened = yield* Effect.all(
            Array.from({ length: 8 }, () => Effect.result(open({ data: at("world.json") }))),
            { concurrency: "unbounded" }
          )
          assert.strictEqual(opened.filter(Result.isSuccess).length, 1)
          for (const result of opened) {
            if (Result.isFailure(result)) assert.strictEqual(result.failure.reason._tag, "InUse")
          }
        }).pipe(Effect.scoped)
        assert.deepStrictEqual(yield* names, ["world.json"])
      }
    })
  )

  it.live("can be taken over after a process was killed while taking it over", () =>
    Effect.gen(function* () {
      const { at, names, write } = yield* folder
      const pid = yield* Effect.scoped(otherProcess)
      yield* write("world.json.lock", lockOf(pid))
      yield* write("world.json.lock.claim", lockOf(pid))
      yield* Effect.scoped(open({ data: at("world.json") }))
      assert.deepStrictEqual(yield* names, ["world.json"])
    })
  )

  it.live("is taken over at once if its process had this process's id, as in a restarted container", () =>
    Effect.gen(function* () {
      const { at } = yield* withLock(lockOf(process.pid), 0)
      yield* Effect.scoped(open({ data: at("world.json") }))
    })
  )

  it.live.each([
    {
      of: "another machine",
      lock: lockOf(1, "other-host"),
      holder: { pid: 1, host: "other-host" },
      says: "process 1 on other-host"
    },
    { of: "nobody who can be read", lock: "", holder: {}, says: "another emulator" },
    { of: "no process", lock: lockOf(-1), holder: {}, says: "another emulator" }
  ])("of $of is respected while it is touched", ({ holder, lock, says }) =>
    Effect.gen(function* () {
      const { at } = yield* withLock(lock, 20)
      const { message, reason } = yield* refusal(at("world.json"))
      assert.deepStrictEqual(fieldsOf(reason), { _tag: "InUse", ...holder, lock: "world.json.lock" })
      assert.include(message, `world.json: is in use by ${says}; stop it, or`)
      agedBy(at("world.json.lock"), 31)
      yield* Effect.scoped(open({ data: at("world.json") }))
    })
  )

  it.live("is taken over if a running process doesn't touch it, because the process id was reused", () =>
    Effect.gen(function* () {
      const { at } = yield* withLock(lockOf(yield* otherProcess), 31)
      yield* Effect.scoped(open({ data: at("world.json") }))
    })
  )

  it.effect("is touched every five seconds, and recreated if it is deleted", () =>
    Effect.gen(function* () {
      const { at } = yield* folder
      const lock = at("world.json.lock")
      yield* open({ data: at("world.json") })
      const text = readFileSync(lock, "utf8")
      agedBy(lock, 60)
      const aged = statSync(lock).mtimeMs
      yield* passUntil(() => statSync(lock).mtimeMs !== aged)
      rmSync(lock)
      yield* passUntil(() => statSync(lock, { throwIfNoEntry: false }) !== undefined)
      assert.strictEqual(readFileSync(lock, "utf8"), text)
    })
  )

  it.live("stops further writes if another process has taken it, and is left alone", () =>
    Effect.gen(function* () {
      const { at, read } = yield* folder
      const unsaved: Array<WorldFileError> = []
      const disk = watchedDisk()
      yield* Effect.scoped(
        Effect.gen(function* () {
          const onUnsaved = (error: WorldFileError) => Effect.sync(() => unsaved.push(error))
          const world = yield* open({ data: at("world.json"), onUnsaved }, {}, disk.layer)
          writeFileSync(at("world.json.lock"), lockOf(4711))
          yield* createRoom(world, "a")
        })
      )
      assert.deepStrictEqual(
        unsaved.map(({ reason }) => fieldsOf(reason)),
        [{ _tag: "InUse", pid: 4711, lock: "world.json.lock" }]
      )
      assert.deepStrictEqual(titlesOf(read("world.json")), [])
      assert.strictEqual(read("world.json.lock"), lockOf(4711))
    })
  )
})
