/** Every class of error of the packed and installed binary: exit code, stream and format, on pipes and on a terminal. */

import { existsSync } from "node:fs"
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { formats } from "../../src/OutputFlags.ts"
import { answering } from "../fixtures/answers.ts"
import type { Outcome } from "../fixtures/command.ts"
import { hasTerminal, onPipes, onTerminal, onTerminalWithoutData, uninstall } from "../fixtures/packed.ts"
import { shell } from "../fixtures/process.ts"
import { nowhere } from "../fixtures/server.ts"

interface Case {
  readonly args: ReadonlyArray<string>
  /** How the service fails; without, it does not. */
  readonly key?: string
  /** Where the service is; without, where it answers. */
  readonly at?: "nowhere" | "unconfigured" | "http://rooms.example.com"
  readonly code: number
  readonly tag: string
  readonly says: RegExp
}

const cases: ReadonlyArray<Case> = [
  { args: ["lst"], code: 2, tag: "UsageError", says: /"lst" \(did you mean list\?\)/ },
  { args: ["list", "--alll"], code: 2, tag: "UsageError", says: /--alll \(did you mean --all\?\)/ },
  {
    args: ["list", "--cursor", "-1"],
    code: 2,
    tag: "UsageError",
    says: /--cursor: "-1" is not an integer of at least 0/
  },
  { args: ["list"], at: "unconfigured", code: 2, tag: "UsageError", says: /--base-url or set ROOMS_BASE_URL/ },
  { args: ["create", "--metadata", "@no-such-file"], code: 2, tag: "UsageError", says: /--metadata: no-such-file/ },
  { args: ["list"], at: "http://rooms.example.com", code: 2, tag: "InvalidConfiguration", says: /--allow-insecure/ },
  { args: ["create", "--title", "x".repeat(10_240)], code: 2, tag: "MetadataTooLarge", says: /the limit is 10240/ },
  { args: ["create"], key: "status-422", code: 2, tag: "InvalidRequest", says: /no\s+more/ },
  { args: ["get", "none"], code: 3, tag: "RoomNotFound", says: /no room "none"/ },
  { args: ["participants", "s"], key: "status-404", code: 3, tag: "SessionNotFound", says: /no session "s"/ },
  { args: ["live", "none"], code: 3, tag: "NoLiveSession", says: /no ongoing session/ },
  { args: ["metrics"], key: "status-403", code: 4, tag: "Unauthorized", says: /does not accept the API key/ },
  { args: ["recordings"], key: "status-429", code: 5, tag: "ServiceError", says: /try again in 1h/ },
  { args: ["list"], key: "status-418", code: 6, tag: "ServiceError", says: /answered 418/ },
  { args: ["create"], at: "nowhere", code: 6, tag: "ServiceError", says: /could not be reached/ },
  { args: ["metrics", "--timeout", "100ms"], key: "never-answers", code: 6, tag: "ServiceError", says: /within 100ms/ },
  {
    args: ["create"],
    key: "status-500",
    code: 7,
    tag: "CreateOutcomeUnknown",
    says: /may or may not have been created/
  },
  { args: ["list"], key: "html-is-no-json", code: 8, tag: "ServiceError", says: /breaks the contract/ },
  {
    args: ["metadata", "abc", "--timeout", "9s"],
    key: "html-is-no-json",
    code: 8,
    tag: "ServiceError",
    says: /not JSON/
  }
]

/** Every command meets the same refusal. */
const refused: ReadonlyArray<Case> = [
  ["create"],
  ["list"],
  ["list", "--all"],
  ["get", "abc"],
  ["metadata", "abc"],
  ["sessions", "abc"],
  ["sessions", "--all-rooms"],
  ["participants", "s"],
  ["live", "abc"],
  ["recordings"]
].map((args) => ({ args, key: "status-401", code: 4, tag: "Unauthorized", says: /does not accept the API key/ }))

const fineKey = "sk_live_4f9d2c71"

const isJson = (format: string | undefined) => format === "json" || format === "ndjson"

const assertJson = (text: string, { code, says, tag }: Case) => {
  assert.match(text, /^\{"error":\P{Cc}+\}\n$/u)
  const { error } = JSON.parse(text)
  assert.deepInclude(error, { _tag: tag, exitCode: code })
  assert.match(error.message, says)
}

