import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { apiKey, connected, rooms } from "../fixtures/command.ts"
import { passingTime } from "../fixtures/failures.ts"
import { type Answer, account, answering, json, makeService } from "../fixtures/service.ts"
import { lines, metrics, noRooms, roomsPage1, roomsPage2 } from "../fixtures/wire.ts"

const base = "https://rooms.example.com/api/v2/sdk"

/** A service that answers in this order. */
const inTurn = (...answers: ReadonlyArray<() => Answer>) => {
  let turn = 0
  return makeService(() => (answers[turn++] ?? (() => json({}, { status: 599 })))())
}

const broken = () =>
  Promise.reject(
    new TypeError("fetch failed", { cause: Object.assign(new Error(`gone ${apiKey}`), { code: "ECONNRESET" }) })
  )

describe("--verbose", () => {
  it.effect("logs the start and the end of an attempt, with the request id", () =>
    Effect.gen(function* () {
      const service = inTurn(() => json(metrics, { headers: { "x-request-id": `req-1 ${apiKey}\u001b[2J` } }))
      const { code, stderr, stdout } = yield* passingTime(rooms(["metrics", "--verbose"], { service }))
      assert.strictEqual(
        stderr,
        lines(`#1 GET ${base}/metrics`, "#1 200 after 0ms, request id req-1 <redacted>\ufffd[2J")
      )
      assert.deepStrictEqual({ code, metrics: JSON.parse(stdout) }, { code: 0, metrics })
    })
  )

  it.effect("tells why and how long was waited before the next attempt", () =>
    Effect.gen(function* () {
      const limited = () => json({}, { status: 429, headers: { "retry-after": "7" } })
      const service = inTurn(
        limited,
        broken,
        () => json({ message: "no" }, { status: 503 }),
        () => json(metrics)
      )
      const { code, stderr } = yield* passingTime(rooms(["metrics", "--verbose"], { service }))
      const [first, second, third, ...others] = stderr.split("\n").filter((line) => line.includes(" GET "))
      assert.strictEqual(first, `#1 GET ${base}/metrics`)
      assert.match(second ?? "", /^#1 attempt 2, 7s( \d+ms)? later because of 429: GET https:\S+\/metrics$/)
      assert.match(third ?? "", /^#1 attempt 3, \d+ms later because of Transport: GET https:\S+\/metrics$/)
      assert.match(others.join("\n"), /^#1 attempt 4, (\d+s ?)?(\d+ms)? later because of 503: GET \S+$/)
      const ends = stderr.split("\n").filter((line) => line !== "" && !line.includes(" GET "))
      assert.match(
        ends.join("\n"),
        /^#1 429 after \S+: .+\n#1 Transport after \S+: .+\n#1 503 after .+\n#1 200 after \S+$/
      )
      assert.notInclude(stderr, apiKey)
      assert.strictEqual(code, 0)
    })
  )

  it.effect("numbers operations, and shows what each page is asked for with", () =>
    Effect.gen(function* () {
      const service = answering({ "/rooms/get-rooms": roomsPage1, "/rooms/get-rooms?cursor=2": roomsPage2 })
      const { stderr } = yield* passingTime(rooms(["list", "--all", "--verbose"], { service }))
      assert.deepStrictEqual(
        stderr
          .split("\n")
          .filter((line) => line.includes(" GET "))
          .slice(0, 2),
        [`#1 GET ${base}/rooms/get-rooms`, `#2 GET ${base}/rooms/get-rooms?cursor=2`]
      )
    })
  )

  it.effect("is written before the error, which stays as it is", () =>
    Effect.gen(function* () {
      const service = inTurn(() => json({}, { status: 401 }))
      const { code, stderr } = yield* passingTime(rooms(["list", "--verbose", "--format", "json"], { service }))
      assert.match(stderr, /^#1 GET .+\n#1 401 after 0ms: .+\n\{"error":\{"_tag":"Unauthorized".+\}\}\n$/)
      assert.strictEqual(code, 4)
    })
  )

  it.effect("logs an abandoned attempt", () =>
    Effect.gen(function* () {
      const asked = Promise.withResolvers<void>()
      const silent = makeService(() => {
        asked.resolve()
        return new Promise(() => {})
      })
      const args = ["metrics", "--verbose", "--timeout", "2s"]
      const ending = yield* Effect.forkChild(rooms(args, { service: silent }))
      yield* Effect.promise(() => asked.promise)
      yield* TestClock.adjust("2 seconds")
      const { stderr } = yield* Fiber.join(ending)
      assert.match(
        stderr,
        /^#1 GET .+\n#1 (Timeout|given up) after 2s\P{Cc}*\nrooms: metrics: no complete response within 2s .+\n$/u
      )
    })
  )

  it.effect("logs nothing without the flag, or if nothing is sent", () =>
    Effect.gen(function* () {
      const { stderr } = yield* rooms(["sessions", "--all-rooms"], { service: account([]) })
      assert.strictEqual(stderr, "")
      const fake = yield* rooms(["metrics", "--fake", "--verbose"], { environment: connected })
      assert.strictEqual(fake.stderr, "")
      const empty = yield* rooms(["list"], { service: answering({ "/rooms/get-rooms": noRooms }) })
      assert.strictEqual(empty.stderr, "")
    })
  )
})
