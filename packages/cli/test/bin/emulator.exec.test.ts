import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { apiKey } from "../fixtures/command.ts"
import { createRoom, folder, isGone, titlesIn } from "../fixtures/emulator.ts"
import { prepared, runProcess, shell, start, startShell } from "../fixtures/process.ts"

const exec = (...args: ReadonlyArray<string>) => ["emulator", "exec", "--scenario", "empty", ...args]

/** A shell script as the command. */
const script = (text: string, ...args: ReadonlyArray<string>) => exec("--", "/bin/sh", "-c", text, "sh", ...args)

const sayUrl = 'echo "$ROOMS_BASE_URL $ROOMS_API_KEY"'

const urlIn = (text: string) => /^(http:\/\/127\.0\.0\.1:\d+) dev\n/.exec(text)?.[1] ?? "none"

describe("rooms emulator exec", () => {
  it.live("gives the command an emulator, and ends with its exit code and without a trace", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* runProcess(script(`${sayUrl}; exit 7`))
      assert.match(stdout, /^http:\/\/127\.0\.0\.1:\d+ dev\n$/)
      assert.deepStrictEqual({ code, stderr }, { code: 7, stderr: "" })
      assert.isTrue(yield* isGone(urlIn(stdout)))
    })
  )

  it.live("gives it the first API key, where the service is behind its prefix, and the rest of the environment", () =>
    Effect.gen(function* () {
      const flags = ["--api-key", apiKey, "--api-key", "second", "--quirk", "pathPrefix=/gateway/rooms"]
      const environment = { ROOMS_BASE_URL: "http://elsewhere.invalid", ROOMS_API_KEY: "other", MINE: "kept" }
      const args = exec(...flags, "--", "/bin/sh", "-c", `${sayUrl}; echo "$MINE"`)
      const { code, stderr, stdout } = yield* runProcess(args, environment)
      assert.match(stdout, new RegExp(`^http://127\\.0\\.0\\.1:\\d+/gateway/rooms ${apiKey}\nkept\n$`))
      assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
    })
  )

  it.live("lets another rooms command talk to it", () =>
    // "$@" is `rooms emulator exec … -- `, and what follows is run by it.
    Effect.gen(function* () {
      const { code, stdout } = yield* shell('"$@" "$1" "$2" list --format ndjson', [
        "emulator",
        "exec",
        "--rooms",
        "3",
        "--"
      ])
      assert.deepStrictEqual([code, stdout.split("\n").length], [0, 4])
    })
  )

  it.live("leaves input and output to the command", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const running = yield* startShell('"$@"', script("cat; echo oops >&2; exit 3"))
        yield* running.type("typed\n")
        assert.deepStrictEqual(yield* running.ended, { code: 3, stdout: "typed\n", stderr: "oops\n" })
      })
    )
  )

  it.live("passes arguments on as they are, also those that look like its own", () =>
    Effect.gen(function* () {
      const given = ["--help", "--", "-x", "--seed=1", "a b", "", "*"]
      const { stdout } = yield* runProcess(script('for argument; do echo "<$argument>"; done', ...given))
      assert.strictEqual(stdout, given.map((argument) => `<${argument}>\n`).join(""))
    })
  )

  it.live("says where the emulator is with --verbose, on stderr", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* runProcess(exec("--verbose", "--", "/bin/sh", "-c", sayUrl))
      assert.strictEqual(stderr, `listening on ${urlIn(stdout)}\n`)
      assert.strictEqual(code, 0)
    })
  )

  it.live("shows what the command asks for with --verbose, on stderr", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* shell('"$@" "$1" "$2" metrics', ["emulator", "exec", "--verbose", "--"])
      assert.strictEqual(code, 0)
      assert.match(stderr, /^listening on \S+\nGET \/api\/v2\/sdk\/metrics 200 \d+\.\d ms\n$/)
    })
  )

  it.live("ends with 128 and the signal that ended the command", () =>
    Effect.gen(function* () {
      for (const [signal, code] of [
        ["TERM", 143],
        ["KILL", 137],
        ["USR1", 138]
      ] as const) {
        assert.deepStrictEqual(yield* runProcess(script(`kill -${signal} $$`)), { code, stdout: "", stderr: "" })
      }
    })
  )

  it.live("exits with 127 if the command isn't found, with 126 if it can't be run, and leaves nothing behind", () =>
    Effect.gen(function* () {
      const { at, names } = yield* folder
      const flags = ["--data", at("world.json")]
      const none = yield* runProcess(exec(...flags, "--", at("none")))
      assert.deepStrictEqual(none, { code: 127, stdout: "", stderr: `rooms: ${at("none")}: command not found\n` })
      assert.deepStrictEqual(names(), ["world.json"])
      const file = yield* runProcess(exec(...flags, "--", at("world.json")))
      assert.match(file.stderr, /^rooms: \S*world\.json: can't be run: [^\n]*EACCES\n$/)
      assert.deepStrictEqual([file.code, file.stdout], [126, ""])
    })
  )
})

