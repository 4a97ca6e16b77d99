import { chmodSync, readlinkSync, statSync, symlinkSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Scenario } from "@effect-rooms/testing"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { start } from "../fixtures/emulators.ts"
import { createRoom, folder, open, passUntil, titlesOf, turn, until, watchedDisk } from "../fixtures/files.ts"
import { prefix } from "../fixtures/requests.ts"
import { connectTo, request } from "../fixtures/sockets.ts"

/** The steps of checking that a file can be replaced. */
const probed = ["open", "syncFolder"]
const replaced = ["open", "write", "sync", "rename", "syncFolder"]

describe("a data file", () => {
  it.live("exists from the start, and keeps the state for the next world", () =>
    Effect.gen(function* () {
      const { at, names, read } = yield* folder
      const file = at("world.json")
      const scenario = Scenario.make(Scenario.room("before"))
      const life = (title: string) =>
        Effect.scoped(
          Effect.gen(function* () {
            const world = yield* open({ data: file }, { scenario })
            const began = titlesOf(read("world.json"))
            yield* createRoom(world, title)
            return began
          })
        )
      assert.deepStrictEqual(yield* life("first"), ["before"])
      assert.deepStrictEqual(yield* life("second"), ["before", "first"])
      assert.deepStrictEqual(titlesOf(read("world.json")), ["before", "first", "second"])
      assert.deepStrictEqual(yield* names, ["world.json"])
    })
  )

  it.live("starts with an import only if it doesn't exist yet", () =>
    Effect.gen(function* () {
      const { at, read } = yield* folder
      yield* Effect.scoped(open({ exportOnExit: at("from.json") }, { scenario: Scenario.make(Scenario.room("a")) }))
      const files = { import: at("from.json"), data: at("world.json") }
      yield* Effect.scoped(Effect.flatMap(open(files), (world) => createRoom(world, "b")))
      yield* Effect.scoped(Effect.flatMap(open(files), (world) => createRoom(world, "c")))
      assert.deepStrictEqual(titlesOf(read("world.json")), ["a", "b", "c"])
    })
  )

  it.live("starts with the scenario after a reset, not with the kept state", () =>
    Effect.gen(function* () {
      const { at, read } = yield* folder
      const scenario = Scenario.make(Scenario.room("a"))
      yield* Effect.scoped(
        Effect.flatMap(open({ data: at("world.json") }, { scenario }), (world) => createRoom(world, "b"))
      )
      yield* Effect.scoped(
        Effect.flatMap(open({ data: at("world.json") }, { scenario }), (world) => Effect.orDie(world.reset))
      )
      assert.deepStrictEqual(titlesOf(read("world.json")), ["a"])
    })
  )

  it.live("keeps its symbolic link and permissions", () =>
    Effect.gen(function* () {
      const { at, names, read } = yield* folder
      yield* Effect.scoped(open({ data: at("world.json") }))
      chmodSync(at("world.json"), 0o620)
      symlinkSync(at("world.json"), at("link.json"))
      const { layer, modes } = watchedDisk()
      yield* Effect.scoped(
        Effect.flatMap(open({ data: at("link.json") }, {}, layer), (world) => createRoom(world, "a"))
      )
      assert.strictEqual(readlinkSync(at("link.json")), at("world.json"))
      assert.deepStrictEqual(titlesOf(read("world.json")), ["a"])
      assert.strictEqual(statSync(at("world.json")).mode & 0o777, 0o620)
      // Other users couldn't read it while it was being written.
      assert.strictEqual(modes.at(-1), 0o620)
      assert.deepStrictEqual(yield* names, ["link.json", "world.json"])
    })
  )

  it.live("removes the temporary files of killed processes, and no others", () =>
    Effect.gen(function* () {
      const { at, names, write } = yield* folder
      const id = "0f8fad5b-d9cb-469f-a165-70867728950e"
      const others = [`.other.json.${id}.tmp`, ".world.json.mine.tmp", `world.json.${id}.tmp`]
      for (const name of [`.world.json.${id}.tmp`, ...others]) yield* write(name, "")
      yield* Effect.scoped(open({ data: at("world.json") }))
      assert.deepStrictEqual(yield* names, [...others, "world.json"].sort())
    })
  )
})

