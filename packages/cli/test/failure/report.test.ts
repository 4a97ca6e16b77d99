import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as PlatformError from "effect/PlatformError"
import * as Schema from "effect/Schema"
import * as Sink from "effect/Sink"
import { apiKey, type Circumstances, connected, makeOutput, rooms } from "../fixtures/command.ts"
import { failures, passingTime } from "../fixtures/failures.ts"
import { json, makeService } from "../fixtures/service.ts"
import { roomsPage1 } from "../fixtures/wire.ts"

const Complaint = Schema.fromJsonString(
  Schema.Struct({
    error: Schema.StructWithRest(Schema.Struct({ _tag: Schema.String }), [Schema.Record(Schema.String, Schema.Unknown)])
  })
)

/** What stderr has: one line with one JSON object, which could move no cursor and gives nothing away. */
const errorIn = (stderr: string) => {
  assert.match(stderr, /^\{"error":\{"_tag":\P{Cc}+\}\}\n$/u)
  assert.notInclude(stderr, apiKey)
  return Schema.decodeUnknownSync(Complaint)(stderr).error
}

const failed = (args: ReadonlyArray<string>, circumstances?: Circumstances) => passingTime(rooms(args, circumstances))

const named = failures.map((failure) => ({ ...failure, name: `${failure.args.join(" ")}, ${failure.when}` }))

