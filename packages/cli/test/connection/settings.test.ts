import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { rooms } from "../fixtures/command.ts"
import { configuration, productionKey, stagingKey, stored } from "../fixtures/profiles.ts"
import { answering, json, makeService, unreachable } from "../fixtures/service.ts"
import { metrics } from "../fixtures/wire.ts"

const given = [true, false]

/** How a profile is there: not at all, the current one, named by the environment, or by a flag. */
const profiles = ["none", "current", "variable", "flag"] as const

type Source = "flag" | "environment" | "profile" | "nobody"

interface Row {
  readonly flag: boolean
  readonly variable: boolean
  readonly profile: (typeof profiles)[number]
  /** The source of the value. */
  readonly from: Source
}

const row = (flag: boolean, variable: boolean, profile: Row["profile"], from: Source): Row => ({
  flag,
  variable,
  profile,
  from
})

/** For the base URL and the key alike. */
const precedence: ReadonlyArray<Row> = [
  row(true, true, "none", "flag"),
  row(true, true, "current", "flag"),
  row(true, true, "variable", "flag"),
  row(true, true, "flag", "flag"),
  row(true, false, "none", "flag"),
  row(true, false, "current", "flag"),
  row(true, false, "variable", "flag"),
  row(true, false, "flag", "flag"),
  row(false, true, "none", "environment"),
  row(false, true, "current", "environment"),
  row(false, true, "variable", "environment"),
  // A profile that a flag names counts as a flag.
  row(false, true, "flag", "profile"),
  row(false, false, "none", "nobody"),
  row(false, false, "current", "profile"),
  row(false, false, "variable", "profile"),
  row(false, false, "flag", "profile")
]

const of = (flag: boolean, variable: boolean, profile: Row["profile"]): Source =>
  precedence.find((row) => row.flag === flag && row.variable === variable && row.profile === profile)?.from ?? "nobody"

const everything = profiles.flatMap((profile) =>
  given.flatMap((urlFlag) =>
    given.flatMap((urlVariable) =>
      given.flatMap((keyFlag) =>
        given.map((keyVariable) => ({
          profile,
          urlFlag,
          urlVariable,
          keyFlag,
          keyVariable,
          url: of(urlFlag, urlVariable, profile),
          key: of(keyFlag, keyVariable, profile)
        }))
      )
    )
  )
)

/** A command whose base URLs and keys say who gave them. */
const asking = (
  { keyFlag, keyVariable, profile, urlFlag, urlVariable }: (typeof everything)[number],
  hosts: Readonly<Record<Exclude<Source, "nobody">, string>>
) =>
  Effect.gen(function* () {
    const { environment, put } = yield* configuration
    if (profile !== "none") {
      put({
        current: profile === "current" ? "chosen" : "other",
        profiles: {
          chosen: { baseUrl: `${hosts.profile}/profile`, apiKey: "key-of-profile" },
          other: { baseUrl: `${hosts.profile}/other`, apiKey: "key-of-other" }
        }
      })
    }
    const args = [
      ...(urlFlag ? ["--base-url", `${hosts.flag}/flag`] : []),
      ...(keyFlag ? ["--api-key", "key-of-flag"] : []),
      ...(profile === "flag" ? ["--profile", "chosen"] : [])
    ]
    const service = answering({})
    const outcome = yield* rooms(["metrics", ...args], {
      service,
      environment: {
        ...environment,
        ...(urlVariable ? { ROOMS_BASE_URL: `${hosts.environment}/environment` } : {}),
        ...(keyVariable ? { ROOMS_API_KEY: "key-of-environment" } : {}),
        ...(profile === "variable" ? { ROOMS_PROFILE: "chosen" } : {})
      }
    })
    return { ...outcome, sent: service.sent[0] }
  })

const title =
  "profile: $profile, --base-url: $urlFlag, ROOMS_BASE_URL: $urlVariable, --api-key: $keyFlag, ROOMS_API_KEY: $keyVariable"

const example = "https://rooms.example.com"
const oneOrigin = { flag: example, environment: example, profile: example }

describe("base URL and API key", () => {
  it("have a row for every way in which they can be given", () => {
    assert.strictEqual(precedence.length, 16)
    assert.strictEqual(new Set(everything.map((row) => JSON.stringify(row))).size, 64)
  })

  it.effect.each(everything)(title, (row) =>
    Effect.scoped(
      Effect.gen(function* () {
        const { code, sent, stderr } = yield* asking(row, oneOrigin)
        if (row.url === "nobody") {
          assert.match(stderr, /^rooms: no service is configured: run `rooms login`/)
          assert.deepStrictEqual({ code, sent }, { code: 2, sent: undefined })
        } else if (row.key === "nobody") {
          assert.match(stderr, /^rooms: no API key is configured: run `rooms login`/)
          assert.deepStrictEqual({ code, sent }, { code: 2, sent: undefined })
        } else {
          assert.deepStrictEqual(
            { target: sent?.target, apiKey: sent?.apiKey },
            { target: `/${row.url}/api/v2/sdk/metrics`, apiKey: `key-of-${row.key}` }
          )
        }
      })
    )
  )
})

const origins = {
  flag: "https://flag.example.com",
  environment: "https://environment.example.com",
  profile: "https://profile.example.com"
}

const strays = everything.filter(({ key, url }) => key === "profile" && url !== "profile" && url !== "nobody")
const kept = everything.filter(
  ({ key, url }) => key !== "nobody" && url !== "nobody" && !(key === "profile" && url !== "profile")
)

