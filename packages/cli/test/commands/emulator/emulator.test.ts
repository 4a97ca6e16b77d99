import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Quirks } from "@effect-rooms/testing"
import * as Effect from "effect/Effect"
import { rooms } from "../../fixtures/command.ts"

/** A file of a folder that is removed after the test. */
const fileWith = (text: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "rooms-cli-"))),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
    ),
    (folder) => {
      const file = join(folder, "given.json")
      writeFileSync(file, text)
      return file
    }
  )

/** Returns the problem that `exec` reports before it runs anything. */
const complaint = Effect.fnUntraced(function* (...flags: ReadonlyArray<string>) {
  const { code, stderr, stdout } = yield* rooms([
    "emulator",
    "exec",
    ...flags,
    "--",
    "a-command-that-would-not-be-found"
  ])
  assert.deepStrictEqual({ code, stdout }, { code: 2, stdout: "" })
  assert.match(stderr, /^rooms: [^\n]*\n$/)
  return stderr.slice("rooms: ".length, -1)
})

describe("--quirk", () => {
  it.effect("that is not known is refused with the names of all", () =>
    Effect.gen(function* () {
      const names = Object.keys(Quirks.defaults).join(", ")
      for (const flag of ["errorbody=html", "=html", "html"]) {
        const [name = ""] = flag.split("=")
        assert.strictEqual(
          yield* complaint("--quirk", flag),
          `--quirk ${flag}: unknown quirk "${name}"; the quirks are: ${names}`
        )
      }
    })
  )

  it.effect("with another value is refused with those that it can have", () =>
    Effect.gen(function* () {
      for (const flag of ["createdStatus=202", "createdStatus=", "createdStatus"]) {
        assert.strictEqual(
          yield* complaint("--quirk", flag),
          `--quirk ${flag}: use createdStatus=201, createdStatus=200`
        )
      }
    })
  )
})

describe("--fault", () => {
  it.effect.each([
    { json: "{", says: "not JSON" },
    { json: "[]", says: /expected an object/ },
    { json: "{}", says: /^action: / },
    {
      json: '{"action":{"_tag":"Respond","status":99}}',
      says: /^action\.status: expected a value between 200 and 599$/
    },
    { json: '{"operations":["metrics"],"action":{"_tag":"Drift","added":1}}', says: /^operations\[0\]: / },
    {
      json: '{"time":1,"action":{"_tag":"Refuse"}}',
      says: "time: is not a field of a fault; there are operations, tenant, after, every, times, probability, seed, fromMillis, untilMillis, action"
    },
    {
      json: '{"action":{"_tag":"Delay","duration":50}}',
      says: "action.duration: is not a field of Delay; there are millis, jitterMillis"
    }
  ])("that is $json is refused, with the place in it", ({ json, says }) =>
    Effect.gen(function* () {
      const said = yield* complaint("--fault", '{"action":{"_tag":"Refuse"}}', "--fault", json)
      assert.isTrue(said.startsWith(`--fault ${json}: `), said)
      const problem = said.slice(`--fault ${json}: `.length)
      if (typeof says === "string") assert.strictEqual(problem, says)
      else assert.match(problem, says)
    })
  )
})

describe("--scenario", () => {
  it.effect("is a file or a name", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* complaint("--scenario", "ofice"),
        "--scenario ofice: it is neither a file nor office or empty"
      )
    })
  )

  it.effect.each([
    { text: "{", says: /^not JSON: / },
    { text: "[]", says: /^expected an object$/ },
    { text: '{"rooms":[{},{"locked":"yes"}]}', says: /^rooms\[1\]\.locked: expected boolean/ },
    {
      text: '{"rooms":[{"titel":"a"}]}',
      says: /^rooms\[0\]\.titel: is not a field of a room; there are createdAt, .*, livestreams$/
    }
  ])("of $text is refused with the file and the place in it", ({ says, text }) =>
    Effect.gen(function* () {
      const file = yield* fileWith(text)
      const said = yield* complaint("--scenario", file)
      assert.isTrue(said.startsWith(`--scenario ${file}: `), said)
      assert.match(said.slice(`--scenario ${file}: `.length), says)
    })
  )

  it.effect("that cannot have happened is refused", () =>
    Effect.gen(function* () {
      const file = yield* fileWith('{"rooms":[{"createdAt":"9999-01-01T00:00:00Z"}]}')
      assert.strictEqual(
        yield* complaint("--scenario", file),
        `--scenario ${file}: rooms[0].createdAt: is in the future`
      )
    })
  )

  it.effect("takes --rooms and --sessions for an office only, and none of them goes with --import", () =>
    Effect.gen(function* () {
      for (const size of ["--rooms", "--sessions"]) {
        assert.strictEqual(
          yield* complaint("--scenario", "empty", size, "3"),
          `${size} sets the size of the office: leave it out with another --scenario`
        )
        assert.strictEqual(
          yield* complaint("--import", "world.json", size, "3"),
          `--import replaces the scenario: leave out ${size}`
        )
      }
      assert.strictEqual(
        yield* complaint("--import", "world.json", "--scenario", "office"),
        "--import replaces the scenario: leave out --scenario"
      )
    })
  )
})

describe("--allow-host", () => {
  it.effect.each(["emulator:4010", "http://emulator", "a b", "emulator/", "user@emulator", ""])(
    'that is "%s", which is not a name alone, is refused',
    (name) =>
      Effect.gen(function* () {
        assert.include(
          yield* complaint("--allow-host", name),
          `"${name}" isn't a host name without scheme and port, such as emulator.test`
        )
      })
  )
})

describe("a file for the world", () => {
  it.effect.each(["--import", "--data"])("rejects a file that isn't a world, and names it: %s", (flag) =>
    Effect.gen(function* () {
      const file = yield* fileWith("{}")
      assert.strictEqual(yield* complaint(flag, file), `${file}: the snapshot cannot be restored: format: is missing`)
    })
  )

  it.effect.each(["--export-on-exit", "--data"])("that can't be written is refused: %s", (flag) =>
    Effect.gen(function* () {
      const file = join(yield* fileWith(""), "world.json")
      assert.include(yield* complaint(flag, file), `${file}: cannot be written: a part of its path`)
    })
  )
})

describe("rooms emulator exec", () => {
  it.effect("says what the command could not be", () =>
    Effect.gen(function* () {
      const args = ["emulator", "exec", "--scenario", "empty", "--", "a-command-that-would-not-be-found", "--version"]
      assert.deepStrictEqual(yield* rooms(args), {
        code: 127,
        stdout: "",
        stderr: "rooms: a-command-that-would-not-be-found: command not found\n"
      })
      const file = yield* fileWith("")
      const { code, stderr } = yield* rooms(["emulator", "exec", "--scenario", "empty", file])
      assert.deepStrictEqual([code, stderr.includes(`${file}: can't be run: `)], [126, true], stderr)
      const empty = yield* rooms(["emulator", "exec", "--scenario", "empty", ""])
      assert.deepStrictEqual([empty.code, empty.stderr.includes("this is a bug")], [126, false], empty.stderr)
    })
  )
})