describe("a failure with --format json or ndjson", () => {
  it.effect.each(named)("is an object with tag, evidence and a hint: $name", ({ answer, args, code, says, tags }) =>
    Effect.gen(function* () {
      const [tag, reasonTag] = tags
      for (const format of [["--format", "json"], ["--format", "ndjson"], ["-o", "json"], ["--json"]]) {
        const service = makeService(answer)
        const outcome = yield* failed([...args, ...format], { service, stderrTerminal: format.includes("ndjson") })
        const error = errorIn(outcome.stderr)
        assert.strictEqual(outcome.code, code)
        assert.deepInclude(error, { _tag: tag, exitCode: code })
        assert.match(String(error.message), says)
        assert.match(String(error.hint), /^\P{Cc}+$/u)
        assert.hasAllKeys({ ...error, status: 0, requestId: "", serverMessage: "" }, [
          ...["_tag", "message", "exitCode", "hint", "operation", "method", "urlTemplate", "attempts"],
          ...["elapsedMillis", "isRetryable", "status", "requestId", "serverMessage"],
          ...(reasonTag === undefined ? [] : ["reason"]),
          ...(tag === "RoomNotFound" || tag === "NoLiveSession" ? ["roomId"] : []),
          ...(tag === "SessionNotFound" ? ["sessionId"] : []),
          ...(tag === "InvalidRequest" ? ["field", "problem"] : [])
        ])
        if (reasonTag !== undefined) assert.propertyVal(error.reason, "_tag", reasonTag)
        assert.lengthOf(Schema.decodeUnknownSync(Schema.Array(Schema.Unknown))(error.attempts), service.sent.length)
      }
    })
  )

  it.effect("has everything that is known about the request", () =>
    Effect.gen(function* () {
      const headers = { "x-request-id": "req-1" }
      const service = makeService(() => json({ message: "gone\u009b2J" }, { status: 404, headers }))
      const { stderr } = yield* failed(["get", "abc", "--format", "json"], { service })
      assert.deepStrictEqual(errorIn(stderr), {
        _tag: "RoomNotFound",
        message: 'no room "abc" belongs to this API key (the service says: gone\u009b2J)',
        exitCode: 3,
        hint: "`rooms list --all` shows the rooms of this API key, `rooms list --title <text>` those with a title",
        operation: "roomDetails",
        method: "GET",
        urlTemplate: "/api/v2/sdk/rooms/room-details/{roomId}",
        status: 404,
        requestId: "req-1",
        attempts: [{ status: 404, waitedMillis: 0 }],
        elapsedMillis: 0,
        roomId: "abc",
        serverMessage: "gone\u009b2J",
        isRetryable: false
      })
    })
  )

  it.effect("says how long to wait, in milliseconds and in words", () =>
    Effect.gen(function* () {
      const service = makeService(() => json({}, { status: 429, headers: { "retry-after": "90" } }))
      const { code, stderr } = yield* failed(["list", "--format", "json"], { service })
      const { hint, reason, retryAfterMillis } = errorIn(stderr)
      assert.deepStrictEqual(
        { code, hint, reason, retryAfterMillis },
        {
          code: 5,
          hint: "run it again in 1m 30s",
          reason: { _tag: "RateLimited" },
          retryAfterMillis: 90_000
        }
      )
    })
  )

  it.effect("tells how to find the room of a create that may have been", () =>
    Effect.gen(function* () {
      const service = makeService(() => Promise.reject(new TypeError("fetch failed")))
      for (const title of [["--title", "it's"], ["it's"]]) {
        const { stderr } = yield* failed(["create", ...title, "--format", "json"], { service })
        assert.strictEqual(
          errorIn(stderr).hint,
          "look for it before you create it again: rooms list --title 'it'\\''s'"
        )
      }
    })
  )

  it.effect("follows the rows that there were", () =>
    Effect.gen(function* () {
      const service = makeService(() => json({ ...roomsPage1, nextCursor: 1 }))
      const { code, stderr, stdout } = yield* failed(["list", "--all", "--format", "ndjson"], { service })
      assert.deepInclude(errorIn(stderr), { _tag: "PaginationError", exitCode: 8, emitted: 2 })
      assert.lengthOf(stdout.split("\n"), 3)
      assert.strictEqual(code, 8)
    })
  )

  const { ROOMS_API_KEY: _, ...withoutKey } = connected
  const http = ["--base-url", "http://x.example"]

  it.effect.each([
    { args: ["list"], environment: {}, is: { _tag: "UsageError" } },
    { args: ["list"], environment: withoutKey, is: { _tag: "UsageError" } },
    { args: ["create", "--metadata", "@no-such-file"], is: { _tag: "UsageError" } },
    { args: ["list", ...http], is: { _tag: "InvalidConfiguration", field: "baseUrl" } },
    { args: ["list", "--api-key", "a b"], is: { _tag: "InvalidConfiguration", field: "apiKey" } },
    {
      args: ["create", "--title", "x".repeat(10_240)],
      is: { _tag: "MetadataTooLarge", limit: 10_240, bytes: 10_252, hint: "shorten the metadata by at least 12 bytes" }
    },
    {
      args: ["lst"],
      is: { command: "rooms", problems: [{ _tag: "UnknownCommand", command: "lst", suggestions: ["list"] }] }
    },
    {
      args: ["list", "--alll", apiKey],
      is: { problems: [{ _tag: "UnknownFlag", flag: "--alll", suggestions: ["--all"] }] }
    },
    { args: ["--fake", "list"], is: { problems: [{ _tag: "MisplacedFlag", flag: "--fake" }] } },
    {
      args: ["list", "--cursor", "-1"],
      is: {
        command: "rooms list",
        hint: "see rooms list --help",
        message: '--cursor: "-1" is not an integer of at least 0',
        problems: [
          { _tag: "InvalidValue", flag: "--cursor", value: "-1", problem: '"-1" is not an integer of at least 0' }
        ]
      }
    },
    { args: ["get"], is: { problems: [{ _tag: "MissingArgument", argument: "roomId" }] } },
    { args: ["get", "a", "b"], is: { problems: [{ _tag: "UnexpectedArgument", arguments: ["b"] }] } },
    {
      args: ["list", "--api-key", apiKey, "--api-key", apiKey],
      is: { problems: [{ _tag: "TooManyValues", flag: "--api-key" }] }
    }
  ])("is wrong usage or configuration: $args", ({ args, environment = connected, is }) =>
    Effect.gen(function* () {
      for (const format of [["--format", "json"], ["--format=ndjson"], ["-o", "json"], ["-o=json"], ["--json"]]) {
        const { code, stderr, stdout } = yield* failed([...args, ...format], { environment })
        assert.deepInclude(errorIn(stderr), { _tag: "UsageError", exitCode: 2, ...is })
        assert.notInclude(stderr, "allowInsecure")
        assert.deepStrictEqual({ code, stdout }, { code: 2, stdout: "" })
      }
    })
  )

  it.effect("is an output that can't be written", () =>
    Effect.gen(function* () {
      const cause = Object.assign(new Error("no space left"), { code: "ENOSPC" })
      const error = PlatformError.systemError({ _tag: "Unknown", module: "Stdio", method: "stdout", cause })
      const output = { ...makeOutput(), stdout: () => Sink.fail(error) }
      const { code, stderr } = yield* failed(["metrics", "--fake", "--format", "json"], { output })
      const { exitCode, reason, _tag } = errorIn(stderr)
      assert.deepStrictEqual({ code, exitCode, _tag }, { code: 1, exitCode: 1, _tag: "PlatformError" })
      assert.deepInclude(reason, { _tag: "Unknown", module: "Stdio", method: "stdout", code: "ENOSPC" })
    })
  )

  it.effect("is a defect", () =>
    Effect.gen(function* () {
      const output = { ...makeOutput(), stdout: () => Sink.die(new RangeError("out of\nbounds")) }
      const { code, stderr } = yield* failed(["metrics", "--fake", "--format", "json"], { output })
      assert.deepInclude(errorIn(stderr), { _tag: "Defect", exitCode: 1 })
      assert.strictEqual(code, 1)
    })
  )
})