describe("the API key of a profile", () => {
  it("is in both tables", () => assert.deepStrictEqual([strays.length, kept.length], [10, 47]))

  it.effect.each(strays)(`isn't sent to another service: ${title}`, (row) =>
    Effect.scoped(
      Effect.gen(function* () {
        const { code, sent, stderr } = yield* asking(row, origins)
        const named = row.urlFlag ? "--base-url" : "ROOMS_BASE_URL"
        const to = row.urlFlag ? origins.flag : origins.environment
        assert.strictEqual(
          stderr,
          `rooms: the API key of profile "chosen" is for ${origins.profile}, so it isn't sent to ${to}, ` +
            `which comes from ${named}; use --api-key or ROOMS_API_KEY\n`
        )
        assert.deepStrictEqual({ code, sent }, { code: 2, sent: undefined })
      })
    )
  )

  it.effect.each(kept)(`stops nothing else: ${title}`, (row) =>
    Effect.scoped(
      Effect.gen(function* () {
        const { sent } = yield* asking(row, origins)
        const url = row.url === "nobody" ? "" : origins[row.url]
        assert.deepStrictEqual(
          { origin: sent?.origin, apiKey: sent?.apiKey },
          { origin: url, apiKey: `key-of-${row.key}` }
        )
      })
    )
  )

  it.effect.each([
    "http://staging.example.com",
    "https://staging.example.com:8443",
    "https://staging.example.com.evil.example",
    "https://staging.example.com@evil.example"
  ])("isn't sent to %s, which is another origin", (baseUrl) =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, put } = yield* configuration
        put(stored)
        const service = unreachable()
        const { code, stderr } = yield* rooms(["list", "--allow-insecure", "--base-url", baseUrl], {
          environment,
          service
        })
        assert.include(stderr, "so it isn't sent to")
        assert.deepStrictEqual({ code, sent: service.sent }, { code: 2, sent: [] })
      })
    )
  )

  it.effect("isn't in any message, even if it is the value of another flag", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, folder, put } = yield* configuration
        put(stored)
        const service = makeService(() => json({ nextCursor: null, recordings: [] }))
        const { stderr } = yield* rooms(["recordings", "download", "--id", stagingKey, "--to", folder.path], {
          environment,
          service
        })
        assert.strictEqual(service.sent[0]?.apiKey, stagingKey)
        assert.include(stderr, "<redacted>")
        assert.notInclude(stderr, stagingKey)
      })
    )
  )
})

describe("the file of profiles", () => {
  it.effect.each([
    { args: ["--base-url", example, "--api-key", "k"], variables: {} },
    { args: ["--base-url", example], variables: { ROOMS_API_KEY: "k" } },
    { args: [], variables: { ROOMS_BASE_URL: example, ROOMS_API_KEY: "k" } },
    { args: ["--profile", "x", "--base-url", example, "--api-key", "k"], variables: { ROOMS_PROFILE: "y" } }
  ])("isn't read if it isn't needed: $args", ({ args, variables }) =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, put } = yield* configuration
        put("broken", 0o644)
        const service = answering({ "/metrics": metrics })
        const outcome = yield* rooms(["metrics", ...args], { service, environment: { ...environment, ...variables } })
        assert.deepStrictEqual({ code: outcome.code, stderr: outcome.stderr }, { code: 0, stderr: "" })
      })
    )
  )

  it.effect("is not read for --fake", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, put } = yield* configuration
        put("broken")
        assert.strictEqual((yield* rooms(["metrics", "--fake", "--profile", "x"], { environment })).code, 0)
      })
    )
  )

  it.effect("that other users may read or change is used, with a warning that names it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, path, put } = yield* configuration
        for (const mode of [0o640, 0o604, 0o644, 0o620, 0o602]) {
          put(stored, mode)
          const service = answering({ "/metrics": metrics })
          const { code, stderr } = yield* rooms(["metrics", "--profile", "production"], { environment, service })
          assert.strictEqual(
            stderr,
            `warning: other users of this machine may read or change ${path}, which holds API keys: chmod 600 it\n`
          )
          assert.deepStrictEqual({ code, key: service.sent[0]?.apiKey }, { code: 0, key: productionKey })
        }
      })
    )
  )

  it.effect("rejects an unknown profile and lists the saved ones", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, put } = yield* configuration
        const ask = (args: ReadonlyArray<string>, variables = {}) =>
          rooms(["metrics", ...args], { environment: { ...environment, ...variables }, stderrTerminal: true })
        const missing = (there: string) =>
          `rooms: unknown profile "ghost"; ${there}\nhint: run rooms login --profile ghost to save it\n`
        assert.strictEqual((yield* ask(["--profile", "ghost"])).stderr, missing("none are saved yet"))
        put(stored)
        assert.strictEqual(
          (yield* ask(["--profile", "ghost"])).stderr,
          missing("the profiles are: production, staging")
        )
        assert.strictEqual(
          (yield* ask([], { ROOMS_PROFILE: "ghost" })).stderr,
          missing("the profiles are: production, staging")
        )
        put({ ...stored, current: "ghost" })
        assert.strictEqual((yield* ask([])).stderr, missing("the profiles are: production, staging"))
        assert.strictEqual((yield* ask([])).code, 2)
        put({ profiles: stored.profiles })
        const { stderr } = yield* ask([])
        assert.match(stderr, /^rooms: no service is configured/)
        assert.include(
          stderr,
          "hint: run rooms profile use <name> to switch to one of your profiles: staging, production"
        )
        // A property of every object isn't a profile.
        assert.include((yield* ask(["--profile", "constructor"])).stderr, 'unknown profile "constructor"')
      })
    )
  )
})
