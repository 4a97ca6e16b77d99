import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { InvalidConfiguration } from "../src/InvalidConfiguration.ts"
import type { RoomsHttpOptions } from "../src/RoomsHttpOptions.ts"
import { failureOf } from "./fixtures/failure.ts"
import { metrics } from "./fixtures/operations.ts"
import { answering, backendOver, json, key, recordingClient, unexpected } from "./fixtures/recordingClient.ts"

/** How the options are refused: nothing was sent, and the error shows none of `secrets`. */
const refusalOf = Effect.fnUntraced(function* (options: Partial<RoomsHttpOptions>, secrets: ReadonlyArray<string>) {
  const { client, sent } = recordingClient(unexpected)
  const error = yield* failureOf(backendOver(client, options))
  assert.deepStrictEqual(sent, [])
  const shown = [error.message, String(error), JSON.stringify(error), inspect(error, { depth: Infinity })].join("\n")
  for (const secret of secrets) assert.notInclude(shown, secret)
  return error
})

interface Refused {
  readonly options: Partial<RoomsHttpOptions>
  readonly field: InvalidConfiguration["field"]
  readonly problem: RegExp
}

const refuses = (cases: ReadonlyArray<Refused>, nameOf: (options: Partial<RoomsHttpOptions>) => unknown) => {
  for (const { field, options, problem } of cases) {
    it.effect(`refuses ${inspect(nameOf(options))}`, () =>
      Effect.gen(function* () {
        const error = yield* refusalOf(options, [key])
        assert.strictEqual(error._tag, "InvalidConfiguration")
        assert.strictEqual(error.field, field)
        assert.match(error.problem, problem)
        assert.strictEqual(error.message, `${field}: ${error.problem}`)
        assert.isFalse(error.isRetryable)
      })
    )
  }
}

describe("baseUrl", () => {
  const refused = (problem: RegExp, ...urls: ReadonlyArray<string | URL>): ReadonlyArray<Refused> =>
    urls.map((baseUrl) => ({ options: { baseUrl }, field: "baseUrl", problem }))

  refuses(
    [
      ...refused(/not a URL/, "", "rooms.example.com", "/api", "https://", "https://rooms example.com"),
      ...refused(/scheme "ftp:"/, "ftp://rooms.example.com", new URL("ftp://rooms.example.com")),
      ...refused(/scheme/, "localhost:8080", "file:///rooms", "ws://localhost", "javascript:alert(1)"),
      ...refused(/user or a password/, "https://ada@rooms.example.com", "https://:hunter2@rooms.example.com"),
      ...refused(/query or a fragment/, "https://rooms.example.com?a=b", "https://rooms.example.com/v1#top"),
      ...refused(
        /before "\/api\/v2\/sdk"/,
        "https://rooms.example.com/api/v2/sdk",
        "https://rooms.example.com/api/v2/sdk/",
        "https://rooms.example.com/proxy/api/v2/sdk/rooms"
      ),
      ...refused(
        /unencrypted/,
        "http://rooms.example.com",
        "http://localhost.example.com",
        "http://127.0.0.1.example.com",
        "http://notlocalhost",
        "http://rooms.localhost:8080",
        "http://localhost.",
        "http://10.0.0.1",
        "http://0.0.0.0:8080",
        "http://[::2]",
        new URL("http://rooms.example.com")
      )
    ],
    ({ baseUrl }) => baseUrl
  )

  it.effect("refuses plain http where allowInsecure is false", () =>
    Effect.gen(function* () {
      const error = yield* refusalOf({ baseUrl: "http://rooms.example.com", allowInsecure: false }, [key])
      assert.strictEqual(error.field, "baseUrl")
    })
  )

  it.effect("shows no password and no query of a URL that it refuses", () =>
    Effect.gen(function* () {
      yield* refusalOf({ baseUrl: "https://ada:hunter2@rooms.example.com" }, ["hunter2"])
      yield* refusalOf({ baseUrl: `https://rooms.example.com?key=${encodeURIComponent(key)}` }, [
        key,
        encodeURIComponent(key)
      ])
    })
  )

  const path = "/api/v2/sdk/metrics"
  for (const [baseUrl, url] of [
    ["https://rooms.example.com", `https://rooms.example.com${path}`],
    ["https://rooms.example.com/", `https://rooms.example.com${path}`],
    ["https://rooms.example.com///", `https://rooms.example.com${path}`],
    ["https://rooms.example.com/tenants/a%20b", `https://rooms.example.com/tenants/a%20b${path}`],
    ["https://rooms.example.com/tenants/7//", `https://rooms.example.com/tenants/7${path}`],
    ["https://rooms.example.com/api/v2/sdk-proxy", `https://rooms.example.com/api/v2/sdk-proxy${path}`],
    ["https://rooms.example.com/api/v2", `https://rooms.example.com/api/v2${path}`],
    ["https://rooms.example.com/:roomId", `https://rooms.example.com/:roomId${path}`],
    ["HTTPS://Rooms.Example.com:8443", `https://rooms.example.com:8443${path}`],
    ["https://rooms.example.com?", `https://rooms.example.com${path}`],
    ["https://rooms.example.com/v1#", `https://rooms.example.com/v1${path}`],
    [new URL("https://rooms.example.com/v1/"), `https://rooms.example.com/v1${path}`],
    ["http://localhost:8080", `http://localhost:8080${path}`],
    ["http://127.0.0.1:8080", `http://127.0.0.1:8080${path}`],
    ["http://127.1.2.3", `http://127.1.2.3${path}`],
    ["http://[::1]:8080", `http://[::1]:8080${path}`]
  ] as const) {
    it.effect(`sends to ${url} where it is ${inspect(baseUrl)}`, () =>
      Effect.gen(function* () {
        const { backend, sent } = yield* answering(json(metrics.answer), { baseUrl })
        yield* backend.metrics({})
        assert.deepStrictEqual(
          sent.map((request) => request.url),
          [url]
        )
      })
    )
  }

  it.effect("may be plain http to any host with allowInsecure", () =>
    Effect.gen(function* () {
      const options = { baseUrl: "http://rooms.example.com", allowInsecure: true }
      const { backend, sent } = yield* answering(json(metrics.answer), options)
      yield* backend.metrics({})
      assert.strictEqual(sent[0]?.url, `http://rooms.example.com${path}`)
    })
  )
})

