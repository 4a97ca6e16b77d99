import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator, type EmulatorOptions } from "../../src/index.ts"
import { start } from "../fixtures/emulators.ts"
import { assertRefused, prefix } from "../fixtures/requests.ts"
import { answerOf, exchange, request } from "../fixtures/sockets.ts"
import { roomCount } from "../fixtures/wire.ts"

const body = '{"roomLocked":false}'

/** A request that names this host. */
const naming = (host: string, target: string, method = "GET") =>
  Effect.map(
    exchange(
      request(
        method,
        target,
        method === "POST" ? ["content-type: application/json", `content-length: ${body.length}`] : [],
        method === "POST" ? body : ""
      ).replace("host: localhost", `host: ${host}`)
    ),
    answerOf
  )

const refusal = (name: string) =>
  `the emulator does not answer to the host ${name}; to allow it, start the emulator with --allow-host ${name} (allowedHosts in TypeScript)`

const malformed = "header host: is not a host with an optional port"

/** Every kind of path: operations, the admin API in several spellings, documents, and unknown paths. */
const paths = [
  `${prefix}/metrics`,
  "/__emulator/world",
  "/%5F_emulator/world",
  "/__EMULATOR/world",
  "//__emulator/world",
  "/./__emulator/world",
  "/",
  "/docs",
  "/openapi.json",
  "/__emulator/docs",
  "/nowhere"
]

