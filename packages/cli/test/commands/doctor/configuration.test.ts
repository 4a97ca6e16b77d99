import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { apiKey } from "../../fixtures/command.ts"
import { examined, names, service } from "../../fixtures/examined.ts"
import { configuration, stagingKey, stored } from "../../fixtures/profiles.ts"
import { serve } from "../../fixtures/server.ts"

describe("rooms doctor", () => {
  it.live("checks nothing else if there is no configuration", () =>
    Effect.gen(function* () {
      const { code, names: found, of, statuses } = yield* examined("", [], { ROOMS_API_KEY: "" })
      assert.match(String(of("base URL").finding), /^no service is configured: run `rooms login`/)
      assert.deepStrictEqual(
        statuses.filter((status) => status !== "skipped"),
        ["fail"]
      )
      assert.deepStrictEqual(found, names)
      assert.strictEqual(code, 2)
    })
  )

  it.live.each([
    {
      url: "nonsense",
      says: "the base URL, from ROOMS_BASE_URL, is not a URL; it looks like https://rooms.example.com"
    },
    { url: "http://rooms.example.com", says: "use https, or --allow-insecure" },
    { url: `https://user:${apiKey}@rooms.example.com`, says: "must not contain a user or a password" }
  ])("rejects a base URL that can't be used: $url", ({ says, url }) =>
    Effect.gen(function* () {
      const { code, of } = yield* examined(url)
      assert.include(String(of("base URL").finding), says)
      assert.strictEqual(code, 2)
    })
  )

  it.live("warns about an insecure base URL that is allowed", () =>
    Effect.gen(function* () {
      const { of } = yield* examined("http://no-such-host.invalid", ["--allow-insecure"])
      assert.strictEqual(of("base URL").status, "warn")
    })
  )

  it.live("rejects an API key that can't be sent", () =>
    Effect.gen(function* () {
      const { code, of } = yield* examined("https://rooms.example.com", [], { ROOMS_API_KEY: "two words" })
      assert.strictEqual(
        of("API key").finding,
        "the API key, from ROOMS_API_KEY, must be printable ASCII, without spaces or line breaks"
      )
      assert.strictEqual(code, 2)
    })
  )

  it.live("reports the file of a profile and its permissions, but no part of its key", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, path, put } = yield* configuration
        const baseUrl = yield* serve(service)
        put({ current: "local", profiles: { ...stored.profiles, local: { baseUrl, apiKey: stagingKey } } }, 0o644)
        const { of, stdout } = yield* examined("", [], { ...environment, ROOMS_API_KEY: "" })
        assert.strictEqual(of("profiles").finding, `${path}: 3 profiles, "local" is current`)
        assert.strictEqual(of("permissions").status, "warn")
        assert.include(String(of("permissions").advice), `chmod 600`)
        assert.strictEqual(of("API key").finding, 'set, from profile "local"')
        assert.notInclude(stdout, stagingKey)
        put({ current: "local", profiles: { local: { baseUrl, apiKey: stagingKey } } })
        const closed = yield* examined("", ["--profile", "local"], environment)
        assert.strictEqual(closed.of("permissions").status, "ok")
        assert.strictEqual(
          closed.of("base URL").finding,
          `${baseUrl}, from profile "local"; plain http to this machine`
        )
        const stray = yield* examined("https://other.example.com", [], { ...environment, ROOMS_API_KEY: "" })
        assert.match(
          String(stray.of("base URL").finding),
          /^the API key of profile "local" is for .* so it isn't sent to/
        )
        assert.strictEqual(stray.code, 2)
      })
    )
  )

  it.live("fails on an invalid file of profiles that is needed, and warns about one that isn't", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, path, put } = yield* configuration
        put(`{"key": "${stagingKey}"`)
        const needed = yield* examined("", [], environment)
        assert.deepStrictEqual([needed.of("profiles").status, needed.code], ["fail", 2])
        assert.strictEqual(needed.of("profiles").finding, `${path}: line 1, column 28: not JSON`)
        assert.notInclude(needed.stdout, stagingKey)
        const unneeded = yield* examined(yield* serve(service), [], environment)
        assert.deepStrictEqual([unneeded.of("profiles").status, unneeded.code], ["warn", 0])
      })
    )
  )
})
