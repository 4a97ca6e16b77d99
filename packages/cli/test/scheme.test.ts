import { assert, describe, it } from "@effect/vitest"
import { withScheme } from "../src/scheme.ts"

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
