import { mkdirSync, symlinkSync } from "node:fs"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Scenario } from "@effect-rooms/testing"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as PlatformError from "effect/PlatformError"
import * as Redacted from "effect/Redacted"
import { Emulator, type WorldFile, type WorldFileError } from "../../src/index.ts"
import { start } from "../fixtures/emulators.ts"
import { folder, open, watchedDisk } from "../fixtures/files.ts"

/** Returns the error message of a world that can't start with these files. */
const failure = (options: WorldFile.WorldFileOptions) =>
  Effect.map(Effect.flip(Effect.scoped(open(options))), ({ file, message, reason }: WorldFileError) => {
    assert.strictEqual(message, `${file}: ${reason.message}`)
    return { file, tag: reason._tag, says: reason.message }
  })

const world = {
  format: "effect-rooms/world",
  version: 1,
  random: [1, 2, 3, 4],
  tenants: [{ rooms: [], deletedRooms: [], recordings: [], livestreamCount: 0 }]
}

const room = { roomId: "a", createdAt: 0, locked: false, sessions: [] }

const withRooms = (...rooms: ReadonlyArray<unknown>) =>
  JSON.stringify({ ...world, tenants: [{ ...world.tenants[0], rooms }] })

/** The file system of a user without write permission. It is simulated because root always has permission. */
const readOnly = Layer.effect(
  FileSystem.FileSystem,
  Effect.map(FileSystem.FileSystem, (real) => ({
    ...real,
    access: (path: string, options?: Parameters<typeof real.access>[1]) =>
      options?.writable === true
        ? Effect.fail(
            PlatformError.systemError({
              _tag: "PermissionDenied",
              module: "FileSystem",
              method: "access",
              cause: Object.assign(new Error("EACCES"), { code: "EACCES" })
            })
          )
        : real.access(path, options)
  }))
).pipe(Layer.provide(NodeFileSystem.layer))

describe.each(["import", "data"] as const)("a file for %s", (option) => {
  it.live.each([
    { holds: "", tag: "NotJson", says: /^is not JSON: it is empty$/ },
    { holds: "{", tag: "NotJson", says: /^is not JSON: .*position 1/ },
    { holds: `${withRooms()}x`, tag: "NotJson", says: /^is not JSON: / },
    { holds: "null", tag: "InvalidSnapshot", says: /^the snapshot cannot be restored: expected an object$/ },
    { holds: "{}", tag: "InvalidSnapshot", says: /restored: format: is missing$/ },
    { holds: JSON.stringify({ ...world, version: 2 }), tag: "InvalidSnapshot", says: /restored: version: expected 1/ },
    {
      holds: withRooms(room, {}),
      tag: "InvalidSnapshot",
      says: /restored: tenants\[0\]\.rooms\[1\]\.roomId: is missing$/
    },
    {
      holds: withRooms(room, room),
      tag: "InvalidSnapshot",
      says: /rooms\[1\]\.roomId: is already the id of something else$/
    },
    {
      holds: JSON.stringify({ ...world, tenants: [...world.tenants, ...world.tenants] }),
      tag: "InvalidSnapshot",
      says: /tenants: has 2, but the world has 1 API keys/
    }
  ])("is rejected and left unchanged if it contains $holds", ({ holds, says, tag }) =>
    Effect.gen(function* () {
      const { at, names, read, write } = yield* folder
      yield* write("world.json", holds)
      const refused = yield* failure({ [option]: at("world.json"), exportOnExit: at("export.json") })
      assert.deepStrictEqual([refused.file, refused.tag], [at("world.json"), tag])
      assert.match(refused.says, says)
      assert.deepStrictEqual(yield* names, ["world.json"])
      assert.strictEqual(read("world.json"), holds)
    })
  )

  it.live("is rejected if it isn't valid UTF-8", () =>
    Effect.gen(function* () {
      const { at } = yield* folder
      const { writeFileSync } = yield* Effect.promise(() => import("node:fs"))
      writeFileSync(at("world.json"), Buffer.from([0x22, 0xff, 0x22]))
      assert.strictEqual((yield* failure({ [option]: at("world.json") })).tag, "NotJson")
    })
  )
})

