import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as TestClock from "effect/testing/TestClock"
import { parseDuration } from "../../src/flags/duration.ts"
import { apiKey, connected, type Outcome, rooms } from "../fixtures/command.ts"
import { answering, makeService, unreachable } from "../fixtures/service.ts"
import { metrics, rowsOf } from "../fixtures/wire.ts"

const service = () => answering({ "/metrics": metrics })

/** The outcome of arguments and an environment with which nothing may be sent. */
const refused = (args: ReadonlyArray<string>, environment: Readonly<Record<string, string>> = connected) =>
  Effect.gen(function* () {
    const fake = unreachable()
    const outcome = yield* rooms(args, { environment, service: fake })
    assert.deepStrictEqual(fake.sent, [])
    return outcome
  })

const failure = (problem: string): Outcome => ({ code: 2, stdout: "", stderr: `rooms: ${problem}\n` })

const noBaseUrl = failure(
  "no service is configured: run `rooms login`, use --base-url or set ROOMS_BASE_URL; to try it without a service, " +
    "use --fake or run `rooms emulator start`"
)

const noApiKey = failure("no API key is configured: run `rooms login`, use --api-key or set ROOMS_API_KEY")

describe("the service that a command talks to", () => {
  it.effect("is named by the environment", () =>
    Effect.gen(function* () {
      const fake = service()
      assert.strictEqual((yield* rooms(["metrics"], { service: fake })).code, 0)
      assert.deepStrictEqual(
        fake.sent.map(({ apiKey, origin }) => ({ apiKey, origin })),
        [{ apiKey, origin: "https://rooms.example.com" }]
      )
    })
  )

  it.effect("is named by flags, which win over the environment", () =>
    Effect.gen(function* () {
      const fake = service()
      const args = ["metrics", "--base-url", "https://other.example.com/", "--api-key", "other"]
      assert.strictEqual((yield* rooms(args, { service: fake })).code, 0)
      assert.deepStrictEqual(
        fake.sent.map(({ apiKey, origin }) => ({ apiKey, origin })),
        [{ apiKey: "other", origin: "https://other.example.com" }]
      )
    })
  )

  it.effect("is one flag from the command line and the other from the environment", () =>
    Effect.gen(function* () {
      const fake = service()
      const environment = { ROOMS_BASE_URL: "https://rooms.example.com" }
      assert.strictEqual((yield* rooms(["metrics", "--api-key", "k"], { environment, service: fake })).code, 0)
      assert.strictEqual(fake.sent[0]?.apiKey, "k")
    })
  )

  it.effect("must be named: the message says how, and what works without one", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* refused(["metrics"], { ROOMS_API_KEY: "k" }), noBaseUrl)
      assert.deepStrictEqual(yield* refused(["metrics"], { ...connected, ROOMS_BASE_URL: "" }), noBaseUrl)
      assert.deepStrictEqual(yield* refused(["metrics"], {}), noBaseUrl)
    })
  )

  it.effect("must be given an API key", () =>
    Effect.gen(function* () {
      const { ROOMS_API_KEY: _, ...environment } = connected
      assert.deepStrictEqual(yield* refused(["metrics"], environment), noApiKey)
      assert.deepStrictEqual(yield* refused(["metrics"], { ...connected, ROOMS_API_KEY: "" }), noApiKey)
    })
  )

  it.effect("is a world of 40 rooms with --fake, which needs no configuration and no network", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* refused(["list", "--all", "--fake"], {})
      const ids = new Set(rowsOf(stdout).map(({ roomId }) => roomId))
      assert.strictEqual(ids.size, 40)
      assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
    })
  )

  it.effect("is the same world with --fake every time", () =>
    Effect.gen(function* () {
      const args = ["sessions", "--all-rooms", "--fake"]
      const { stdout } = yield* refused(args, {})
      assert.isAbove(stdout.split("\n").length, 90)
      assert.strictEqual((yield* refused(args, {})).stdout, stdout)
    })
  )
})