describe("apiKey", () => {
  const secret = "sk-7f3a"
  for (const [name, value] of [
    ["is empty", ""],
    ["ends with a line break", `${secret}\n`],
    ["has a line break that would begin another header", `${secret}\r\nx-admin: 1`],
    ["has a space", `${secret} ${secret}`],
    ["has a tab", `${secret}\t`],
    ["has a NUL", `${secret}\0`],
    ["has a delete character", `${secret}\x7f`],
    ["is Latin-1", `${secret}é`],
    ["is beyond Latin-1", `${secret}–`]
  ] as const) {
    it.effect(`refuses a key that ${name}, without showing it`, () =>
      Effect.gen(function* () {
        const error = yield* refusalOf({ apiKey: Redacted.make(value) }, [secret])
        assert.strictEqual(error._tag, "InvalidConfiguration")
        assert.strictEqual(error.field, "apiKey")
        assert.match(error.problem, value === "" ? /empty/ : /printable ASCII/)
      })
    )
  }

  it.effect("may have every printable ASCII character", () =>
    Effect.gen(function* () {
      const printable = Array.from({ length: 0x7f - 0x21 }, (_, index) => String.fromCharCode(0x21 + index)).join("")
      const { backend, sent } = yield* answering(json(metrics.answer), { apiKey: Redacted.make(printable) })
      yield* backend.metrics({})
      assert.strictEqual(sent[0]?.headers["x-api-key"], printable)
    })
  )
})

describe("timeout", () => {
  // Values that only a caller without types could pass.
  const soon: Duration.Input = JSON.parse('"soon"')
  const timeouts: ReadonlyArray<Duration.Input> = [0, "0 seconds", -1, "-5 seconds", Number.NaN, -Infinity, soon]
  refuses(
    timeouts.map((timeout) => ({ options: { timeout }, field: "timeout", problem: /longer than zero/ })),
    ({ timeout }) => timeout
  )
})

describe("maxBodyBytes", () => {
  refuses(
    [0, -1, 1.5, Number.NaN, Infinity, Number.MAX_SAFE_INTEGER + 1].map((maxBodyBytes) => ({
      options: { maxBodyBytes },
      field: "maxBodyBytes",
      problem: /positive number of bytes/
    })),
    ({ maxBodyBytes }) => maxBodyBytes
  )
})
