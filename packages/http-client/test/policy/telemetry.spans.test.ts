import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import * as CircuitBreaker from "../../src/CircuitBreaker.ts"
import type { RoomsHttpOptions } from "../../src/RoomsHttpOptions.ts"
import { everyOperation, metrics, type OperationCase, roomDetails } from "../fixtures/operations.ts"
import { type Answer, json } from "../fixtures/recordingClient.ts"
import { spansOf } from "./fixtures/collected.ts"
import { attemptTimeout, broken, cutOff } from "./fixtures/faults.ts"
import { drawing, inTime, inTurn, late, observed, silence } from "./fixtures/observe.ts"

const unavailable = json({}, { status: 503 })

/** The spans of an operation, which may take its time. */
const spans = Effect.fnUntraced(function* (
  { run }: OperationCase,
  answer: Answer,
  options?: Partial<RoomsHttpOptions>
) {
  const { backend, sent } = yield* observed(answer, options)
  const collected = yield* spansOf(inTime(drawing(0.5)(run(backend))))
  return { spans: collected, sent }
})

const templates = {
  createRoom: "/api/v2/sdk/rooms/create-room",
  listRooms: "/api/v2/sdk/rooms/get-rooms",
  roomDetails: "/api/v2/sdk/rooms/room-details/{roomId}",
  roomMetadata: "/api/v2/sdk/rooms/get-metadata/{roomId}",
  listSessions: "/api/v2/sdk/rooms/session-details",
  sessionParticipants: "/api/v2/sdk/rooms/participant-list",
  liveParticipants: "/api/v2/sdk/live-sessions/participants/{roomId}",
  listRecordings: "/api/v2/sdk/recordings",
  metrics: "/api/v2/sdk/metrics"
}

/** The attributes that the spans of an operation and of its attempts share. */
const common = (name: keyof typeof templates) => ({
  "http.request.method": name === "createRoom" ? "POST" : "GET",
  "url.template": templates[name],
  "rooms.operation": name
})
const server = { "server.address": "rooms.example.com", "server.port": 443 }

