/** Every command of the packed and installed binary, in every format, on pipes and on a terminal. */

import { stripVTControlCharacters } from "node:util"
import { afterAll, assert, describe, it } from "@effect/vitest"
import type * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { inject } from "vitest"
import { rooms } from "../../src/Cli.ts"
import type { formats } from "../../src/output/format.ts"
import type { Outcome } from "../fixtures/command.ts"
import { formatted } from "../fixtures/formatted.ts"
import {
  hasTerminal,
  interruptedOnPipes,
  interruptedOnTerminal,
  onPipes,
  onTerminal,
  type Run,
  uninstall
} from "../fixtures/packed.ts"
import { assertNoKey, place } from "../fixtures/place.ts"
import { unhurried } from "../fixtures/process.ts"
import { stored } from "../fixtures/profiles.ts"
import { endless, unformatted } from "../fixtures/unformatted.ts"

const fine = ({ code, stderr, stdout }: Outcome, says = "") => {
  assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: says })
  assertNoKey(stdout)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  assert.notMatch(stdout, /[^\P{Cc}\n\u001b]|\u001b(?!\[\d*m)/u)
  return stdout
}

/** The last of what a terminal shows was said on stderr. */
const apart = ({ code, stdout }: Outcome, says = ""): Outcome => {
  const end = stdout.endsWith(says) ? stdout.length - says.length : stdout.length
  return { code, stdout: stdout.slice(0, end), stderr: stdout.slice(end) }
}

const assertTable = (text: string, lines: ReadonlyArray<RegExp>) => {
  const shown = stripVTControlCharacters(text).split("\n").slice(0, -1)
  assert.lengthOf(shown, lines.length)
  for (const [index, line] of lines.entries()) assert.match(shown[index] ?? "", line)
}

const nothing = /^$/

afterAll(uninstall)

describe("the installed command", () => {
  it.live.each(formatted)("is fine in every format, on pipes and on a terminal: $args", (expected) =>
    Effect.scoped(
      Effect.gen(function* () {
        const { configured, named, really } = yield* place
        const { args, says } = expected
        const run = (on: Run, format?: string) =>
          Effect.map(
            on([...args.map(really), ...(format === undefined ? [] : ["--format", format])], {
              ...configured,
              ...unhurried
            }),
            (outcome) => named(fine(on === onTerminal ? apart(outcome, says) : outcome, says))
          )
        const onEvery = (on: Run) =>
          Effect.all(
            {
              none: run(on),
              table: run(on, "table"),
              json: run(on, "json"),
              ndjson: run(on, "ndjson"),
              csv: run(on, "csv"),
              yaml: run(on, "yaml")
            } satisfies Record<"none" | (typeof formats)[number], unknown>,
            { concurrency: 3 }
          )
        const piped = yield* onEvery(onPipes)
        if (expected.inPipes === "table") assert.strictEqual(piped.none, piped.table)
        else assert.strictEqual(piped.none, expected.isList ? expected.ndjson : expected.json)
        assert.strictEqual(piped.json, expected.json)
        assert.strictEqual(piped.ndjson, expected.ndjson)
        assertTable(piped.table, expected.table)
        assert.match(piped.csv, expected.csv)
        assert.match(piped.yaml, expected.yaml)
        if (!hasTerminal) return
        // Without the long run, a terminal shows the default format alone: the others don't depend on where they're written.
        const shown = yield* inject("soak")
          ? onEvery(onTerminal)
          : Effect.map(run(onTerminal), (none) => ({ ...piped, none, table: none }))
        const { csv, json, ndjson, none, table, yaml } = shown
        assertTable(none, expected.table)
        assert.strictEqual(table, none)
        assert.deepStrictEqual(
          { json, ndjson, csv, yaml },
          { json: piped.json, ndjson: piped.ndjson, csv: piped.csv, yaml: piped.yaml }
        )
      })
    )
  )

  it.live.each(unformatted)("is fine on pipes and on a terminal: $args", (expected) => {
    const { args, code = 0, leaves = stored, stderr, stdin, stdout } = expected
    const { shown = stdout ?? stderr ?? nothing } = expected
    const run = (on: Run) =>
      Effect.gen(function* () {
        const { named, read, really, unconfigured } = yield* place
        const outcome = yield* on(args.map(really), { ...unconfigured, ...unhurried }, stdin)
        assertNoKey(outcome.stdout + outcome.stderr)
        assert.strictEqual(outcome.code, code)
        assert.match(named(outcome.stdout), on === onTerminal ? shown : (stdout ?? nothing))
        assert.match(named(outcome.stderr), on === onTerminal ? nothing : (stderr ?? nothing))
        assert.deepStrictEqual(JSON.parse(named(JSON.stringify(read()))), leaves)
      }).pipe(Effect.scoped)
    return Effect.all(hasTerminal ? [run(onPipes), run(onTerminal)] : [run(onPipes)], { concurrency: 2 })
  })

  it.live.each(endless)("runs until it is interrupted, on pipes and on a terminal: $args", ({ args, ...expected }) =>
    Effect.scoped(
      Effect.gen(function* () {
        const { after, code, shown = expected.stdout } = expected
        const { configured } = yield* place
        const piped = yield* interruptedOnPipes(args, configured, after)
        assert.match(piped.stdout, expected.stdout)
        assert.deepStrictEqual({ ...piped, stdout: "" }, { code, stdout: "", stderr: "" })
        assertNoKey(piped.stdout)
        if (!hasTerminal) return
        const onScreen = yield* interruptedOnTerminal(args, configured, after)
        assert.match(stripVTControlCharacters(onScreen.stdout).replaceAll("\r", ""), shown)
        assert.strictEqual(onScreen.code, code)
        assertNoKey(onScreen.stdout)
      })
    )
  )

  it("has a line here for every command that there is", () => {
    const pathsOf = ({ name, subcommands }: Command.Command.Any): ReadonlyArray<string> => {
      const inner = subcommands.flatMap(({ commands }) => commands.flatMap(pathsOf))
      return inner.length === 0 ? [name] : inner.map((path) => `${name} ${path}`)
    }
    const lines = [...formatted, ...unformatted, ...endless].map(({ args }) => `rooms ${args.join(" ")} `)
    const paths = pathsOf(rooms)
    assert.include(paths, "rooms recordings download")
    assert.deepStrictEqual(
      paths.filter((path) => !lines.some((line) => line.startsWith(`${path} `))),
      []
    )
  })

  it.live.skipIf(!hasTerminal)("says its version and its help on a terminal as on a pipe", () =>
    Effect.gen(function* () {
      for (const args of [["--version"], ["list", "--help"]]) {
        const environment = { NO_COLOR: "1" }
        // A wide terminal has room for more words in a line.
        const words = (outcome: Outcome) => fine(outcome).split(/\s+/)
        assert.deepStrictEqual(words(yield* onTerminal(args, environment)), words(yield* onPipes(args, environment)))
      }
    })
  )

  it.skipIf(hasTerminal)("isn't tested on a terminal without the program `script`", () => {})
})