describe("a file to import", () => {
  it.live("can't be read if it doesn't exist or is a folder", () =>
    Effect.gen(function* () {
      const { at, path } = yield* folder
      const says = (text: string, file: string) => ({ file, tag: "Unreadable", says: `cannot be read: ${text}` })
      const none = at("none.json")
      assert.deepStrictEqual(yield* failure({ import: none }), says("the file or its folder doesn't exist", none))
      assert.deepStrictEqual(yield* failure({ import: path }), says("it is a folder", path))
    })
  )
})

describe.each(["data", "exportOnExit"] as const)("a file for %s", (option) => {
  const unwritable = Effect.fnUntraced(function* (file: string, problem: string) {
    const refused = yield* failure({ [option]: file })
    assert.deepStrictEqual(refused, { file, tag: "Unwritable", says: `cannot be written: ${problem}` })
  })

  it.live("can't be written if it is a folder, or isn't in one", () =>
    Effect.gen(function* () {
      const { at, names, path, write } = yield* folder
      mkdirSync(at("folder"))
      yield* write("file", "")
      yield* unwritable(at("folder"), "it is a folder")
      yield* unwritable(path, "it is a folder")
      yield* unwritable(at("none/world.json"), "the file or its folder doesn't exist")
      yield* unwritable(at("file/world.json"), "a part of its path isn't a folder")
      assert.deepStrictEqual(yield* names, ["file", "folder"])
    })
  )

  it.live("can't be written if it isn't a regular file", () => unwritable("/dev/null", "it isn't a regular file"))

  it.live("can't be written if its symbolic links form a loop", () =>
    Effect.gen(function* () {
      const { at } = yield* folder
      symlinkSync(at("a"), at("b"))
      symlinkSync(at("b"), at("a"))
      yield* unwritable(at("a"), "its symbolic links form a loop")
    })
  )

  it.live("isn't replaced if it is read-only for this user", () =>
    Effect.gen(function* () {
      const { at, write } = yield* folder
      yield* write("world.json", withRooms())
      const error = yield* Effect.flip(Effect.scoped(open({ [option]: at("world.json") }, {}, readOnly)))
      assert.strictEqual(error.message, `${at("world.json")}: cannot be written: permission denied`)
    })
  )

  it.live("is rejected at the start if its folder is read-only", () =>
    Effect.gen(function* () {
      const { at, names } = yield* folder
      const disk = watchedDisk()
      disk.fails = "open"
      const error = yield* Effect.flip(Effect.scoped(open({ [option]: at("world.json") }, {}, disk.layer)))
      assert.strictEqual(error.message, `${at("world.json")}: cannot be written: the disk is full`)
      assert.deepStrictEqual(yield* names, [])
    })
  )
})

describe("an emulator", () => {
  it.live("neither listens nor writes if one of its files is rejected", () =>
    Effect.gen(function* () {
      const { at, names } = yield* folder
      // Later attempts find the file in use.
      const { port } = yield* start()
      const refused = (options: WorldFile.WorldFileOptions) =>
        Effect.flip(Effect.scoped(start({ port, scenario: Scenario.office(), ...options })))
      assert.strictEqual((yield* refused({ import: at("none.json"), data: at("data.json") }))._tag, "WorldFileError")
      const unwritable = { data: at("data.json"), exportOnExit: at("none/export.json") }
      assert.strictEqual((yield* refused(unwritable))._tag, "WorldFileError")
      assert.deepStrictEqual(yield* names, [])
    })
  )

  it.live("loads the world from its files, and fails if one doesn't fit its keys", () =>
    Effect.gen(function* () {
      const { at } = yield* folder
      const apiKeys = ["a", "b"].map((key) => Redacted.make(key))
      yield* Effect.scoped(Effect.provide(Emulator, Emulator.layer({ apiKeys, data: at("world.json") })))
      const error = yield* Effect.flip(Effect.scoped(start({ data: at("world.json") })))
      assert.match(error.message, /world\.json: the snapshot cannot be restored: tenants: has 2/)
    })
  )
})
