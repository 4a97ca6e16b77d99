import { existsSync, statSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { sendJson, serve } from "../fixtures/server.ts"
import { inTerminal, noTmux, openTerminal } from "../fixtures/terminal.ts"
import { metrics } from "../fixtures/wire.ts"

const key = "sk_live_4f9d2c71"

/** A terminal, and a service that accepts one key. */
const loggingIn = Effect.fnUntraced(function* (options = "") {
  const keys: Array<unknown> = []
  const url = yield* serve(({ headers }, response) => {
    keys.push(headers["x-api-key"])
    if (headers["x-api-key"] === key) sendJson(response, metrics)
    else sendJson(response, { message: "unknown" }, 401)
  })
  const terminal = yield* openTerminal({ columns: 160 })
  yield* terminal.run(`clear; stty -a > before; rooms login ${options}; echo "ended with $?"; stty -a > after`)
  yield* terminal.shows(options.includes("--base-url") ? "API key" : "Base URL")
  const file = terminal.folder.at(".config/rooms/profiles.json")
  const isRestored = () => terminal.folder.read("before") === terminal.folder.read("after")
  return { ...terminal, url, keys, file, isRestored }
})

describe.skipIf(noTmux)(inTerminal("rooms login in a terminal"), () => {
  it.live("asks for base URL and key, shows nothing of the key, and stores both", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { file, folder, isRestored, press, shows, type, url } = yield* loggingIn()
        yield* type(url)
        yield* press("Enter")
        const before = yield* shows(/API key \(not shown\).*$/)
        yield* type(key)
        // Later input is read later.
        yield* shows(before)
        yield* press("Enter")
        const screen = yield* shows("ended with 0")
        assert.notInclude(screen, key.slice(0, 4))
        assert.notInclude(screen, "*")
        assert.include(screen, `${url} accepts the API key. Saved both as profile "default"`)
        assert.deepStrictEqual(JSON.parse(folder.read(".config/rooms/profiles.json")), {
          current: "default",
          profiles: { default: { baseUrl: url, apiKey: key } }
        })
        assert.strictEqual(statSync(file).mode & 0o777, 0o600)
        yield* shows(/ended with 0\n\$/)
        assert.isTrue(isRestored())
      })
    )
  )

  it.live("takes both answers of one paste", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { keys, shows, type, url } = yield* loggingIn()
        yield* type(`${url}\r${key}\r`)
        assert.notInclude(yield* shows("ended with 0"), key)
        assert.deepStrictEqual(keys, [key])
      })
    )
  )

  it.live("asks again where the base URL cannot be used", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { press, shows, type } = yield* loggingIn()
        yield* type("nonsense")
        yield* press("Enter")
        yield* shows("is not a URL; it looks like https://rooms.example.com")
        yield* press("C-c")
        yield* shows("ended with 130")
      })
    )
  )

  it.live("suggests the URL with a scheme, and erases the suggestion at Ctrl-C", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { press, shows, type } = yield* loggingIn()
        yield* type("localhost:4010")
        yield* press("Enter")
        yield* shows("it has no scheme; did you mean http://localhost:4010?")
        yield* press("C-c")
        assert.notInclude(yield* shows(/\nnothing was saved\nended with 130\n\$/), "scheme")
      })
    )
  )

  it.live("stores nothing that the service does not accept", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { file, keys, press, shows, type, url } = yield* loggingIn()
        yield* type(`${url}\r`)
        yield* shows("API key")
        yield* type("sk_wrong_000000")
        yield* press("Enter")
        const screen = yield* shows("ended with 4")
        assert.include(screen, "rooms: the service does not accept the API key")
        assert.notInclude(screen, "sk_wrong")
        assert.deepStrictEqual([keys, existsSync(file)], [["sk_wrong_000000"], false])
      })
    )
  )

  it.live.each([
    { key: "C-c", options: "" },
    { key: "C-d", options: "" },
    { key: "C-c", options: "--base-url http://127.0.0.1:1" }
  ])("ends with 130 at $key, with nothing written and the terminal as it was: $options", ({ key: pressed, options }) =>
    Effect.scoped(
      Effect.gen(function* () {
        const { cursor, file, isRestored, press, run, shows, type } = yield* loggingIn(options)
        yield* type("half")
        yield* press(pressed)
        yield* shows(/\nnothing was saved\nended with 130\n\$/)
        assert.isTrue(isRestored())
        assert.isTrue((yield* cursor).isVisible)
        assert.isFalse(existsSync(file))
        yield* run("echo still here")
        yield* shows("\nstill here\n")
      })
    )
  )

  it.live("writes its questions to stderr: stdout may be a file", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { folder, press, shows } = yield* loggingIn("> out")
        yield* press("C-c")
        yield* shows("ended with 130")
        assert.strictEqual(folder.read("out"), "")
      })
    )
  )

  it.live("refuses to read a key from the terminal, which would show it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { run, shows } = yield* openTerminal({ columns: 160 })
        yield* run('rooms login --base-url https://x --api-key-stdin; echo "ended with $?"')
        yield* shows("ended with 2")
        yield* shows("--api-key-stdin reads a pipe or a file, and stdin is a terminal: leave it out")
      })
    )
  )
})