describe("a write of a data file", () => {
  it.effect("follows a change after a tenth of a second", () =>
    Effect.gen(function* () {
      const { at, read } = yield* folder
      const { layer, steps } = watchedDisk()
      const world = yield* open({ data: at("world.json") }, {}, layer)
      assert.deepStrictEqual(steps.splice(0), [...probed, ...replaced])
      yield* TestClock.adjust("10 seconds")
      yield* turn
      assert.deepStrictEqual(steps, [])

      yield* createRoom(world, "a")
      yield* TestClock.adjust("99 millis")
      yield* turn
      assert.deepStrictEqual(steps, [])
      yield* TestClock.adjust("1 millis")
      yield* until(() => steps.length === 1)
      // Changes during the write are in the next one.
      yield* createRoom(world, "b")
      yield* until(() => steps.length === replaced.length)
      assert.deepStrictEqual(titlesOf(read("world.json")), ["a"])
      yield* passUntil(() => steps.length === 2 * replaced.length)
      assert.deepStrictEqual(titlesOf(read("world.json")), ["a", "b"])
      yield* TestClock.adjust("10 seconds")
      yield* turn
      // The new file is synced to disk before it replaces the old one, and so is its folder after that.
      assert.deepStrictEqual(steps, [...replaced, ...replaced])
    })
  )

  it.effect("never overlaps another", () =>
    Effect.gen(function* () {
      const { at } = yield* folder
      const { layer, steps } = watchedDisk()
      const world = yield* open({ data: at("world.json"), writeEvery: "1 milli" }, {}, layer)
      steps.splice(0)
      yield* createRoom(world, "a")
      yield* TestClock.adjust("1 milli")
      yield* until(() => steps.length === 1)
      yield* createRoom(world, "b")
      yield* passUntil(() => steps.length >= 2 * replaced.length)
      assert.deepStrictEqual(steps, [...replaced, ...replaced])
    })
  )

  it.effect("is followed by a pause if it took long", () =>
    Effect.gen(function* () {
      const { at } = yield* folder
      const disk = watchedDisk()
      const world = yield* open({ data: at("world.json") }, {}, disk.layer)
      disk.steps.splice(0)
      disk.writeMillis = 1000
      yield* createRoom(world, "a")
      yield* passUntil(() => disk.steps.includes("sync"))
      yield* until(() => disk.steps.length === replaced.length)
      const written = yield* Clock.currentTimeMillis
      yield* createRoom(world, "b")
      disk.writeMillis = 0
      yield* passUntil(() => disk.steps.length > replaced.length)
      assert.isAtLeast((yield* Clock.currentTimeMillis) - written, 9000)
    })
  )

  // On a paused clock, so that only the end can write.
  it.effect("at the end includes the last request", () =>
    Effect.gen(function* () {
      const { at, names, read } = yield* folder
      const scope = yield* Scope.make()
      const { port } = yield* Scope.provide(start({ data: at("world.json") }), scope)
      const connection = yield* connectTo("127.0.0.1", port)
      const body = '{"roomLocked":false,"metadata":{"title":"a"}}'
      const headers = ["content-type: application/json", `content-length: ${body.length}`, "expect: 100-continue"]
      yield* connection.write(request("POST", `${prefix}/rooms/create-room`, headers))
      yield* connection.received("100 Continue\r\n\r\n")
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
      yield* connection.write(body)
      yield* connection.received("room created successfully")
      yield* Fiber.join(closing)
      assert.deepStrictEqual(titlesOf(read("world.json")), ["a"])
      assert.deepStrictEqual(yield* names, ["world.json"])
    })
  )

  it.live("is skipped at the end if nothing changed", () =>
    Effect.gen(function* () {
      const { at } = yield* folder
      const { layer, steps } = watchedDisk()
      yield* Effect.scoped(open({ data: at("world.json") }, {}, layer))
      assert.deepStrictEqual(steps.splice(0), [...probed, ...replaced])
      yield* Effect.scoped(open({ data: at("world.json") }, {}, layer))
      assert.deepStrictEqual(steps, probed)
    })
  )
})
