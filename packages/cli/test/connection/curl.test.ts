import { spawnSync } from "node:child_process"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { curlOf } from "../../src/connection/curl.ts"
import { Secrets } from "../../src/connection/Secrets.ts"
import { apiKey, connected, rooms } from "../fixtures/command.ts"
import { unreachable } from "../fixtures/service.ts"
import { argumentsOf } from "../fixtures/sh.ts"
import { lines } from "../fixtures/wire.ts"

const sdk = "https://rooms.example.com/api/v2/sdk"

/** Runs a command with `--curl`, which must not send anything. */
const printed = (args: ReadonlyArray<string>, environment = connected) =>
  Effect.gen(function* () {
    const service = unreachable()
    const { code, stderr, stdout } = yield* rooms([...args, "--curl"], { environment, service })
    assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
    assert.deepStrictEqual(service.sent, [])
    assert.notInclude(stdout, apiKey)
    return stdout
  })

const shells = ["sh", "bash"].filter((shell) => spawnSync(shell, ["-c", "true"]).status === 0)

describe("--curl", () => {
  it.effect.each([
    { args: ["list"], target: "/rooms/get-rooms" },
    { args: ["list", "--all", "--format", "json"], target: "/rooms/get-rooms" },
    { args: ["list", "--all", "--concurrency", "4"], target: "/rooms/get-rooms" },
    { args: ["list", "--cursor", "3", "--format", "csv"], target: "/rooms/get-rooms?cursor=3" },
    { args: ["get", "abc"], target: "/rooms/room-details/abc" },
    { args: ["metadata", "a b/ü'"], target: "/rooms/get-metadata/a%20b%2F%C3%BC'" },
    { args: ["sessions", "abc", "--page-size", "5"], target: "/rooms/session-details?roomId=abc&limit=5" },
    { args: ["sessions", "--all-rooms"], target: "/rooms/get-rooms" },
    { args: ["participants", "s&t"], target: "/rooms/participant-list?sessionId=s%26t" },
    { args: ["live", "abc"], target: "/live-sessions/participants/abc" },
    { args: ["recordings", "--all"], target: "/recordings?limit=20" },
    { args: ["metrics"], target: "/metrics" }
  ])("prints the first request of $args in the place of sending it", ({ args, target }) =>
    Effect.gen(function* () {
      const script = yield* printed(args)
      for (const shell of shells) {
        const given = argumentsOf("curl", script, { environment: { ROOMS_API_KEY: "from the environment" }, shell })
        const [first, ...others] = ["-sS", "-X", "GET", sdk + target, "-H", "accept: application/json"]
        assert.deepStrictEqual(given, [first, ...others, "-H", "x-api-key: from the environment"])
      }
    })
  )

  const hostile = `it's "$HOME" \`id\` $(id) \\ ! *\n\u001b[31m\u009b2J\u202e é 日本`

  it.effect("quotes a body so that every shell gives it back as it was", () =>
    Effect.gen(function* () {
      const script = yield* printed(["create", "--locked", "--title", hostile])
      assert.match(script, /^\P{Cc}+( \\\n {2}\P{Cc}+)+\n$/u)
      for (const shell of shells) {
        const given = argumentsOf("curl", script, { shell })
        assert.deepStrictEqual(given.slice(0, 4), ["-sS", "-X", "POST", `${sdk}/rooms/create-room`])
        assert.include(given, "content-type: application/json")
        assert.notMatch(script, /content-length/)
        assert.strictEqual(given.at(-2), "--data-raw")
        assert.deepStrictEqual(JSON.parse(given.at(-1) ?? ""), { roomLocked: true, metadata: { title: hostile } })
      }
    })
  )

  it.effect("never contains the key, even if it is the value of another flag", () =>
    Effect.gen(function* () {
      const script = yield* printed(["create", "--title", `key ${apiKey}`, "--api-key", apiKey], {
        ROOMS_BASE_URL: `https://rooms.example.com/${apiKey}`
      })
      assert.include(script, '"title":"key <redacted>"')
    })
  )

  it.effect("prints one command that can be read", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* printed(["metrics"]),
        lines(
          `curl -sS -X GET ${sdk}/metrics \\`,
          "  -H 'accept: application/json' \\",
          '  -H "x-api-key: $ROOMS_API_KEY"'
        )
      )
    })
  )

  it.effect("keeps curl from expanding the brackets of an IPv6 address", () =>
    Effect.gen(function* () {
      const url = new URL("https://[::1]:8443/metrics")
      const script = curlOf({ request: HttpClientRequest.get(url), url }, yield* Secrets)
      assert.deepStrictEqual(argumentsOf("curl", script), ["-sS", "-g", "-X", "GET", "https://[::1]:8443/metrics"])
    }).pipe(Effect.provide(Secrets.layer))
  )

  it.effect.each([
    { args: ["metrics", "--fake"], code: 2, says: /--curl shows a request, and this command sends none/ },
    { args: ["list", "--title", "x", "--cursor", "1"], code: 2, says: /--title looks through all pages/ },
    { args: ["create", "--title", "x".repeat(10_240)], code: 2, says: /the limit is 10240/ }
  ])("fails as the command does before it sends anything: $args", ({ args, code, says }) =>
    Effect.gen(function* () {
      const outcome = yield* rooms([...args, "--curl"])
      assert.match(outcome.stderr, says)
      assert.deepStrictEqual({ code: outcome.code, stdout: outcome.stdout }, { code, stdout: "" })
    })
  )
})
