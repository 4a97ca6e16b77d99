import { spawnSync } from "node:child_process"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { runProcess, shell } from "../fixtures/process.ts"
import { configuration, stored } from "../fixtures/profiles.ts"
import { sendJson, serve } from "../fixtures/server.ts"
import { metrics } from "../fixtures/wire.ts"

const many = Array.from({ length: 12 }, (_, index) => `profile-${index}`)

const profilesOf = (file: unknown) => (Predicate.hasProperty(file, "profiles") ? file.profiles : undefined)

describe("several processes that change the profiles at once", () => {
  it.live("lose nothing", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, namesIn, read } = yield* configuration
        // All of them are answered at the same moment, so that all of them write then.
        const waiting: Array<() => void> = []
        const baseUrl = yield* serve((_, response) => {
          waiting.push(() => sendJson(response, metrics))
          if (waiting.length === many.length) for (const answer of waiting) answer()
        })
        const login = (name: string) =>
          shell(
            `echo key-of-${name} | "$@"`,
            ["login", "--profile", name, "--base-url", baseUrl, "--api-key-stdin"],
            environment
          )
        const outcomes = yield* Effect.forEach(many, login, { concurrency: "unbounded" })
        assert.deepStrictEqual(new Set(outcomes.map(({ code }) => code)), new Set([0]))
        assert.deepStrictEqual(
          profilesOf(read()),
          Object.fromEntries(many.map((name) => [name, { baseUrl, apiKey: `key-of-${name}` }]))
        )
        assert.deepStrictEqual(namesIn(), ["profiles.json"])
      })
    )
  )
})

describe("the file of profiles", () => {
  it.live.each(["000", "077", "022"])("is 0600 in a folder 0700, whatever the umask: %s", (umask) =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, modeOf } = yield* configuration
        const baseUrl = yield* serve((_, response) => sendJson(response, metrics))
        const args = ["login", "--base-url", baseUrl, "--api-key-stdin"]
        assert.strictEqual((yield* shell(`umask ${umask}; echo key | "$@"`, args, environment)).code, 0)
        assert.deepStrictEqual([modeOf("rooms"), modeOf("rooms/profiles.json")], [0o700, 0o600])
      })
    )
  )

  const noStrace = spawnSync("strace", ["-V"]).status !== 0

  it.live.skipIf(noStrace)("is not opened by a command that has all it needs", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, put } = yield* configuration
        put(stored)
        const variables = { ...environment, ROOMS_BASE_URL: "http://127.0.0.1:1", ROOMS_API_KEY: "k" }
        const { stderr } = yield* shell('strace -f -e trace=%file "$@"', ["list"], variables)
        assert.include(stderr, "rooms.js")
        assert.notInclude(stderr, "profiles.json")
      })
    )
  )

  it.live("is found in the folder of the platform, and by nobody who has no HOME", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { folder, put } = yield* configuration
        put(stored)
        const listed = yield* runProcess(["profile", "list", "--fields", "profile"], { XDG_CONFIG_HOME: folder.path })
        assert.strictEqual(listed.stdout, '{"profile":"production"}\n{"profile":"staging"}\n')
        assert.strictEqual((yield* runProcess(["profile", "list"])).stdout, "")
      })
    )
  )
})
