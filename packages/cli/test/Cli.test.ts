import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as PlatformError from "effect/PlatformError"
import * as Sink from "effect/Sink"
import { apiKey, makeOutput, rooms } from "./fixtures/command.ts"
import { makeService, unreachable } from "./fixtures/service.ts"

/** Runs a command line that must not send anything. */
const refused = (args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const service = unreachable()
    const outcome = yield* rooms(args, { service })
    assert.deepStrictEqual(service.sent, [])
    return outcome
  })

const commands = [
  ["create"],
  ["list"],
  ["get"],
  ["metadata"],
  ["sessions"],
  ["participants"],
  ["live"],
  ["recordings"],
  ["metrics"],
  ["emulator", "start"],
  ["emulator", "exec"]
]

/** The exit codes that a help text lists, in its order. */
const exitCodesIn = (help: string) => {
  const [, section = ""] = help.split("\nEXIT CODES\n")
  return Array.from(section.matchAll(/^ {2}(\d+) +\S/gm), ([, code]) => Number(code))
}

describe("--help", () => {
  it.effect("lists the commands and the exit codes on stdout", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* refused(["--help"])
      for (const [command = ""] of commands) assert.match(stdout, new RegExp(`^ +${command}(, ls)? `, "m"))
      assert.deepStrictEqual(exitCodesIn(stdout), [0, 1, 2, 3, 4, 5, 6, 7, 8, 130])
      assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
    })
  )

  it.effect.each(commands.map((command) => ({ command })))("writes the help of $command to stdout", ({ command }) =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* refused([...command, "--help"])
      assert.include(stdout, `rooms ${command.join(" ")}`)
      assert.include(stdout, "--api-key")
      assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
    })
  )

  it.effect.each(commands.slice(0, -2).map((command) => ({ command })))(
    "lists the common flags of $command, and the exit codes",
    ({ command }) =>
      Effect.gen(function* () {
        const { stdout } = yield* refused([...command, "--help"])
        const everywhere = [
          "api-key",
          "base-url",
          "fake",
          "format",
          "json",
          "timeout",
          "allow-insecure",
          "verbose",
          "curl"
        ]
        for (const flag of everywhere) assert.match(stdout, new RegExp(`^ +(-., )?--${flag} `, "m"))
        assert.deepStrictEqual(exitCodesIn(stdout), [0, 1, 2, 3, 4, 5, 6, 7, 8, 130])
      })
  )
})

describe("rooms help", () => {
  it.effect.each([
    { args: ["help"], is: ["--help"] },
    { args: ["help", "list"], is: ["list", "--help"] },
    { args: ["help", "ls"], is: ["list", "--help"] },
    { args: ["help", "recordings", "download"], is: ["recordings", "download", "--help"] },
    // Words after a command would be its arguments; it doesn't run.
    { args: ["help", "get", "abc-defg-hij"], is: ["get", "--help"] },
    { args: ["version"], is: ["--version"] }
  ])("shows the same as --help: $args", ({ args, is }) =>
    Effect.gen(function* () {
      const outcome = yield* refused(args)
      assert.deepStrictEqual(outcome, yield* refused(is))
      assert.deepStrictEqual([outcome.code, outcome.stderr], [0, ""])
      assert.isNotEmpty(outcome.stdout)
    })
  )

  it.effect.each([
    { args: ["help", "lst"], says: 'rooms: unknown command "lst" (did you mean list?); see rooms --help\n' },
    {
      args: ["help", "recordings", "nope"],
      says: 'rooms: unknown command "nope"; see rooms recordings --help\n'
    }
  ])("reports an unknown command once: $args", ({ args, says }) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* refused(args), { code: 2, stdout: "", stderr: says })
    })
  )
})

describe("--version", () => {
  it.effect("writes the version to stdout", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* refused(["--version"])
      assert.match(stdout, /^rooms \S+( \P{Cc}+)?\n$/u)
      assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
    })
  )
})

describe("a command line without a command", () => {
  it.effect.each([{ args: [] }, { args: ["emulator"] }])("writes the help to stderr: $args", ({ args }) =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* refused(args)
      assert.include(stderr, `USAGE\n  ${["rooms", ...args].join(" ")} <command>`)
      assert.deepStrictEqual({ code, stdout }, { code: 2, stdout: "" })
    })
  )
})

