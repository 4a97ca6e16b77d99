import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { formats } from "../../../src/output/format.ts"
import { rooms } from "../../fixtures/command.ts"
import { configuration, productionKey, stagingKey, stored } from "../../fixtures/profiles.ts"
import { indented, lines, ndjson } from "../../fixtures/wire.ts"

const production = { profile: "production", baseUrl: "https://rooms.example.com", current: false }
const staging = { profile: "staging", baseUrl: "https://staging.example.com", current: true }

const written = {
  table: lines(
    "PROFILE     CURRENT  BASE URL",
    "production  no       https://rooms.example.com",
    "staging     yes      https://staging.example.com"
  ),
  json: `{"profiles": [\n  ${JSON.stringify(production)},\n  ${JSON.stringify(staging)}\n]}\n`,
  ndjson: ndjson(production, staging),
  csv: lines(
    "profile,baseUrl,current",
    "production,https://rooms.example.com,false",
    "staging,https://staging.example.com,true"
  ),
  yaml: lines(
    "- profile: production",
    '  baseUrl: "https://rooms.example.com"',
    "  current: false",
    "- profile: staging",
    '  baseUrl: "https://staging.example.com"',
    "  current: true"
  )
}

describe("rooms profile list", () => {
  it.effect.each(formats.map((format) => ({ format })))("has no part of a key: --format $format", ({ format }) =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, put } = yield* configuration
        put(stored)
        const outcome = yield* rooms(["profile", "list", "--format", format], { environment })
        assert.deepStrictEqual(outcome, { code: 0, stdout: written[format], stderr: "" })
      })
    )
  )

  it.effect("prints an empty list without a file, and creates none", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, exists } = yield* configuration
        const outcome = yield* rooms(["profile", "list", "--format", "json"], { environment })
        assert.deepStrictEqual(outcome, { code: 0, stdout: '{"profiles": []}\n', stderr: "" })
        assert.isFalse(exists())
      })
    )
  )

  it.effect("warns of a file that others may read", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, put } = yield* configuration
        put(stored, 0o644)
        const { stderr, stdout } = yield* rooms(["profile", "list"], { environment })
        assert.match(stderr, /^warning: .*chmod 600/)
        assert.strictEqual(stdout, written.ndjson)
      })
    )
  )
})

describe("rooms profile use", () => {
  it.effect("makes a profile the current one, in a file for its user alone", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, folder, modeOf, put, read } = yield* configuration
        put(stored, 0o644)
        const outcome = yield* rooms(["profile", "use", "production"], { environment })
        assert.deepStrictEqual(outcome, {
          code: 0,
          stdout: "",
          stderr: 'profile "production" is now current\n'
        })
        assert.deepStrictEqual(read(), { ...stored, current: "production" })
        assert.strictEqual(modeOf("rooms/profiles.json"), 0o600)
        assert.deepStrictEqual(folder.names(), ["rooms"])
      })
    )
  )

  it.effect("says what of the environment wins over it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, put } = yield* configuration
        put(stored)
        const use = (variables: Readonly<Record<string, string>>) =>
          Effect.map(
            rooms(["profile", "use", "staging"], { environment: { ...environment, ...variables } }),
            ({ stderr }) => stderr.split("\n").slice(1).join("\n")
          )
        assert.strictEqual(yield* use({ ROOMS_PROFILE: "staging" }), "")
        assert.strictEqual(
          yield* use({ ROOMS_API_KEY: "k" }),
          "ROOMS_API_KEY is set and overrides it, unless you use --profile\n"
        )
        assert.strictEqual(
          yield* use({ ROOMS_BASE_URL: "https://x", ROOMS_PROFILE: "production" }),
          "ROOMS_BASE_URL and ROOMS_PROFILE are set and override it, unless you use --profile\n"
        )
      })
    )
  )

  it.effect("refuses one that does not exist, and changes nothing", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, namesIn, put, read } = yield* configuration
        put(stored)
        const { code, stderr } = yield* rooms(["profile", "use", "ghost"], { environment })
        assert.strictEqual(stderr, 'rooms: unknown profile "ghost"; the profiles are: production, staging\n')
        assert.strictEqual(code, 2)
        assert.deepStrictEqual(read(), stored)
        assert.deepStrictEqual(namesIn(), ["profiles.json"])
      })
    )
  )

  it.effect("keeps a file that is a link where it is", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, folder, path } = yield* configuration
        mkdirSync(folder.at("rooms"))
        writeFileSync(folder.at("dotfile"), JSON.stringify(stored))
        symlinkSync(folder.at("dotfile"), path)
        assert.strictEqual((yield* rooms(["profile", "use", "production"], { environment })).code, 0)
        assert.strictEqual(JSON.parse(readFileSync(folder.at("dotfile"), "utf8")).current, "production")
        assert.deepStrictEqual(folder.names(), ["dotfile", "rooms"])
      })
    )
  )
})

describe("rooms profile remove", () => {
  it.effect("forgets a profile and its key", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, folder, path, put } = yield* configuration
        put(stored)
        const { code, stderr } = yield* rooms(["profile", "remove", "production"], { environment })
        assert.strictEqual(stderr, `removed profile "production" and its API key from ${path}\n`)
        assert.strictEqual(code, 0)
        const { production: _, ...profiles } = stored.profiles
        assert.strictEqual(folder.read("rooms/profiles.json"), indented({ current: "staging", profiles }))
        assert.notInclude(folder.read("rooms/profiles.json"), productionKey)
        assert.include(folder.read("rooms/profiles.json"), stagingKey)
      })
    )
  )

  it.effect("leaves no current one where it was that", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, put, read } = yield* configuration
        put(stored)
        const { stderr } = yield* rooms(["profile", "remove", "staging"], { environment })
        assert.include(stderr, "no profile is current now: run rooms profile use <name> to choose one\n")
        assert.deepStrictEqual(read(), { profiles: { production: stored.profiles.production } })
        assert.strictEqual((yield* rooms(["profile", "remove", "staging"], { environment })).code, 2)
      })
    )
  )
})

describe("a change that cannot be made", () => {
  it.live("waits for another command, then says which file to remove", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, path, put, read } = yield* configuration
        put(stored)
        writeFileSync(`${path}.lock`, "")
        const { code, stderr } = yield* rooms(["profile", "use", "production"], { environment })
        assert.strictEqual(
          stderr,
          `rooms: another command is changing ${path}; if none is running, remove ${path}.lock\n`
        )
        assert.strictEqual(code, 2)
        assert.deepStrictEqual(read(), stored)
      })
    )
  )

  it.effect.skipIf(process.getuid?.() === 0)("says why: a folder that may not be written", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, folder, put } = yield* configuration
        put(stored)
        chmodSync(folder.at("rooms"), 0o500)
        const { stderr } = yield* rooms(["profile", "use", "production"], { environment })
        chmodSync(folder.at("rooms"), 0o700)
        assert.match(stderr, /^rooms: .*profiles\.json can't be written: EACCES/)
      })
    )
  )
})