describe("a configuration that no request can be sent with", () => {
  it.effect.each([
    { baseUrl: "nonsense", problem: "is not a URL; it looks like https://rooms.example.com" },
    { baseUrl: "", problem: "is not a URL; it looks like https://rooms.example.com" },
    { baseUrl: "ftp://x", problem: 'has the scheme "ftp:"; only https: and http: are supported' },
    { baseUrl: "https://user:word@x", problem: "must not contain a user or a password" },
    { baseUrl: "https://x?a=1", problem: "must not contain a query or a fragment" },
    { baseUrl: "https://x/api/v2/sdk", problem: 'must end before "/api/v2/sdk", which every operation adds' }
  ])("names a bad base URL: $baseUrl", ({ baseUrl, problem }) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* refused(["metrics", "--base-url", baseUrl]), failure(`the base URL ${problem}`))
      if (baseUrl === "") return
      const environment = { ...connected, ROOMS_BASE_URL: baseUrl }
      assert.deepStrictEqual(yield* refused(["metrics"], environment), failure(`the base URL ${problem}`))
    })
  )

  it.effect("has a base URL over which the API key would travel unencrypted", () =>
    Effect.gen(function* () {
      const insecure = ["metrics", "--base-url", "http://rooms.example.com"]
      assert.deepStrictEqual(
        yield* refused(insecure),
        failure("the base URL would send the API key to rooms.example.com unencrypted; use https, or --allow-insecure")
      )
      const fake = service()
      assert.strictEqual((yield* rooms([...insecure, "--allow-insecure"], { service: fake })).code, 0)
      assert.strictEqual(fake.sent[0]?.origin, "http://rooms.example.com")
    })
  )

  it.effect.each(["a\nb", "a\r\nx-other: 1", "two words", "ключ"])("has a bad API key, which is not shown: %j", (bad) =>
    Effect.gen(function* () {
      const expected = failure("the API key must be printable ASCII, without spaces or line breaks")
      assert.deepStrictEqual(yield* refused(["metrics", "--api-key", bad]), expected)
      assert.deepStrictEqual(yield* refused(["metrics"], { ...connected, ROOMS_API_KEY: bad }), expected)
    })
  )

  it.effect("has an empty API key", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* refused(["metrics", "--api-key", ""]), failure("the API key must not be empty"))
    })
  )

  it.effect.each(["soon", "30", "0s", "", "30 parsecs"])("has a bad timeout: %j", (timeout) =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* refused(["metrics", `--timeout=${timeout}`])
      assert.match(stderr, /^rooms: .*--timeout.*\n$/)
      assert.deepStrictEqual({ code, stdout }, { code: 2, stdout: "" })
    })
  )
})

describe("--timeout", () => {
  it.effect.each([
    { args: ["--timeout", "1500ms"], millis: 1_500, shown: "1s 500ms" },
    { args: ["--timeout", "3 seconds"], millis: 3_000, shown: "3s" },
    { args: [], millis: 60_000, shown: "1m" }
  ])("is the deadline of one operation: $args", ({ args, millis, shown }) =>
    Effect.gen(function* () {
      const asked = Promise.withResolvers<void>()
      const silent = makeService(() => {
        asked.resolve()
        return new Promise(() => {})
      })
      const ending = yield* Effect.forkChild(rooms(["metrics", ...args], { service: silent }))
      yield* Effect.promise(() => asked.promise)
      yield* TestClock.adjust(millis - 1)
      assert.isUndefined(ending.pollUnsafe())
      yield* TestClock.adjust(1)
      const outcome = yield* Fiber.join(ending)
      assert.deepStrictEqual(outcome, {
        code: 6,
        stdout: "",
        stderr: `rooms: metrics: no complete response within ${shown} (the limit of one operation)\n`
      })
    })
  )
})

describe("parseDuration", () => {
  const millis = (text: string) => Option.getOrUndefined(Option.map(parseDuration(text), Duration.toMillis))

  it("reads short units, with spaces around and fractions", () => {
    assert.strictEqual(millis("250ms"), 250)
    assert.strictEqual(millis(" 30s "), 30_000)
    assert.strictEqual(millis("1.5m"), 90_000)
    assert.strictEqual(millis("2h"), 7_200_000)
  })

  it("reads what Effect reads", () => {
    assert.strictEqual(millis("3 seconds"), 3_000)
    assert.strictEqual(millis("1 minute"), 60_000)
  })

  it("reads nothing else", () => {
    for (const text of ["", "30", "s", "30x", "s30", "30s now"]) assert.isUndefined(millis(text), text)
  })
})
