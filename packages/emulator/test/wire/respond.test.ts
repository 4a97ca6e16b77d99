import { assert, describe, it } from "@effect/vitest"
import { type FaultAction, fault } from "@effect-rooms/testing"
import * as Effect from "effect/Effect"
import { Emulator } from "../../src/index.ts"
import { answerOf, exchange } from "../fixtures/sockets.ts"
import { ask, eachWay, outcomes, requestFor, roomCount, ways } from "../fixtures/wire.ts"

/** A response without the headers that Node adds: its status line, lower-case headers and body. */
const told = (received: string) => {
  const [head = "", ...rest] = received.split("\r\n\r\n")
  const [statusLine, ...fields] = head.split("\r\n")
  const headers = Object.fromEntries(
    fields
      .map((field) => [field.slice(0, field.indexOf(":")).toLowerCase(), field.slice(field.indexOf(":") + 2)] as const)
      .filter(([name]) => !["date", "connection", "keep-alive"].includes(name))
  )
  return { statusLine, headers, body: rest.join("\r\n\r\n") }
}

const page = "<!doctype html><html><head><title>502</title></head><body><h1>502</h1></body></html>"

const answers: ReadonlyArray<{
  readonly what: string
  readonly action: FaultAction
  readonly expected: ReturnType<typeof told>
}> = [
  {
    what: "an error with its message",
    action: fault().respond(503).action,
    expected: {
      statusLine: "HTTP/1.1 503 Service Unavailable",
      headers: { "content-type": "application/json", "content-length": "33" },
      body: '{"message":"a fault answers 503"}'
    }
  },
  {
    what: "a status with headers and JSON",
    action: fault().respond(418, { headers: { "X-Odd": "é; a=b" }, body: { a: [1, null] } }).action,
    expected: {
      statusLine: "HTTP/1.1 418 I'm a Teapot",
      headers: { "x-odd": "é; a=b", "content-type": "application/json", "content-length": "14" },
      body: '{"a":[1,null]}'
    }
  },
  {
    what: "text as it is",
    action: fault().respond(500, { body: "no JSON\r\n\r\n{" }).action,
    expected: {
      statusLine: "HTTP/1.1 500 Internal Server Error",
      headers: { "content-type": "text/plain; charset=utf-8", "content-length": "12" },
      body: "no JSON\r\n\r\n{"
    }
  },
  {
    what: "a redirect that leads elsewhere",
    action: fault().respond(302, { headers: { location: "http://elsewhere.test/" } }).action,
    expected: {
      statusLine: "HTTP/1.1 302 Found",
      headers: { location: "http://elsewhere.test/", "content-length": "0" },
      body: ""
    }
  },
  {
    what: "nothing at all",
    action: fault().respond(204).action,
    expected: { statusLine: "HTTP/1.1 204 No Content", headers: {}, body: "" }
  },
  {
    what: "HTML where JSON was expected",
    action: fault().html().action,
    expected: {
      statusLine: "HTTP/1.1 502 Bad Gateway",
      headers: { "content-type": "text/html; charset=utf-8", "content-length": String(page.length) },
      body: page
    }
  },
  {
    what: "JSON of a wrong shape",
    action: fault().wrongShape({ rooms: "none" }).action,
    expected: {
      statusLine: "HTTP/1.1 200 OK",
      headers: { "content-type": "application/json", "content-length": "16" },
      body: '{"rooms":"none"}'
    }
  }
]

describe("a fault that responds", () => {
  it.live.each(eachWay(answers))("$what, by $by", ({ action, expected, meeting }) =>
    Effect.gen(function* () {
      const bytes = yield* meeting(action, "listRooms")
      assert.deepStrictEqual(told(yield* exchange(bytes)), expected)
      assert.strictEqual((yield* ask("listRooms")).status, 200)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live.each(
    eachWay([
      { when: "beforeWork", outcome: "createRoom NotDone Respond", rooms: 0 },
      { when: "afterWork", outcome: "createRoom Success Respond", rooms: 1 },
      { when: undefined, outcome: "createRoom NotDone Respond", rooms: 0 }
    ])
  )("runs the operation or not depending on when: $when, by $by: $outcome", ({ meeting, outcome, rooms, when }) =>
    Effect.gen(function* () {
      const { action } = fault().respond(500, when === undefined ? {} : { when })
      assert.strictEqual(answerOf(yield* exchange(yield* meeting(action, "createRoom"))).status, 500)
      assert.deepStrictEqual(yield* outcomes, [outcome])
      assert.strictEqual(yield* roomCount, rooms)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("keeps its connection open for the next request", () =>
    Effect.gen(function* () {
      const [way] = ways
      const first = yield* way.meeting(fault().respond(500, { body: "HTTP/1.1 200 OK\r\n\r\n" }).action, "metrics")
      const both = first.replace("connection: close\r\n", "") + requestFor("metrics")
      const received = yield* exchange(both)
      const second = received.slice(received.lastIndexOf("HTTP/1.1"))
      assert.match(received, /^HTTP\/1\.1 500 .*\r\n/)
      assert.strictEqual(answerOf(second).status, 200)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

/** 2026-11-21T14:00:00Z. */
const now = 1_795_269_600_000

const waits = [
  { retryAfter: "seconds", expected: { "retry-after": "3" } },
  {
    retryAfter: "date",
    expected: { date: "Sat, 21 Nov 2026 14:00:00 GMT", "retry-after": "Sat, 21 Nov 2026 14:00:03 GMT" }
  },
  { retryAfter: "millis", expected: { "retry-after-ms": "2500" } },
  { retryAfter: "absent", expected: {} }
] as const

const waitHeaders = ({ headers }: { readonly headers: Headers }, dated = false) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith("retry-after") || (dated && name === "date")))

describe("429", () => {
  it.live.each(eachWay(waits))(
    "has a Retry-After in the format of the quirk: $retryAfter, by $by",
    ({ expected, meeting, retryAfter }) =>
      Effect.gen(function* () {
        const bytes = yield* meeting(fault().respond(429, { retryAfter: "2500 millis" }).action, "metrics")
        const answer = answerOf(yield* exchange(bytes))
        assert.strictEqual(answer.status, 429)
        assert.deepStrictEqual(waitHeaders(answer, retryAfter === "date"), expected)
      }).pipe(Effect.provide(Emulator.layer({ quirks: { retryAfter }, startMillis: now, frozen: true })))
  )

  it.live.each(eachWay(waits))(
    "has no Retry-After if the fault doesn't set one, by $by: $retryAfter",
    ({ meeting, retryAfter }) =>
      Effect.gen(function* () {
        const answer = answerOf(yield* exchange(yield* meeting(fault().respond(429).action, "metrics")))
        assert.deepStrictEqual([answer.status, waitHeaders(answer)], [429, {}])
      }).pipe(Effect.provide(Emulator.layer({ quirks: { retryAfter } })))
  )

  it.live.each(ways)("prefers the fault's own Retry-After header over the quirk, by $by", ({ meeting }) =>
    Effect.gen(function* () {
      const { action } = fault().respond(429, { headers: { "Retry-After": "soon" }, retryAfter: "1 second" })
      const answer = answerOf(yield* exchange(yield* meeting(action, "metrics")))
      assert.deepStrictEqual(waitHeaders(answer), { "retry-after": "soon" })
    }).pipe(Effect.provide(Emulator.layer()))
  )
})