describe("an invalid command line", () => {
  const key = ["--api-key", apiKey]

  it.effect.each([
    { args: ["lst"], says: /unknown command "lst" \(did you mean list\?\); see rooms --help/ },
    { args: ["zzzzzz"], says: /unknown command "zzzzzz"; see rooms --help/ },
    { args: ["emulator", "strat"], says: /"strat" \(did you mean start\?\); see rooms emulator --help/ },
    { args: ["list", "--alll", ...key], says: /unknown flag --alll \(did you mean --all\?\); see rooms list --help/ },
    { args: ["list", "--ll", ...key], says: /unknown flag --ll \(did you mean .*--all.*\?\); see rooms list --help/ },
    { args: ["list", "extra", ...key], says: /unexpected argument "extra"/ },
    { args: ["get", ...key], says: /<roomId> is missing/ },
    { args: ["get", "a", "b", ...key], says: /unexpected argument "b"/ },
    { args: ["list", "--format", "xml", ...key], says: /--format: "xml" is not one of table, json, .* or \w+;/ },
    { args: ["list", ...key, "--format"], says: /--format needs a value: one of table, json, .* or \w+;/ },
    { args: ["list", ...key, "--title"], says: /--title needs a value: --title <text>;/ },
    { args: ["list", "--fake=maybe", ...key], says: /--fake: "maybe" is not true or false;/ },
    { args: ["list", "--no-progress=1", ...key], says: /--no-progress takes no value;/ },
    {
      args: ["list", "--name", "x", ...key],
      says: /unknown flag --name \(did you mean --title\?\); see rooms list --help/
    },
    { args: ["get", "--name", "x", ...key], says: /unknown flag --name; see rooms get --help/ },
    { args: ["list", "--tilte", "x", ...key], says: /unknown flag --tilte \(did you mean --title\?\);/ },
    { args: ["list", "--output", "json", ...key], says: /unknown flag --output \(did you mean --format\?\);/ },
    { args: ["list", "-o", "xml", ...key], says: /--format: "xml" is not one of table, json, .* or \w+;/ },
    { args: ["list", "--fields", "nope", ...key], says: /rooms: --fields: unknown field "nope"/ },
    { args: ["list", "--cursor", "-1", ...key], says: /--cursor: "-1" is not an integer of at least 0;/ },
    { args: ["list", "--cursor", "1.5", ...key], says: /--cursor: "1.5" is not an integer;/ },
    { args: ["list", "--cursor", "x", ...key], says: /--cursor: "x" is not an integer;/ },
    { args: ["list", "--cursor", "1", "--cursor", "2"], says: /--cursor was given 2 times; give it once;/ },
    { args: ["list", "--timeout=", ...key], says: /rooms: --timeout: "" is not a duration longer than zero/ },
    { args: ["sessions", "a", "--cursor", "-1", ...key], says: /--cursor.*at least 0/ },
    { args: ["sessions", "a", "--limit", "0", ...key], says: /--limit.*at least 1/ },
    { args: ["recordings", "--limit", "0", ...key], says: /--limit.*at least 1/ },
    { args: ["recordings", "--cursor", "-1", ...key], says: /--cursor.*at least 0/ },
    { args: ["list", "--concurrency", "0", ...key], says: /--concurrency.*at least 1/ },
    { args: ["emulator", "start", "--port", "65536", ...key], says: /--port.*65535/ },
    { args: ["emulator", "start", "--rooms", "-1", ...key], says: /--rooms.*0/ },
    { args: ["emulator", "start", "--clock", "noon", ...key], says: /--clock.*"noon" isn't an ISO 8601 date and time/ },
    { args: ["emulator", "exec", "--clock", "2026-01-01", ...key, "true"], says: /--clock.*2026-01-01T09:00:00Z/ },
    { args: ["emulator", "start", "--cors", "localhost", ...key], says: /--cors.*"localhost" isn't an origin/ },
    { args: ["emulator", "start", "--cors", "http://localhost/", ...key], says: /--cors.*"http:\/\/localhost\/"/ },
    { args: ["emulator", "exec", ...key], says: /command/ },
    { args: ["emulator", "exec", ...key, "--"], says: /command/ },
    { args: ["emulator", "exec", "--port", "1", ...key, "--", "true"], says: /--port/ },
    // An API key in the wrong place isn't shown either.
    { args: [...key, "list"], says: /--api-key goes after the command, as in rooms list --api-key;/ },
    { args: [...key, "nothing"], says: /--api-key goes after the command, as in rooms create --api-key;/ },
    { args: ["--fake", "list"], says: /--fake goes after the command, as in rooms list --fake;/ },
    { args: ["emulator", ...key, "start"], says: /--api-key goes .* as in rooms emulator start --api-key;/ },
    { args: ["--no-such-flag", "list"], says: /unknown flag --no-such-flag;/ },
    { args: ["list", "--apikey", apiKey], says: /^rooms: unknown flag --apikey \(did you mean --api-key\?\); see/ },
    { args: ["list", `--api-key=${apiKey}`, apiKey], says: /unexpected argument "<redacted>"/ },
    { args: ["list", ...key, ...key], says: /--api-key/ }
  ])("writes one line to stderr and sends nothing: $args", ({ args, says }) =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* refused(args)
      assert.match(stderr, says)
      assert.match(stderr, /^rooms: \P{Cc}+; see rooms\P{Cc}* --help\n$/u)
      assert.notInclude(stderr, apiKey)
      assert.deepStrictEqual({ code, stdout }, { code: 2, stdout: "" })
    })
  )

  const badIds = ["", ".", "..", "\ud800"]

  it.effect.each(
    badIds.flatMap((id) => [
      { args: ["get", id], field: "roomId" },
      { args: ["metadata", id], field: "roomId" },
      { args: ["sessions", id], field: "roomId" },
      { args: ["live", id], field: "roomId" },
      { args: ["participants", id], field: "sessionId" },
      { args: ["recordings", "--session", id], field: "--session" }
    ])
  )("rejects an id that can't be sent: $args", ({ args, field }) =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* refused(args)
      assert.match(stderr, /^rooms: [^\n]*an id must not be empty, "\." or "\.\."[^\n]*\n$/)
      assert.include(stderr, field)
      assert.deepStrictEqual({ code, stdout }, { code: 2, stdout: "" })
    })
  )
})