describe("a signal to rooms emulator exec", () => {
  it.live.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("is the command's, which is waited for: %s", (signal) =>
    Effect.scoped(
      Effect.gen(function* () {
        const { at, names, read } = yield* folder
        const name = signal.slice(3)
        const trap = `trap 'echo "told ${name}"; sleep 0.2; exit 5' ${name}; ${sayUrl}; while :; do sleep 0.05; done`
        const running = yield* start(exec("--export-on-exit", at("world.json"), "--", "/bin/sh", "-c", trap))
        yield* Effect.promise(() => running.stdout.shows("\n"))
        const url = urlIn(running.stdout.text())
        yield* createRoom(url, "before")
        yield* running.signal(signal)
        const { code, stderr, stdout } = yield* running.ended
        // Once, although the emulator would also end it.
        assert.strictEqual(stdout, `${url} dev\ntold ${name}\n`)
        assert.deepStrictEqual({ code, stderr }, { code: 5, stderr: "" })
        assert.isTrue(yield* isGone(url))
        assert.deepStrictEqual(titlesIn(read("world.json")), ["before"])
        assert.deepStrictEqual(names(), ["world.json"])
      })
    )
  )

  it.live("ends with 128 and its number where the command does not look at it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        for (const [signal, code] of [
          ["SIGINT", 130],
          ["SIGTERM", 143],
          ["SIGHUP", 129]
        ] as const) {
          const running = yield* start(script(`${sayUrl}; exec sleep 60`))
          yield* Effect.promise(() => running.stdout.shows("\n"))
          yield* running.signal(signal)
          assert.strictEqual((yield* running.ended).code, code)
          assert.isTrue(yield* isGone(urlIn(running.stdout.text())))
        }
      })
    )
  )
})

/** In this environment half a second goes by after a process was started, before the program goes on. */
const slowToStart = prepared(`
  import processes from "node:child_process"
  import { syncBuiltinESMExports } from "node:module"
  const { spawn } = processes
  processes.spawn = (...args) => {
    const child = spawn(...args)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
    return child
  }
  syncBuiltinESMExports()
`)

describe("a signal to rooms emulator exec from a command that has just begun", () => {
  it.live.each(["INT", "TERM", "HUP"])("is the command's as well: %s", (name) =>
    Effect.gen(function* () {
      const trap = `trap 'exit 5' ${name}; kill -${name} $PPID; while :; do sleep 0.05; done`
      const { code, stderr } = yield* runProcess(script(trap), slowToStart)
      assert.deepStrictEqual({ code, stderr }, { code: 5, stderr: "" })
    })
  )
})

describe("--export-on-exit", () => {
  it.live("has what the command did, whatever it ended with", () =>
    Effect.gen(function* () {
      const { at, names, read } = yield* folder
      const create = '"$0" "$1" create --title made > /dev/null; exit 9'
      const args = exec("--export-on-exit", at("world.json"), "--", "/bin/sh", "-c", create)
      assert.strictEqual((yield* shell('"$@" "$1" "$2"', args)).code, 9)
      assert.deepStrictEqual(titlesIn(read("world.json")), ["made"])
      assert.deepStrictEqual(names(), ["world.json"])
    })
  )

  it.live("exits with 1 instead of 0, and reports a failed export", () =>
    Effect.gen(function* () {
      for (const [exit, code] of [
        [0, 1],
        [9, 9]
      ]) {
        const { at, path } = yield* folder
        const args = exec(
          "--export-on-exit",
          at("in/world.json"),
          "--",
          "/bin/sh",
          "-c",
          `rm -r ${at("in")}; exit ${exit}`
        )
        const { stderr, ...outcome } = yield* shell(`mkdir ${path}/in; "$@"`, args)
        assert.deepStrictEqual(outcome, { code, stdout: "" })
        assert.strictEqual(
          stderr,
          `rooms: ${at("in/world.json")}: cannot be written: the file or its folder doesn't exist\n`
        )
      }
    })
  )
})

describe("fifty at the same time", () => {
  it.live("have a world each, and leave nothing behind", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { at, names, read } = yield* folder
        const numbers = Array.from({ length: 50 }, (_, number) => number)
        const wait = `${sayUrl}; read -r code; exit "$code"`
        const running = yield* Effect.forEach(
          numbers,
          (number) =>
            startShell('exec "$@"', exec("--export-on-exit", at(`${number}.json`), "--", "/bin/sh", "-c", wait)),
          { concurrency: "unbounded" }
        )
        yield* Effect.forEach(running, ({ stdout }) => Effect.promise(() => stdout.shows("\n")))
        const urls = running.map(({ stdout }) => urlIn(stdout.text()))
        assert.strictEqual(new Set(urls).size, 50)
        yield* Effect.forEach(urls, (url, number) => createRoom(url, `room of ${number}`), { concurrency: 10 })
        yield* Effect.forEach(running, ({ type }, number) => type(`${number}\n`), { concurrency: "unbounded" })
        const outcomes = yield* Effect.forEach(running, ({ ended }) => ended, { concurrency: "unbounded" })
        assert.deepStrictEqual(
          outcomes.map(({ code, stderr }) => [code, stderr]),
          numbers.map((number) => [number, ""])
        )
        assert.deepStrictEqual(
          numbers.map((number) => titlesIn(read(`${number}.json`))),
          numbers.map((number) => [`room of ${number}`])
        )
        assert.strictEqual(names().length, 50)
        assert.deepStrictEqual(
          yield* Effect.forEach(urls, isGone, { concurrency: "unbounded" }),
          urls.map(() => true)
        )
      })
    )
  )
})