const assertPiped = ({ code, stderr, stdout }: Outcome, expected: Case, format: string | undefined) => {
  assert.deepStrictEqual({ code, stdout }, { code: expected.code, stdout: "" })
  if (isJson(format)) return assertJson(stderr, expected)
  assert.match(stderr, /^rooms: \P{Cc}+\n$/u)
  assert.match(stderr, expected.says)
}

const assertShown = ({ code, stdout }: Outcome, expected: Case, format: string | undefined) => {
  assert.strictEqual(code, expected.code)
  if (isJson(format)) return assertJson(stdout, expected)
  const hint = expected.at === "unconfigured" || expected.args.includes("--metadata") ? "" : "hint: \\P{Cc}+\\n"
  assert.match(stdout, new RegExp(`^rooms: \\P{Cc}+\\n${hint}$`, "u"))
  assert.match(stdout, expected.says)
}

const environmentOf = ({ at, key = fineKey }: Case, answeringAt: string, nowhereAt: string) => ({
  ROOMS_API_KEY: key,
  ...(at === "unconfigured"
    ? {}
    : { ROOMS_BASE_URL: at === undefined ? answeringAt : at === "nowhere" ? nowhereAt : at })
})

/** Meets one error with each of these formats, on pipes and on a terminal. */
const meet = (
  expected: Case,
  asked: { readonly piped: ReadonlyArray<string | undefined>; readonly shown: ReadonlyArray<string | undefined> }
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const environment = environmentOf(expected, yield* answering, yield* nowhere)
      const run = (on: typeof onPipes, format: string | undefined) =>
        Effect.tap(
          on([...expected.args, ...(format === undefined ? [] : ["--format", format])], environment),
          (outcome) => Effect.sync(() => assert.notInclude(outcome.stdout + outcome.stderr, environment.ROOMS_API_KEY))
        )
      const piped = asked.piped.map((format) =>
        Effect.map(run(onPipes, format), (outcome) => assertPiped(outcome, expected, format))
      )
      const shown = asked.shown.map((format) =>
        Effect.map(run(onTerminal, format), (outcome) => assertShown(outcome, expected, format))
      )
      const withoutData = Effect.map(run(onTerminalWithoutData, undefined), (outcome) =>
        assertShown(outcome, expected, undefined)
      )
      yield* Effect.all(hasTerminal ? [...piped, ...shown, withoutData] : piped, { concurrency: 4, discard: true })
    })
  )

afterAll(uninstall)

describe("the installed command", () => {
  it.live.each(cases)("ends $args with $code, $tag, in every format", (expected) =>
    meet(expected, { piped: [undefined, ...formats], shown: [undefined, "json", "ndjson"] })
  )

  it.live.each(refused)("ends $args with $code, $tag", (expected) =>
    meet(expected, { piped: [undefined, "ndjson"], shown: [undefined] })
  )

  it.live("ends with 8 where pages lead nowhere, after the rows that there were", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const environment = { ROOMS_BASE_URL: yield* answering, ROOMS_API_KEY: "stuck-at-a-cursor" }
        const outcome = yield* onPipes(["list", "--all", "--format", "ndjson"], environment)
        assert.strictEqual(outcome.stdout.split("\n").length, 3)
        const expected = { args: [], code: 8, tag: "PaginationError", says: /rows were emitted/ }
        assertPiped({ ...outcome, stdout: "" }, expected, "ndjson")
      })
    )
  )

  it.live.skipIf(!existsSync("/dev/full"))("ends with 1 where its output cannot be written", () =>
    Effect.gen(function* () {
      for (const args of [["metrics", "--fake"], ["--version"], ["list", "--help"]]) {
        const outcome = yield* shell('"$@" > /dev/full', args)
        assertPiped(outcome, { args, code: 1, tag: "PlatformError", says: /ENOSPC/ }, undefined)
      }
      const json = yield* shell('"$@" > /dev/full', ["metrics", "--fake", "--format", "json"])
      assertPiped(json, { args: [], code: 1, tag: "PlatformError", says: /ENOSPC/ }, "json")
    })
  )

  it.live("ends with 0 where nobody reads its output", () =>
    Effect.gen(function* () {
      for (const args of [["list", "--all", "--fake"], ["--version"], ["list", "--help"]]) {
        const outcome = yield* shell('{ "$@"; echo "exit $?" >&2; } | true', args)
        assert.strictEqual(outcome.stderr, "exit 0\n")
      }
    })
  )

  it.skipIf(hasTerminal)("is looked at on a terminal only where there is `script`, and here there is none", () => {})
})