describe("the spans of an operation", () => {
  for (const operation of everyOperation) {
    const { name } = operation
    it.effect(`${name}: its own span contains one for its attempt, without ids`, () =>
      Effect.gen(function* () {
        const { spans: collected } = yield* spans(operation, late(300, json(operation.answer)))
        assert.deepStrictEqual(collected, [
          {
            name: `rooms.${name}`,
            kind: "internal",
            attributes: common(name),
            startedAt: 0,
            endedAt: 300,
            end: "success",
            parent: undefined
          },
          {
            name: `${name === "createRoom" ? "POST" : "GET"} ${templates[name]}`,
            kind: "client",
            attributes: { ...common(name), ...server, "http.response.status_code": 200 },
            startedAt: 0,
            endedAt: 300,
            end: "success",
            parent: `rooms.${name}`
          }
        ])
      })
    )
  }

  it.effect("are one for each attempt, with what it met and how often it was sent before", () =>
    Effect.gen(function* () {
      const answer = inTurn(late(100, unavailable), broken("read", "ECONNRESET"), silence, json(metrics.answer))
      const { spans: collected } = yield* spans(metrics, answer, { attemptTimeout })
      const [operation, ...attempts] = collected
      assert.deepStrictEqual([operation?.startedAt, operation?.endedAt, operation?.end], [0, 2_975, "success"])
      assert.notProperty(operation?.attributes, "error.type")
      const attempt = { ...common("metrics"), ...server }
      assert.deepStrictEqual(
        attempts.map(({ attributes, end, endedAt, parent, startedAt }) => [
          startedAt,
          endedAt,
          end,
          parent,
          attributes
        ]),
        [
          [0, 100, "failure", "rooms.metrics", { ...attempt, "http.response.status_code": 503, "error.type": "503" }],
          [
            225,
            225,
            "failure",
            "rooms.metrics",
            { ...attempt, "http.request.resend_count": 1, "error.type": "Transport" }
          ],
          [
            475,
            2_475,
            "failure",
            "rooms.metrics",
            { ...attempt, "http.request.resend_count": 2, "error.type": "Timeout" }
          ],
          [
            2_975,
            2_975,
            "success",
            "rooms.metrics",
            { ...attempt, "http.request.resend_count": 3, "http.response.status_code": 200 }
          ]
        ]
      )
    })
  )

  for (const [name, answer, type] of [
    ["a status", json({}, { status: 404 }), "404"],
    ["a redirect", json({}, { status: 302 }), "302"],
    ["an answer that is not the contract's", json({ foo: 1 }), "InvalidResponse"],
    ["a body that breaks off", cutOff, "Transport"],
    ["a refused connection", broken("connect", "ECONNREFUSED"), "Transport"]
  ] as const) {
    it.effect(`say what failed: ${name}`, () =>
      Effect.gen(function* () {
        const { spans: collected } = yield* spans(roomDetails, answer, { retry: false })
        assert.deepStrictEqual(
          collected.map(({ attributes, end }) => [end, attributes["error.type"]]),
          [
            ["failure", type],
            ["failure", type]
          ]
        )
      })
    )
  }

  it.effect("end with the deadline", () =>
    Effect.gen(function* () {
      const { spans: collected } = yield* spans(metrics, silence, { timeout: "3 seconds" })
      assert.deepStrictEqual(
        collected.map(({ end, endedAt }) => [end, endedAt]),
        [
          ["failure", 3_000],
          ["failure", 3_000]
        ]
      )
      assert.strictEqual(collected[0]?.attributes["error.type"], "Timeout")
    })
  )

  it.effect("end with an interruption", () =>
    Effect.gen(function* () {
      const { backend } = yield* observed(silence)
      const collected = yield* spansOf(
        Effect.gen(function* () {
          const fiber = yield* Effect.forkChild(backend.metrics({}))
          yield* TestClock.adjust("1 second")
          yield* Fiber.interrupt(fiber)
        })
      )
      assert.deepStrictEqual(
        collected.map(({ end, endedAt }) => [end, endedAt]),
        [
          ["failure", 1_000],
          ["failure", 1_000]
        ]
      )
    })
  )

  it.effect("with an open circuit are one, because nothing is attempted", () =>
    Effect.gen(function* () {
      const { backend } = yield* observed(unavailable, { retry: false })
      yield* Effect.exit(backend.metrics({}))
      const collected = yield* spansOf(backend.metrics({}))
      assert.deepStrictEqual(
        collected.map(({ attributes, name }) => [name, attributes["error.type"]]),
        [["rooms.metrics", "CircuitOpen"]]
      )
    }).pipe(Effect.provide(CircuitBreaker.layerMemory({ failures: 1 })))
  )

  it.effect("are inside the span of the caller, whose names and ids are not sent", () =>
    Effect.gen(function* () {
      const { backend, sent } = yield* observed(json(metrics.answer))
      const collected = yield* spansOf(Effect.withSpan(backend.metrics({}), "nightly report"))
      assert.deepStrictEqual(
        collected.map(({ name, parent }) => [name, parent]),
        [
          ["nightly report", undefined],
          ["rooms.metrics", "nightly report"],
          ["GET /api/v2/sdk/metrics", "rooms.metrics"]
        ]
      )
      assert.hasAllKeys(sent[0]?.headers, ["accept", "x-api-key"])
    })
  )

  for (const [url, address, port] of [
    ["https://rooms.example.com", "rooms.example.com", 443],
    ["https://rooms.example.com:8443/gateway/", "rooms.example.com", 8_443],
    ["http://127.0.0.1:4010", "127.0.0.1", 4_010],
    ["http://localhost", "localhost", 80]
  ] as const) {
    it.effect(`name the server: ${url}`, () =>
      Effect.gen(function* () {
        const { spans: collected } = yield* spans(metrics, json(metrics.answer), { baseUrl: url })
        assert.strictEqual(collected[1]?.attributes["server.address"], address)
        assert.strictEqual(collected[1]?.attributes["server.port"], port)
      })
    )
  }

  it.effect("do not begin before a wait for the attempt is over", () =>
    Effect.gen(function* () {
      const start = yield* Clock.currentTimeMillis
      const { spans: collected } = yield* spans(metrics, inTurn(unavailable, json(metrics.answer)))
      assert.deepStrictEqual(
        collected.map(({ startedAt }) => startedAt - start),
        [0, 0, 125]
      )
    })
  )
})
