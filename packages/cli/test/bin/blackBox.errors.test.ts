/** Every class of error of the packed and installed binary: exit code, stream and format, on pipes and on a terminal. */

import { existsSync } from "node:fs"
import { stripVTControlCharacters } from "node:util"
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { formats } from "../../src/output/format.ts"
import { answering } from "../fixtures/answers.ts"
import { apiKey, type Outcome } from "../fixtures/command.ts"
import { diagnosed, type Failing, failing, refused, unformattedFailing } from "../fixtures/failing.ts"
import { failingFiles, servingThem } from "../fixtures/failingFiles.ts"
import { hasTerminal, onPipes, onTerminal, onTerminalWithoutData, type Run, uninstall } from "../fixtures/packed.ts"
import { assertNoKey, place } from "../fixtures/place.ts"
import { shell } from "../fixtures/process.ts"
import { nowhere } from "../fixtures/server.ts"
import { rowsOf } from "../fixtures/wire.ts"

type Format = (typeof formats)[number] | undefined

/** The expected failure; only JSON contains the tag. */
type Expected = Pick<Failing, "code" | "hasHint" | "says"> & { readonly tag?: string }

const isJson = (format: Format) => format === "json" || format === "ndjson"

const assertJson = (text: string, { code, says, tag }: Expected) => {
  assert.match(text, /^\{"error":\P{Cc}+\}\n$/u)
  const { error } = JSON.parse(text)
  assert.deepInclude(error, { _tag: tag, exitCode: code })
  assert.match(error.message, says)
}

const assertPiped = ({ code, stderr, stdout }: Outcome, expected: Expected, format?: Format) => {
  assert.deepStrictEqual({ code, stdout }, { code: expected.code, stdout: "" })
  if (isJson(format)) return assertJson(stderr, expected)
  assert.match(stderr, /^rooms: \P{Cc}+\n$/u)
  assert.match(stderr, expected.says)
}

const redName = "\u001b[31mrooms:\u001b[39m"

const assertShown = ({ code, stdout }: Outcome, expected: Expected, format?: Format) => {
  assert.strictEqual(code, expected.code)
  if (isJson(format)) return assertJson(stdout, expected)
  // Nothing but the first word has a colour.
  const text = stdout.startsWith(redName) ? `rooms:${stdout.slice(redName.length)}` : stdout
  assert.match(text, expected.hasHint === false ? /^rooms: \P{Cc}+\n$/u : /^rooms: \P{Cc}+\nhint: \P{Cc}+\n$/u)
  assert.match(text, expected.says)
}

/** The output of an empty list. */
const noRows = {
  table: "RECORDING  STATUS  SIZE  FILE\n",
  json: '{"downloads": []}\n',
  ndjson: "",
  csv: "id,file,bytes,status\n",
  yaml: "[]\n"
} satisfies Record<(typeof formats)[number], string>

/** The output after a screen was drawn and cleared. */
const afterScreen = (outcome: Outcome): Outcome => ({
  ...outcome,
  stdout: outcome.stdout.split("\u001b[?25h").at(-1) ?? ""
})

/** Runs a command where it fails. */
const failingRun = Effect.fnUntraced(function* ({
  at,
  key = apiKey,
  profiles
}: Omit<Failing, "args" | "code" | "says" | "tag">) {
  const { folder, named, really, url } = yield* place
  const base = at === undefined ? url : at === "nowhere" ? yield* nowhere : at
  const environment = {
    ROOMS_API_KEY: key,
    ...(at === "unconfigured" ? {} : { ROOMS_BASE_URL: base }),
    ...(profiles === undefined ? {} : { ROOMS_CONFIG_DIR: folder.at(profiles) })
  }
  return (on: Run, args: ReadonlyArray<string>, format?: Format, stdin?: string) =>
    on([...args.map(really), ...(format === undefined ? [] : ["--format", format])], environment, stdin).pipe(
      Effect.map((outcome) => {
        assertNoKey(outcome.stdout + outcome.stderr)
        assert.notInclude(outcome.stdout + outcome.stderr, key)
        return { ...outcome, stdout: named(outcome.stdout), stderr: named(outcome.stderr) }
      })
    )
})

