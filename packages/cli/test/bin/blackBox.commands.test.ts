/** Every command of the packed and installed binary, in every format, on pipes and on a terminal. */

import { stripVTControlCharacters } from "node:util"
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { formats } from "../../src/OutputFlags.ts"
import { answering, page } from "../fixtures/answers.ts"
import { apiKey, type Outcome } from "../fixtures/command.ts"
import { hasTerminal, onPipes, onTerminal, uninstall } from "../fixtures/packed.ts"
import {
  ended,
  indented,
  liveParticipants,
  metrics,
  ndjson,
  participants,
  planning,
  recording1,
  recording2,
  running,
  standUp
} from "../fixtures/wire.ts"

interface Case {
  readonly args: ReadonlyArray<string>
  readonly json: string
  readonly ndjson: string
  /** A list is a line a row where nobody looks, an answer is indented. */
  readonly isList: boolean
  /** The beginnings of the lines of the table. */
  readonly table: ReadonlyArray<RegExp>
  /** The first field of csv, and of the first row of yaml. */
  readonly csv: RegExp
  readonly yaml: RegExp
}

const list = (
  args: ReadonlyArray<string>,
  whole: unknown,
  rows: ReadonlyArray<unknown>
): Pick<Case, "args" | "json" | "ndjson" | "isList"> => ({
  args,
  json: indented(whole),
  ndjson: ndjson(...rows),
  isList: true
})

const answer = (args: ReadonlyArray<string>, body: unknown): Pick<Case, "args" | "json" | "ndjson" | "isList"> => ({
  args,
  json: indented(body),
  ndjson: ndjson(body),
  isList: false
})

const whole = (key: string, rows: ReadonlyArray<unknown>) =>
  `{"${key}": [\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(",\n")}\n]}\n`

const rooms = [planning, standUp]
const sessions = [ended, running]
const recordings = [recording1, recording2]
const created = { message: "room created successfully", data: { roomId: "abc-defg-hij" } }
const details = { roomId: "abc", roomLocked: true, metadata: planning.metadata }

const cases: ReadonlyArray<Case> = [
  {
    ...answer(["create", "--title", "x"], created),
    table: [/^ROOM +abc/, /^MESSAGE/],
    csv: /^message,/,
    yaml: /^message: /
  },
  { ...list(["list"], page, rooms), table: [/^ROOM/, /^abc-defg-hij/, /^k/], csv: /^roomId,/, yaml: /^- roomId: / },
  {
    ...list(["list", "--all"], page, rooms),
    json: whole("rooms", rooms),
    table: [/^ROOM/, /^abc-defg-hij/, /^k/],
    csv: /^roomId,/,
    yaml: /^- roomId: /
  },
  {
    ...answer(["get", "abc"], details),
    table: [/^ROOM +abc/, /^LOCKED +yes/, /^TITLE +Planning/, /^METADATA/],
    csv: /^roomId,/,
    yaml: /^roomId: /
  },
  {
    ...answer(["metadata", "abc"], { metadata: standUp.metadata }),
    table: [/^title +Stand-up/],
    csv: /^metadata/,
    yaml: /^metadata:/
  },
  {
    ...list(["sessions", "abc"], { sessions }, sessions),
    table: [/^SESSION/, /^session-1/, /^session-2/],
    csv: /^sessionId,/,
    yaml: /^- sessionId: /
  },
  {
    ...list(["participants", "session-1"], participants, participants.participants),
    table: [/^PEER/, /^peer-1/, /^peer-2/],
    csv: /^peerId,/,
    yaml: /^- peerId: /
  },
  {
    ...list(["live", "abc"], liveParticipants, liveParticipants.participants),
    table: [/^PEER/, /^peer-1/, /^peer-22/],
    csv: /^peerId,/,
    yaml: /^- peerId: /
  },
  {
    ...list(["recordings"], { nextCursor: null, recordings }, recordings),
    table: [/^RECORDING/, /^recording-1/, /^recording-22/],
    csv: /^id,/,
    yaml: /^- id: /
  },
  {
    ...answer(["metrics"], metrics),
    table: Array.from({ length: 5 }, () => /^[A-Z]/),
    csv: /^totalSessions,/,
    yaml: /^totalSessions: /
  }
]

// The kinds of the rest have tests of their own: what they write is not the service's.
const elsewhere = new Set(["emulator", "completion", "login", "profile", "doctor"])

const fine = ({ code, stderr, stdout }: Outcome) => {
  assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
  assert.notInclude(stdout, apiKey)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  assert.notMatch(stdout, /[^\P{Cc}\n\u001b]|\u001b(?!\[\d*m)/u)
  return stdout
}

const assertTable = (text: string, lines: ReadonlyArray<RegExp>) => {
  const shown = stripVTControlCharacters(text).split("\n").slice(0, -1)
  assert.lengthOf(shown, lines.length)
  for (const [index, line] of lines.entries()) assert.match(shown[index] ?? "", line)
}

afterAll(uninstall)

describe("the installed command", () => {
  it.live.each(cases)("is fine in every format, on pipes and on a terminal: $args", (expected) =>
    Effect.scoped(
      Effect.gen(function* () {
        const environment = { ROOMS_BASE_URL: yield* answering, ROOMS_API_KEY: apiKey }
        const run = (on: typeof onPipes, format?: string) =>
          Effect.map(on([...expected.args, ...(format === undefined ? [] : ["--format", format])], environment), fine)
        const onEvery = (on: typeof onPipes) =>
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
        assert.strictEqual(piped.none, expected.isList ? expected.ndjson : expected.json)
        assert.strictEqual(piped.json, expected.json)
        assert.strictEqual(piped.ndjson, expected.ndjson)
        assertTable(piped.table, expected.table)
        assert.match(piped.csv, expected.csv)
        assert.match(piped.yaml, expected.yaml)
        if (!hasTerminal) return
        const shown = yield* onEvery(onTerminal)
        assertTable(shown.none, expected.table)
        assert.strictEqual(shown.table, shown.none)
        assert.deepStrictEqual(
          { json: shown.json, ndjson: shown.ndjson, yaml: shown.yaml },
          { json: piped.json, ndjson: piped.ndjson, yaml: piped.yaml }
        )
        assert.strictEqual(shown.csv, piped.csv.replaceAll("\r\n", "\n"))
      })
    )
  )

  it.live("has a line here for every command that there is", () =>
    Effect.gen(function* () {
      const help = fine(yield* onPipes(["--help"], {}))
      const [, section = ""] = help.split("\nSUBCOMMANDS\n")
      const names = Array.from((section.split("\n\n")[0] ?? "").matchAll(/^ {2}(\w+)/gm), ([, name]) => name ?? "")
      const covered = new Set(cases.map(({ args: [name = ""] }) => name))
      assert.deepStrictEqual(
        names.filter((name) => !covered.has(name) && !elsewhere.has(name)),
        []
      )
      assert.isAbove(names.length, covered.size)
    })
  )

  it.live.skipIf(!hasTerminal)("says its version and its help on a terminal as on a pipe", () =>
    Effect.gen(function* () {
      for (const args of [["--version"], ["list", "--help"]]) {
        const environment = { NO_COLOR: "1" }
        assert.strictEqual(fine(yield* onTerminal(args, environment)), fine(yield* onPipes(args, environment)))
      }
    })
  )

  it.skipIf(hasTerminal)("is looked at on a terminal only where there is `script`, and here there is none", () => {})
})