describe("an output that can't be written", () => {
  const failing = (cause: NodeJS.ErrnoException) => {
    const error = PlatformError.systemError({ _tag: "Unknown", module: "Stdio", method: "stdout", cause })
    return { ...makeOutput(), stdout: () => Sink.fail(error) }
  }

  const errno = (code: string) => Object.assign(new Error(`${code}: cannot write`), { code })

  it.effect.each(["EPIPE", "ERR_STREAM_DESTROYED"])("exits with 0 if the reader has closed it: %s", (code) =>
    Effect.gen(function* () {
      const outcome = yield* rooms(["metrics", "--fake"], { output: failing(errno(code)) })
      assert.deepStrictEqual(outcome, { code: 0, stdout: "", stderr: "" })
    })
  )

  it.effect("exits with 1 and the reason otherwise", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* rooms(["metrics", "--fake"], { output: failing(errno("ENOSPC")) })
      assert.match(stderr, /^rooms: [^\n]*ENOSPC: cannot write\n$/)
      assert.strictEqual(code, 1)
    })
  )
})

describe("a defect", () => {
  it.effect("exits with 1 and reports a bug, without a stack", () =>
    Effect.gen(function* () {
      const output = { ...makeOutput(), stdout: () => Sink.die(new RangeError("out of\nbounds")) }
      const outcome = yield* rooms(["metrics", "--fake"], { output })
      assert.deepStrictEqual(outcome, {
        code: 1,
        stdout: "",
        stderr: "rooms: this is a bug: RangeError: out of bounds\n"
      })
    })
  )
})

describe("an interruption", () => {
  it.effect("interrupts the request in flight", () =>
    Effect.gen(function* () {
      const asked = Promise.withResolvers<AbortSignal | null>()
      const service = makeService(({ signal }) => {
        asked.resolve(signal)
        return new Promise(() => {})
      })
      const running = yield* Effect.forkChild(rooms(["metrics"], { service }))
      const signal = yield* Effect.promise(() => asked.promise)
      yield* Fiber.interrupt(running)
      const exit = yield* Fiber.await(running)
      assert.isTrue(Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause))
      assert.isTrue(signal?.aborted)
    })
  )

  it.effect("isn't reported as a bug if it comes from within", () =>
    Effect.gen(function* () {
      const output = { ...makeOutput(), stdout: () => Sink.fromEffect(Effect.interrupt) }
      const exit = yield* Effect.exit(rooms(["metrics", "--fake"], { output }))
      assert.isTrue(Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause))
      assert.strictEqual(output.written.stderr.text(), "")
    })
  )
})
