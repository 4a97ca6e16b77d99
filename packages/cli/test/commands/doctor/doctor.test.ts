import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { formats } from "../../../src/output/format.ts"
import { answer } from "../../fixtures/answers.ts"
import { apiKey, makeOutput, rooms } from "../../fixtures/command.ts"
import { examined, examinedWith, except, names, overTheNetwork, service } from "../../fixtures/examined.ts"
import { nowhere, sendJson, serve } from "../../fixtures/server.ts"
import { unreachable } from "../../fixtures/service.ts"
import { noRooms, type Row, rowsOf } from "../../fixtures/wire.ts"

describe("rooms doctor", () => {
  it.live("reports ok for a working service, and says where each setting comes from", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { code, names: found, of, statuses, stderr } = yield* examinedWith(service)
        assert.deepStrictEqual(found, names)
        assert.deepStrictEqual(
          statuses,
          names.map((name) =>
            ["profiles", "permissions", "proxy", "name resolution", "TLS"].includes(name) ? "skipped" : "ok"
          )
        )
        assert.match(
          String(of("base URL").finding),
          /^http:\/\/127\.0\.0\.1:\d+, from ROOMS_BASE_URL; plain http to this/
        )
        assert.strictEqual(of("API key").finding, "set, from ROOMS_API_KEY")
        assert.match(String(of("connection").finding), /^connected to 127\.0\.0\.1, port \d+$/)
        assert.strictEqual(of("listRooms").finding, "1 room on the first page, 1 in total")
        assert.strictEqual(of("sessionParticipants").finding, "2 participants in session session-2")
        assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
      })
    )
  )

  it.live("exits with the code of a rejected API key, and sends nothing else", () =>
    Effect.scoped(
      Effect.gen(function* () {
        let requests = 0
        const { code, of, statuses } = yield* examinedWith((_, response) => {
          requests++
          sendJson(response, { message: `no ${apiKey}` }, 401)
        })
        assert.strictEqual(of("authentication").status, "fail")
        assert.include(String(of("authentication").advice), "`rooms login` saves another one")
        assert.strictEqual(of("clock").status, "ok")
        assert.deepStrictEqual(
          statuses.slice(10),
          Array.from({ length: 8 }, () => "skipped")
        )
        assert.deepStrictEqual({ code, requests }, { code: 4, requests: 1 })
      })
    )
  )

  it.live.each([
    { path: "https://no-such-host.invalid", failed: "name resolution", after: ["connection", "TLS", "authentication"] },
    { path: "nowhere", failed: "connection", after: ["TLS", "authentication", "listRooms"] }
  ])("exits with the code of an unreachable service: $failed", ({ after, failed, path }) =>
    Effect.gen(function* () {
      const { code, names: found, of } = yield* examined(path === "nowhere" ? yield* nowhere : path)
      assert.strictEqual(of(failed).status, "fail")
      assert.isString(of(failed).advice)
      for (const check of after) assert.strictEqual(of(check).status, "skipped", check)
      assert.deepStrictEqual(found, names)
      assert.strictEqual(code, 6)
    })
  )

  it.live.each([
    { seconds: 3_600, finding: /^the clock of this machine is (59m|1h).* behind the service$/, status: "warn" },
    { seconds: -600, finding: /^the clock of this machine is (9m 5\ds|10m).* ahead of the service$/, status: "warn" },
    { seconds: 10, finding: /agree/, status: "ok" }
  ])("compares the clocks: $seconds s apart", ({ finding, seconds, status }) =>
    Effect.scoped(
      Effect.gen(function* () {
        const { code, of } = yield* examinedWith((request, response) => {
          response.setHeader("date", new Date(Date.now() + seconds * 1000).toUTCString())
          service(request, response)
        })
        assert.match(String(of("clock").finding), finding)
        assert.deepStrictEqual({ code, status: of("clock").status }, { code: 0, status })
      })
    )
  )

  it.live("skips the clock if the service doesn't send its time", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { of } = yield* examinedWith((request, response) => {
          response.sendDate = false
          service(request, response)
        })
        assert.strictEqual(of("clock").status, "skipped")
      })
    )
  )

  it.live("accepts an empty room and a room without sessions", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const idle = except(service, "/participants/abc", (_, response) => sendJson(response, { message: "none" }, 404))
        const unused = except(idle, "/session-details", (_, response) => sendJson(response, { message: "none" }, 404))
        const { code, of } = yield* examinedWith(unused)
        assert.strictEqual(of("liveParticipants").finding, "nobody is in room abc")
        assert.strictEqual(of("listSessions").finding, "room abc has had no sessions")
        assert.strictEqual(of("sessionParticipants").status, "skipped")
        assert.strictEqual(code, 0)
      })
    )
  )

  it.live("skips the operations that need a room of an empty account", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { code, of } = yield* examinedWith(
          except(service, "/get-rooms", (_, response) => sendJson(response, noRooms))
        )
        assert.strictEqual(of("listRooms").status, "ok")
        assert.strictEqual(of("roomDetails").status, "skipped")
        assert.strictEqual(code, 0)
      })
    )
  )

  it.live("continues after a failed operation, sends each once, and exits with the code of the first failure", () =>
    Effect.scoped(
      Effect.gen(function* () {
        let asked = 0
        const broken = except(service, "/recordings", (_, response) => {
          response.end("<html>")
        })
        const refused = except(broken, "/room-details/abc", (_, response) => {
          asked++
          sendJson(response, {}, 503)
        })
        const { code, of } = yield* examinedWith(refused)
        assert.strictEqual(of("listRecordings").status, "fail")
        assert.strictEqual(of("roomDetails").status, "fail")
        assert.strictEqual(of("roomMetadata").status, "ok")
        assert.deepStrictEqual({ code, asked }, { code: 8, asked: 1 })
      })
    )
  )

  it.live("warns about a slow operation, and fails one that takes longer than --timeout", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const slow = except(service, "/get-metadata/abc", (request, response) => {
          setTimeout(() => answer(request, response), 2_100)
        })
        const { code, of } = yield* examinedWith(slow)
        assert.strictEqual(of("roomMetadata").status, "warn")
        assert.isAtLeast(Number(of("roomMetadata").millis), 2_000)
        assert.strictEqual(code, 0)
        const limited = yield* examinedWith(slow, "--timeout", "500ms")
        assert.deepStrictEqual([limited.code, limited.of("roomMetadata").status], [6, "fail"])
      })
    )
  )

  it.live("writes each check as soon as it is done", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const asked = Promise.withResolvers<() => void>()
        const url = yield* serve((request, response) => asked.resolve(() => service(request, response)))
        const output = makeOutput()
        const running = yield* Effect.forkChild(
          rooms(["doctor", "--format", "table"], {
            environment: { ROOMS_BASE_URL: url, ROOMS_API_KEY: apiKey },
            service: overTheNetwork,
            output
          })
        )
        yield* Effect.promise(() => asked.promise)
        yield* Effect.promise(() => output.written.stdout.shows("TLS "))
        assert.notInclude(output.written.stdout.text(), "authentication")
        yield* Fiber.interrupt(running)
      })
    )
  )

  it.live("writes an aligned table for people, and checks for programs", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const url = yield* serve(service)
        const run = (...args: ReadonlyArray<string>) =>
          rooms(["doctor", ...args], {
            environment: { ROOMS_BASE_URL: url, ROOMS_API_KEY: apiKey, NO_COLOR: "1" },
            service: overTheNetwork
          })
        const table = (yield* run("--format", "table")).stdout.split("\n").slice(0, -1)
        assert.match(table[0] ?? "", /^CHECK {16}STATUS {3}TIME {5}FINDING$/)
        assert.strictEqual(table.length, names.length + 1)
        for (const line of table.slice(1)) assert.match(line, /^.{21}(ok {7} *\d+ms|skipped {9}) {2}\S/)
        const { checks } = JSON.parse((yield* run("--format", "json")).stdout)
        assert.deepStrictEqual(
          checks.map(({ check }: Row) => check),
          names
        )
        for (const format of formats) {
          assert.strictEqual((yield* run("--format", format, "--fields", "check,status")).code, 0)
        }
      })
    )
  )

  it.live("writes a table to a pipe too, unless --format asks for another format", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const url = yield* serve(service)
        const { stderr, stdout } = yield* rooms(["doctor"], {
          environment: { ROOMS_BASE_URL: url, ROOMS_API_KEY: apiKey },
          service: overTheNetwork
        })
        assert.match(stdout, /^CHECK +STATUS +TIME +FINDING\n/)
        assert.match(stdout, /^base URL +ok +\d+ms +http:/m)
        assert.strictEqual(stderr, "")
      })
    )
  )

  it.live("colors the status on a terminal", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["doctor"], {
        environment: { ROOMS_BASE_URL: yield* nowhere, ROOMS_API_KEY: apiKey },
        service: overTheNetwork,
        terminal: true
      })
      for (const status of ["\u001b[32mok     \u001b[39m", "\u001b[31mfail   \u001b[39m", "\u001b[2mskipped\u001b[22m"])
        assert.include(stdout, `  ${status}  `)
    })
  )

  it.live("logs its requests to stderr with --verbose, without the key", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { code, stderr, stdout } = yield* examinedWith(service, "--verbose")
        assert.match(stderr, /^#1 GET http:\/\/127\.0\.0\.1:\d+\/api\/v2\/sdk\/metrics\n#1 200 after /)
        assert.include(stderr, "/rooms/get-rooms\n")
        assert.lengthOf(rowsOf(stdout), names.length)
        assert.strictEqual(code, 0)
      })
    )
  )

  it.live("checks nothing with --fake", () =>
    Effect.gen(function* () {
      const outcome = yield* rooms(["doctor", "--fake", "--format", "ndjson"], {
        environment: {},
        service: unreachable()
      })
      assert.deepStrictEqual(rowsOf(outcome.stdout), [
        {
          check: "configuration",
          status: "skipped",
          millis: 0,
          finding: "--fake needs no configuration"
        }
      ])
      assert.strictEqual(outcome.code, 0)
    })
  )
})