describe("a hint", () => {
  it.effect("names no command that there is not", () =>
    Effect.gen(function* () {
      const named = yield* Effect.forEach(failures, ({ answer, args }) =>
        Effect.map(failed([...args, "--format", "json"], { service: makeService(answer) }), ({ stderr }) =>
          Array.from(String(errorIn(stderr).hint).matchAll(/`rooms ([a-z]+)/g), ([, name = ""]) => name)
        )
      )
      for (const name of new Set(named.flat())) assert.strictEqual((yield* rooms([name, "--help"])).code, 0, name)
    })
  )
})

describe("a failure on a terminal", () => {
  it.effect.each(named)("is one line and a hint: $name", ({ answer, args, code, says }) =>
    Effect.gen(function* () {
      const outcome = yield* failed(args, { service: makeService(answer), stderrTerminal: true })
      assert.match(outcome.stderr, /^rooms: \P{Cc}+\nhint: \P{Cc}+\n$/u)
      assert.match(outcome.stderr, says)
      assert.notInclude(outcome.stderr, apiKey)
      assert.deepStrictEqual({ code: outcome.code, stdout: outcome.stdout }, { code, stdout: "" })
    })
  )

  it.effect("is one line where the line says what to do", () =>
    Effect.gen(function* () {
      const { stderr } = yield* failed(["list"], { environment: { NO_COLOR: "1" }, stderrTerminal: true })
      assert.match(stderr, /^rooms: no service is configured\P{Cc}+\n$/u)
    })
  )

  it.effect("is wrong usage, with where to read more as the hint", () =>
    Effect.gen(function* () {
      const { stderr } = yield* failed(["list", "--alll"], { stderrTerminal: true })
      assert.strictEqual(stderr, "rooms: unknown flag --alll (did you mean --all?)\nhint: see rooms list --help\n")
    })
  )
})

describe("the colour of a failure", () => {
  const { NO_COLOR: _, ...colorful } = connected
  const red = "\u001b[31mrooms:\u001b[39m "

  it.effect.each([
    { stderrTerminal: true, environment: colorful, args: [], begins: red },
    { stderrTerminal: true, environment: connected, args: [], begins: "rooms: " },
    { stderrTerminal: true, environment: colorful, args: ["--no-color"], begins: "rooms: " },
    { stderrTerminal: true, environment: { ...colorful, TERM: "dumb" }, args: [], begins: "rooms: " },
    { stderrTerminal: false, environment: colorful, args: [], begins: "rooms: " },
    { stderrTerminal: false, environment: { ...colorful, FORCE_COLOR: "1" }, args: [], begins: red }
  ])("is red on a terminal: $stderrTerminal $environment $args", ({ args, begins, environment, stderrTerminal }) =>
    Effect.gen(function* () {
      const service = () => makeService(() => json({}, { status: 404 }))
      for (const command of [["get", "abc"], ["get"]]) {
        // Whether stdout is a terminal makes no difference to what is written to stderr.
        for (const terminal of [true, false]) {
          const circumstances = { environment, stderrTerminal, terminal, service: service() }
          const { stderr } = yield* failed([...command, ...args], circumstances)
          assert.isTrue(stderr.startsWith(begins), JSON.stringify(stderr))
        }
      }
    })
  )
})

describe("the API key", () => {
  it.effect.each(["json", "table"])("isn't shown if it is the value of another flag: --format %s", (format) =>
    Effect.gen(function* () {
      const service = makeService(() => json({}, { status: 404 }))
      const { ROOMS_API_KEY: _, ...environment } = connected
      const args = ["get", apiKey, "--format", format]
      for (const outcome of [
        yield* failed(args, { service }),
        yield* failed([...args, "--api-key", apiKey], { environment, service })
      ]) {
        assert.include(outcome.stderr, "<redacted>")
        assert.notInclude(outcome.stderr, apiKey)
      }
    })
  )
})