/** The kinds of terminals, and the format. */
type Shown = readonly [on: Run, format?: Format]

interface Asked {
  readonly piped: ReadonlyArray<Format>
  readonly shown: ReadonlyArray<Shown>
}

/** Meets one error with each of these formats, on pipes and on a terminal. */
const meet = (expected: Failing, asked: Asked) =>
  Effect.gen(function* () {
    const run = yield* failingRun(expected)
    const { args } = expected
    const piped = asked.piped.map((format) =>
      Effect.map(run(onPipes, args, format), (outcome) => assertPiped(outcome, expected, format))
    )
    const shown = asked.shown.map(([on, format]) =>
      Effect.map(run(on, args, format), (outcome) => assertShown(afterScreen(outcome), expected, format))
    )
    yield* Effect.all(hasTerminal ? [...piped, ...shown] : piped, { concurrency: 4, discard: true })
  }).pipe(Effect.scoped)

const asText: ReadonlyArray<Shown> = [
  [onTerminal],
  [onTerminalWithoutData],
  ...(["table", "csv", "yaml"] as const).map((format): Shown => [onTerminal, format])
]

const asJson: ReadonlyArray<Shown> = [
  [onTerminal, "json"],
  [onTerminal, "ndjson"]
]

/** Every format everywhere; a command with one JSON format is tested as text and as JSON. */
const askedOf = ({ json }: Failing): Asked =>
  json === undefined
    ? { piped: [undefined, ...formats], shown: [...asText, ...asJson] }
    : { piped: [undefined, json], shown: [[onTerminal], [onTerminal, json]] }

afterAll(uninstall)

