import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { withScheme } from "../../src/connection/scheme.ts"
import { rooms } from "../fixtures/command.ts"
import { unreachable } from "../fixtures/service.ts"

describe("withScheme", () => {
  it.each([
    ["localhost:4010", "http://localhost:4010"],
    ["localhost", "http://localhost"],
    ["127.0.0.1:4010", "http://127.0.0.1:4010"],
    ["[::1]:4010", "http://[::1]:4010"],
    ["rooms.example.com", "https://rooms.example.com"],
    ["rooms.example.com:8443/base", "https://rooms.example.com:8443/base"]
  ])("adds the scheme that %s needs", (text, url) => {
    assert.strictEqual(withScheme(text), url)
  })

  it.each([
    "",
    "nonsense",
    "http://localhost",
    "https://rooms.example.com",
    "ftp://x.example",
    "user@x.example",
    "a b.c"
  ])("has no better idea than %j", (text) => {
    assert.isUndefined(withScheme(text))
  })
})

describe("a base URL without a scheme", () => {
  it.effect.each([
    { args: ["--base-url", "localhost:4010"], environment: { ROOMS_API_KEY: "k" } },
    { args: [], environment: { ROOMS_BASE_URL: "localhost:4010", ROOMS_API_KEY: "k" } }
  ])("is refused with the one that was probably meant: $args", ({ args, environment }) =>
    Effect.gen(function* () {
      const outcome = yield* rooms(["list", ...args], { environment, service: unreachable() })
      assert.deepStrictEqual(outcome, {
        code: 2,
        stdout: "",
        stderr: 'rooms: the base URL "localhost:4010" has no scheme; did you mean http://localhost:4010?\n'
      })
    })
  )
})