describe("a request for another host", () => {
  it.live.each(paths)("is rejected at %s", (path) =>
    Effect.gen(function* () {
      for (const method of ["GET", "POST", "OPTIONS", "PUT"]) {
        assertRefused(yield* naming("evil.test:4010", path, method), 403, refusal("evil.test"))
      }
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("has no effect on the world", () =>
    Effect.gen(function* () {
      for (const path of [`${prefix}/rooms/create-room`, "/__emulator/world/seed"]) {
        assert.strictEqual((yield* naming("evil.test", path, "POST")).status, 403)
      }
      assert.strictEqual(yield* roomCount, 0)
      assert.strictEqual((yield* naming("localhost", `${prefix}/rooms/create-room`, "POST")).status, 201)
      assert.strictEqual((yield* naming("evil.test", "/__emulator/world/reset", "POST")).status, 403)
      assert.strictEqual(yield* roomCount, 1)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("is rejected after an allowed host", () =>
    Effect.gen(function* () {
      for (const [host, status] of [
        ["localhost:4010", 200],
        ["evil.test", 403],
        ["localhost:4010", 200],
        ["127.0.0.1", 200],
        ["evil.test", 403],
        ["evil.test", 403]
      ] as const) {
        assert.strictEqual((yield* naming(host, `${prefix}/metrics`)).status, status)
      }
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("is rejected for pages of every origin, before CORS", () =>
    Effect.gen(function* () {
      const preflight = request("OPTIONS", `${prefix}/metrics`, [
        "origin: https://evil.test",
        "access-control-request-method: GET"
      ]).replace("host: localhost", "host: evil.test")
      const answer = answerOf(yield* exchange(preflight))
      assertRefused(answer, 403, refusal("evil.test"))
      assert.isNull(answer.headers.get("access-control-allow-origin"))
    }).pipe(Effect.provide(Emulator.layer({ corsOrigins: [] })))
  )
})

/** Checks the status of a request for each of these hosts. */
const table = (options: EmulatorOptions, status: number, hosts: ReadonlyArray<string>) =>
  describe(`${status} is the answer to the host, with ${JSON.stringify(options)}:`, () => {
    it.live.each(hosts)("%s", (host) =>
      Effect.gen(function* () {
        const answer = yield* naming(host, `${prefix}/metrics`)
        assert.strictEqual(answer.status, status, answer.text)
        if (status === 400) assertRefused(answer, 400, malformed)
      }).pipe(Effect.provide(Emulator.layer(options)))
    )
  })

table({}, 200, [
  "localhost",
  "localhost:4010",
  "LocalHost",
  "localhost.",
  "localhost.:4010",
  "localhost:",
  "app.localhost:1",
  "a.b.LOCALHOST.",
  "127.0.0.1",
  "127.0.0.1:1",
  "127.8.9.10",
  "0.0.0.0:4010",
  "192.168.1.17:4010",
  "203.0.113.9",
  "127.0.0.1.",
  "[::1]",
  "[::1]:4010",
  "[::]",
  "[::ffff:127.0.0.1]:4010",
  "[FE80::1]"
])

table({}, 403, [
  "evil.test",
  "EVIL.test:4010",
  "127.0.0.1.evil.test",
  "127.0.0.1.evil.test:4010",
  "localhost.evil.test",
  "evil-localhost",
  "evillocalhost",
  "localhost.localdomain",
  "my_host",
  "256.0.0.1",
  "127.0.0.256",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "127.0.0.1.2",
  "emulator",
  "xn--80ak6aa92e.test"
])

table({}, 400, [
  "",
  ":4010",
  ".",
  "localhost..",
  ".localhost",
  "a..localhost",
  "127.0.0.1..",
  "localhost:port",
  "localhost:4010:80",
  "localhost:-1",
  "127.0.0.1@evil.test",
  "evil.test@127.0.0.1",
  "user:password@localhost",
  "http://localhost",
  "localhost/",
  "evil.test/localhost",
  "evil.test#localhost",
  "evil.test?.localhost",
  "evil.test\\.localhost",
  "localhost evil.test",
  "localhost, evil.test",
  "loc%61lhost",
  "%3127.0.0.1",
  "[::1",
  "::1",
  "[::1].evil.test",
  "[::1]4010",
  "[evil.test]",
  "[127.0.0.1]",
  "[::1%eth0]",
  "[]",
  "*",
  "localh\xf6st"
])

const named: EmulatorOptions = { allowedHosts: ["emulator", "Rooms.Test.", "my_host"] }
table(named, 200, ["emulator", "EMULATOR:4010", "emulator.", "rooms.test", "rooms.test.:1", "my_host", "localhost"])
table(named, 403, ["www.rooms.test", "test", "emulator.evil.test", "rooms.test.evil.test", "evil.test"])
table({ host: "localhost" }, 403, ["evil.test"])
table({ corsOrigins: ["http://evil.test"] }, 403, ["evil.test"])

// The system resolves this name to loopback, and it is neither an IP address nor a subdomain of localhost.
table({ host: "127.1" }, 200, ["127.1", "127.1.:4010", "localhost"])

describe("an allowed host", () => {
  it.live.each(["", "emulator:4010", "http://emulator", "*", "*.test", "a b", "[::1]", ".test", "a..b"])(
    'must be a name, and "%s" isn\'t one',
    (name) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(Effect.scoped(start({ allowedHosts: ["fine.test", name] })))
        assert.strictEqual(
          error._tag === "EmulatorError" ? error.problem : error.message,
          `allowed host "${name}": write a name without scheme and port, such as emulator.test`
        )
      })
  )
})

describe("a request without the header host", () => {
  const without = (line: string) => Effect.map(exchange(`${line}\r\nx-api-key: dev\r\n\r\n`), answerOf)

  it.live("is accepted in HTTP/1.0, which browsers don't use", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* without(`GET ${prefix}/metrics HTTP/1.0`)).status, 200)
      assert.strictEqual((yield* without("GET / HTTP/1.0")).status, 200)
      assertRefused(yield* without("GET http://evil.test/ HTTP/1.0"), 403, refusal("evil.test"))
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("is rejected in HTTP/1.1", () =>
    Effect.gen(function* () {
      assertRefused(yield* without(`GET ${prefix}/metrics HTTP/1.1`), 400, "header host: is missing")
      assertRefused(yield* without(`GET http://localhost${prefix}/metrics HTTP/1.1`), 400, "header host: is missing")
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("several hosts", () => {
  it.live.each([
    { first: "localhost", second: "evil.test" },
    { first: "evil.test", second: "localhost" },
    { first: "localhost", second: "localhost" }
  ])("are rejected: $first and $second", ({ first, second }) =>
    Effect.gen(function* () {
      const answer = yield* naming(`${first}\r\nhost: ${second}`, `${prefix}/metrics`)
      assert.strictEqual(answer.status, first === "evil.test" ? 403 : 400)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("a target in absolute form", () => {
  it.live.each([
    { host: "localhost", target: "http://localhost", status: 200 },
    { host: "127.0.0.1:4010", target: "http://app.localhost:1", status: 200 },
    { host: "localhost", target: "HTTPS://127.0.0.1", status: 200 },
    { host: "localhost", target: "http://user:password@localhost", status: 200 },
    { host: "localhost", target: "http://evil.test", status: 403 },
    { host: "localhost", target: "http://localhost@evil.test", status: 403 },
    { host: "localhost", target: "http://localhost.evil.test", status: 403 },
    { host: "evil.test", target: "http://localhost", status: 403 },
    { host: "evil.test", target: "http://evil.test", status: 403 },
    { host: "localhost", target: "ftp://evil.test", status: 404 }
  ])("is checked for its own host and for the header: $status for $target with $host", ({ host, status, target }) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* naming(host, `${target}${prefix}/metrics`)).status, status)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})