describe("the installed command", () => {
  it.live.each(failing)("ends $args with $code, $tag, as text and as JSON", (expected) =>
    meet(expected, askedOf(expected))
  )

  it.live.each(refused)("ends $args with $code, $tag", (expected) =>
    meet(expected, { piped: [undefined, "ndjson"], shown: [[onTerminal], [onTerminalWithoutData]] })
  )

  it.live.each(unformattedFailing)("ends $args with $code: $says", ({ args, stdin, ...expected }) =>
    Effect.gen(function* () {
      const { key = apiKey } = expected
      const run = yield* failingRun(expected)
      const given = stdin ?? (args[0] === "login" ? key : undefined)
      assertPiped(yield* run(onPipes, args, undefined, given), expected)
      if (hasTerminal) assertShown(yield* run(onTerminal, args, undefined, given), expected)
    }).pipe(Effect.scoped)
  )

  it.live.each(diagnosed)("has a doctor that ends with $code and says on stdout that $check is to blame", (expected) =>
    Effect.gen(function* () {
      const { check, code } = expected
      const run = yield* failingRun(expected)
      const piped = yield* run(onPipes, ["doctor", "--format", "ndjson"])
      assert.deepStrictEqual({ code: piped.code, stderr: piped.stderr }, { code, stderr: "" })
      assert.strictEqual(rowsOf(piped.stdout).find(({ status }) => status === "fail")?.check, check)
      if (!hasTerminal) return
      const shown = yield* run(onTerminal, ["doctor"])
      assert.match(stripVTControlCharacters(shown.stdout), new RegExp(`^${check} +fail `, "m"))
      assert.strictEqual(shown.code, code)
    }).pipe(Effect.scoped)
  )

  it.live.each(failingFiles)("ends a download with $code, DownloadFailed: $reason", (expected) =>
    Effect.gen(function* () {
      const { baseUrl, path } = yield* servingThem
      const args = ["recordings", "download", "--to", path, "--no-progress", "--id", expected.id]
      const environment = { ROOMS_BASE_URL: baseUrl, ROOMS_API_KEY: apiKey }
      // The failed file is reported first, and then the summary, which isn't JSON.
      const run = (on: Run, format?: Format) =>
        Effect.map(on([...args, ...(format === undefined ? [] : ["--format", format])], environment), (outcome) => {
          assertNoKey(outcome.stdout + outcome.stderr)
          return outcome
        })
      const told = (text: string, format: Format) => {
        if (isJson(format)) return text
        assert.match(text, /\n1 failed\n$/)
        return text.slice(0, -"1 failed\n".length)
      }
      const piped = (format: Format) =>
        Effect.map(run(onPipes, format), ({ code, stderr, stdout }) => {
          assert.strictEqual(stdout, noRows[format ?? "ndjson"])
          assertPiped(
            { code, stdout: "", stderr: told(stderr, format) },
            { ...expected, tag: "DownloadFailed" },
            format
          )
          if (isJson(format)) assert.include(stderr, `"reason":"${expected.reason}"`)
        })
      const shown = (format: Format) =>
        Effect.map(run(onTerminal, format), ({ code, stdout }) => {
          const text = stripVTControlCharacters(told(stdout, format)).replace(
            format === undefined ? "" : noRows[format],
            ""
          )
          assertShown({ code, stdout: text, stderr: "" }, { ...expected, tag: "DownloadFailed" }, format)
        })
      const isFirst = expected === failingFiles[0]
      const asked = isFirst ? [undefined, ...formats] : (["json"] as const)
      yield* Effect.all(
        [
          ...asked.map(piped),
          ...(hasTerminal ? (isFirst ? ([undefined, "ndjson"] as const) : [undefined]).map(shown) : [])
        ],
        { concurrency: 3, discard: true }
      )
    }).pipe(Effect.scoped)
  )

  it.live("ends several downloads with the exit code of the first that failed, after a line for each", () =>
    Effect.gen(function* () {
      const { baseUrl, path } = yield* servingThem
      const ids = failingFiles.filter(({ reason }) => reason !== "Broken").flatMap(({ id }) => ["--id", id])
      const environment = { ROOMS_BASE_URL: baseUrl, ROOMS_API_KEY: apiKey }
      const args = ["recordings", "download", "--to", path, "--concurrency", "1", ...ids]
      const { code, stderr, stdout } = yield* onPipes(args, environment)
      assert.deepStrictEqual({ code, stdout }, { code: failingFiles[0]?.code, stdout: "" })
      assert.match(stderr, new RegExp(`^(rooms: \\P{Cc}+\n){${ids.length / 2}}${ids.length / 2} failed\n$`, "u"))
    }).pipe(Effect.scoped)
  )

  it.live("ends with 8 where pages lead nowhere, after the rows that there were", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const environment = { ROOMS_BASE_URL: yield* answering, ROOMS_API_KEY: "stuck-at-a-cursor" }
        const outcome = yield* onPipes(["list", "--all", "--format", "ndjson"], environment)
        assert.strictEqual(outcome.stdout.split("\n").length, 3)
        const expected = { code: 8, tag: "PaginationError", says: /rows were emitted/ }
        assertPiped({ ...outcome, stdout: "" }, expected, "ndjson")
      })
    )
  )

  it.live.skipIf(!existsSync("/dev/full"))("ends with 1 where its output can't be written", () =>
    Effect.gen(function* () {
      for (const args of [["metrics", "--fake"], ["--version"], ["list", "--help"]]) {
        const outcome = yield* shell('"$@" > /dev/full', args)
        assertPiped(outcome, { code: 1, tag: "PlatformError", says: /ENOSPC/ })
      }
      const json = yield* shell('"$@" > /dev/full', ["metrics", "--fake", "--format", "json"])
      assertPiped(json, { code: 1, tag: "PlatformError", says: /ENOSPC/ }, "json")
    })
  )

  it.live("exits with 0 if nothing reads its output", () =>
    Effect.gen(function* () {
      for (const args of [["list", "--all", "--fake"], ["--version"], ["list", "--help"]]) {
        const outcome = yield* shell('{ "$@"; echo "exit $?" >&2; } | true', args)
        assert.strictEqual(outcome.stderr, "exit 0\n")
      }
    })
  )

  it.skipIf(hasTerminal)("isn't tested on a terminal without the program `script`", () => {})
})
