import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type Circumstances, connected, rooms } from "../../fixtures/command.ts"
import { configuration, productionKey, stagingKey, stored } from "../../fixtures/profiles.ts"
import { answering, json, makeService, unreachable } from "../../fixtures/service.ts"
import { metrics, rowsOf } from "../../fixtures/wire.ts"

const scripted = ["login", "--base-url", "https://rooms.example.com/", "--api-key-stdin"]

const login = (args: ReadonlyArray<string>, circumstances: Circumstances = {}) =>
  rooms(args, { service: answering({ "/metrics": metrics }), stdin: `${productionKey}\n`, ...circumstances })

describe("rooms login --api-key-stdin", () => {
  it.effect("stores what the service has accepted, for its user alone, and says so without the key", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, folder, modeOf, path, read } = yield* configuration
        const service = answering({ "/metrics": metrics })
        const outcome = yield* login(scripted, { environment, service })
        assert.deepStrictEqual(outcome, {
          code: 0,
          stdout: "",
          stderr:
            "https://rooms.example.com accepts the API key. Saved both as profile " +
            `"default" in ${path}; it is now the current profile\n`
        })
        assert.deepStrictEqual(
          service.sent.map(({ apiKey, method, target }) => ({ apiKey, method, target })),
          [{ apiKey: productionKey, method: "GET", target: "/api/v2/sdk/metrics" }]
        )
        assert.deepStrictEqual(read(), {
          current: "default",
          profiles: { default: { baseUrl: "https://rooms.example.com", apiKey: productionKey } }
        })
        assert.deepStrictEqual(folder.names(), ["rooms"])
        assert.deepStrictEqual([modeOf("rooms"), modeOf("rooms/profiles.json")], [0o700, 0o600])
      })
    )
  )

  it.effect.each([
    { args: ["--profile", "staging"], variables: {}, name: "staging" },
    { args: [], variables: { ROOMS_PROFILE: "ci-1.x" }, name: "ci-1.x" },
    { args: ["--profile", "flag"], variables: { ROOMS_PROFILE: "variable" }, name: "flag" }
  ])("calls it $name, and keeps the others: $args, $variables", ({ args, name, variables }) =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, put, read } = yield* configuration
        put(stored)
        assert.strictEqual(
          (yield* login([...scripted, ...args], { environment: { ...environment, ...variables } })).code,
          0
        )
        assert.deepStrictEqual(read(), {
          current: name,
          profiles: { ...stored.profiles, [name]: { baseUrl: "https://rooms.example.com", apiKey: productionKey } }
        })
      })
    )
  )

  it.effect.each(["", "../x", "two words", "-x", "x".repeat(65), "__proto__"])("refuses to call it %j", (name) =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, exists } = yield* configuration
        const { code, stderr } = yield* login([...scripted, `--profile=${name}`], { environment })
        assert.include(stderr, "is not a name of at most 64 letters, digits, dots, dashes and underscores")
        assert.deepStrictEqual({ code, exists: exists() }, { code: 2, exists: false })
      })
    )
  )

  it.effect.each([
    { status: 401, code: 4 },
    { status: 403, code: 4 },
    { status: 404, code: 6 }
  ])("stores nothing where the service answers $status", ({ code, status }) =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, put, read } = yield* configuration
        put(stored)
        const service = makeService(() => json({ message: `no ${productionKey}` }, { status }))
        const outcome = yield* login(scripted, { environment, service })
        assert.match(outcome.stderr, /^rooms: \P{Cc}+\n$/u)
        assert.notInclude(outcome.stderr, productionKey)
        assert.deepStrictEqual({ code: outcome.code, stdout: outcome.stdout }, { code, stdout: "" })
        assert.deepStrictEqual(read(), stored)
      })
    )
  )

  it.effect.each([
    { stdin: "", says: "--api-key-stdin: stdin is empty" },
    { stdin: "\n", says: "--api-key-stdin: stdin is empty" },
    {
      stdin: `${productionKey} ${productionKey}`,
      says: "the API key must be printable ASCII, without spaces or line breaks"
    },
    {
      stdin: `${productionKey}\n${productionKey}\n`,
      says: "the API key must be printable ASCII, without spaces or line breaks"
    }
  ])("refuses $stdin", ({ says, stdin }) =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, exists } = yield* configuration
        const service = unreachable()
        const { code, stderr } = yield* login(scripted, { environment, service, stdin })
        assert.strictEqual(stderr, `rooms: ${says}\n`)
        assert.deepStrictEqual({ code, sent: service.sent, exists: exists() }, { code: 2, sent: [], exists: false })
      })
    )
  )

  it.effect.each([productionKey, `${productionKey}\r\n`])("takes a key with any end of its line", (stdin) =>
    Effect.scoped(
      Effect.gen(function* () {
        const service = answering({ "/metrics": metrics })
        yield* login(scripted, { environment: (yield* configuration).environment, service, stdin })
        assert.strictEqual(service.sent[0]?.apiKey, productionKey)
      })
    )
  )

  it.effect("takes the base URL that the environment has, or that the profile had", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, put } = yield* configuration
        put(stored)
        const renew = (variables: Readonly<Record<string, string>>, ...args: ReadonlyArray<string>) =>
          Effect.gen(function* () {
            const service = answering({ "/metrics": metrics })
            const { code } = yield* login(["login", "--api-key-stdin", ...args], {
              environment: { ...environment, ...variables },
              service
            })
            return { code, origin: service.sent[0]?.origin }
          })
        assert.deepStrictEqual(yield* renew({}), { code: 2, origin: undefined })
        assert.deepStrictEqual(yield* renew({}, "--profile", "staging"), {
          code: 0,
          origin: "https://staging.example.com"
        })
        const variables = { ROOMS_BASE_URL: "https://x.example" }
        assert.deepStrictEqual(yield* renew(variables, "--profile", "staging"), {
          code: 0,
          origin: "https://x.example"
        })
      })
    )
  )

  it.effect("does not send a key over plain http, unless that is allowed", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment } = yield* configuration
        const args = ["login", "--base-url", "http://rooms.example.com", "--api-key-stdin"]
        const service = unreachable()
        const { code, stderr } = yield* login(args, { environment, service })
        assert.include(stderr, "use https, or --allow-insecure")
        assert.deepStrictEqual({ code, sent: service.sent }, { code: 2, sent: [] })
        assert.strictEqual((yield* login([...args, "--allow-insecure"], { environment })).code, 0)
      })
    )
  )

  it.live("loses nothing where several store at once", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, put, path } = yield* configuration
        put(stored)
        const names = Array.from({ length: 8 }, (_, index) => `profile-${index}`)
        const outcomes = yield* Effect.forEach(
          names,
          (name) => login([...scripted, "--profile", name], { environment }),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(new Set(outcomes.map(({ code }) => code)), new Set([0]), path)
        const { stdout } = yield* rooms(["profile", "list", "--fields", "profile"], { environment })
        assert.sameMembers(
          rowsOf(stdout).map(({ profile }) => profile),
          ["production", "staging", ...names]
        )
      })
    )
  )

  it.effect("offers the whole URL where the scheme is missing", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment } = yield* configuration
        const args = ["login", "--base-url", "localhost:4010", "--api-key-stdin"]
        const { code, stderr } = yield* login(args, { environment, service: unreachable() })
        assert.strictEqual(stderr, "rooms: --base-url has no scheme; did you mean http://localhost:4010?\n")
        assert.strictEqual(code, 2)
      })
    )
  )

  it.effect("says what of the environment wins over what it has stored", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment } = yield* configuration
        const { stderr } = yield* login(scripted, { environment: { ...connected, ...environment } })
        assert.include(stderr, "\nROOMS_BASE_URL and ROOMS_API_KEY are set and override it, unless you use --profile\n")
      })
    )
  )

  it.effect("logs its request with --verbose, without the key", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment } = yield* configuration
        const { stderr } = yield* login([...scripted, "--verbose"], { environment, stdin: stagingKey })
        assert.include(stderr, "#1 GET https://rooms.example.com/api/v2/sdk/metrics\n")
        assert.notInclude(stderr, stagingKey)
      })
    )
  )
})

describe("rooms login without a terminal", () => {
  it.effect("says how a script does it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment } = yield* configuration
        for (const args of [["login"], ["login", "--base-url", "https://rooms.example.com"]]) {
          const { code, stderr } = yield* login(args, { environment })
          assert.strictEqual(
            stderr,
            "rooms: `rooms login` needs a terminal for its questions: use --base-url and --api-key-stdin instead\n"
          )
          assert.strictEqual(code, 2)
        }
      })
    )
  )

  it.effect("takes no key as a flag, where others of this machine could read it", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* rooms(["login", "--api-key", productionKey], { environment: {} })
      assert.strictEqual(code, 2)
      assert.notInclude(stderr, productionKey)
    })
  )
})
