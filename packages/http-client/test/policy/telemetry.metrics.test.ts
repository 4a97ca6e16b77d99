import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Metric from "effect/Metric"
import * as TestClock from "effect/testing/TestClock"
import { createRoom, metrics, roomDetails } from "../fixtures/operations.ts"
import { json, key } from "../fixtures/recordingClient.ts"
import { metricsOf } from "./fixtures/collected.ts"
import { broken } from "./fixtures/faults.ts"
import { drawing, inTime, inTurn, late, observed, silence } from "./fixtures/observe.ts"

const unavailable = json({}, { status: 503 })

/** What the counters say: by name, operation and outcome. */
const counts = (snapshot: ReadonlyArray<Metric.Metric.Snapshot>) =>
  Object.fromEntries(
    snapshot.flatMap((metric) => {
      if (metric.type !== "Counter") return []
      const { outcome, "rooms.operation": operation } = metric.attributes ?? {}
      return [[[metric.id, operation, outcome].filter((part) => part !== undefined).join(" "), metric.state.count]]
    })
  )

const durations = (snapshot: ReadonlyArray<Metric.Metric.Snapshot>) =>
  snapshot.flatMap((metric) =>
    metric.id === "http.client.request.duration" && metric.type === "Histogram" ? [metric] : []
  )

describe("the metrics of a client", () => {
  it.effect("count operations by outcome, attempts and retries, by operation", () =>
    Effect.gen(function* () {
      const answer = inTurn(
        unavailable,
        json(metrics.answer),
        json(metrics.answer),
        unavailable,
        broken("read", "ECONNRESET"),
        unavailable,
        unavailable,
        json({}, { status: 404 }),
        broken("connect", "ECONNREFUSED"),
        json(createRoom.answer)
      )
      const { backend, sentAt } = yield* observed(answer)
      const snapshot = yield* metricsOf(
        inTime(
          drawing(0.5)(
            Effect.gen(function* () {
              yield* backend.metrics({})
              yield* backend.metrics({})
              yield* Effect.exit(backend.metrics({}))
              yield* Effect.exit(roomDetails.run(backend))
              yield* createRoom.run(backend)
            })
          )
        )
      )
      assert.strictEqual(sentAt.length, 10)
      assert.deepStrictEqual(counts(snapshot), {
        "rooms.client.requests metrics success": 2,
        "rooms.client.requests metrics failure": 1,
        "rooms.client.requests roomDetails failure": 1,
        "rooms.client.requests createRoom success": 1,
        "rooms.client.attempts metrics": 7,
        "rooms.client.attempts roomDetails": 1,
        "rooms.client.attempts createRoom": 2,
        "rooms.client.retries metrics": 4,
        "rooms.client.retries createRoom": 1
      })
    })
  )

  it.effect("have the attributes of OpenTelemetry, and no ids", () =>
    Effect.gen(function* () {
      const { backend } = yield* observed(json(roomDetails.answer))
      const snapshot = yield* metricsOf(roomDetails.run(backend))
      const attributes = {
        "http.request.method": "GET",
        "url.template": "/api/v2/sdk/rooms/room-details/{roomId}",
        "rooms.operation": "roomDetails"
      }
      assert.sameDeepMembers(
        snapshot.map(({ attributes, id }) => [id, attributes]),
        [
          ["rooms.client.requests", { ...attributes, outcome: "success" }],
          ["rooms.client.attempts", attributes],
          [
            "http.client.request.duration",
            {
              ...attributes,
              "server.address": "rooms.example.com",
              "server.port": "443",
              "http.response.status_code": "200"
            }
          ]
        ]
      )
      assert.notInclude(JSON.stringify(snapshot.map(({ attributes }) => attributes)), key)
    })
  )

  it.effect("tell how long attempts took, in seconds, without the waits between them", () =>
    Effect.gen(function* () {
      const answer = inTurn(late(30, unavailable), late(300, unavailable), silence, late(6_000, json(metrics.answer)))
      const { backend } = yield* observed(answer, { attemptTimeout: "8 seconds" })
      const series = durations(yield* metricsOf(inTime(drawing(0.5)(backend.metrics({})))))
      const ended = series.map(({ attributes = {}, state }) => {
        const { "error.type": error, "http.response.status_code": status } = attributes
        return { status, error, state }
      })
      assert.sameDeepMembers(
        ended.map(({ error, state: { count, max, min }, status }) => ({ status, error, count, min, max })),
        [
          { status: "503", error: "503", count: 2, min: 0.03, max: 0.3 },
          { status: undefined, error: "Timeout", count: 1, min: 8, max: 8 },
          { status: "200", error: undefined, count: 1, min: 6, max: 6 }
        ]
      )
      const { buckets, sum } = ended.find(({ status }) => status === "503")?.state ?? assert.fail("no such series")
      assert.closeTo(sum, 0.03 + 0.3, 1e-9)
      const upTo = new Map(buckets)
      assert.deepStrictEqual(
        [0.025, 0.05, 0.25, 0.5, 10].map((boundary) => upTo.get(boundary)),
        [0, 1, 1, 2, 2]
      )
    })
  )

  it.effect("tell an answer that breaks the contract from one that does not", () =>
    Effect.gen(function* () {
      const { backend } = yield* observed(inTurn(json(metrics.answer), json({})))
      const series = durations(yield* metricsOf(Effect.andThen(backend.metrics({}), Effect.exit(backend.metrics({})))))
      assert.sameMembers(
        series.map(({ attributes = {} }) => `${attributes["http.response.status_code"]} ${attributes["error.type"]}`),
        ["200 undefined", "200 InvalidResponse"]
      )
    })
  )

  it.effect("have the bucket boundaries that OpenTelemetry advises", () =>
    Effect.gen(function* () {
      const { backend } = yield* observed(json(metrics.answer))
      const [duration] = durations(yield* metricsOf(backend.metrics({})))
      assert(duration?.type === "Histogram")
      assert.deepStrictEqual(
        duration.state.buckets.map(([boundary]) => boundary).filter(Number.isFinite),
        [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
      )
    })
  )

  it.effect("count an attempt that is interrupted, and no operation", () =>
    Effect.gen(function* () {
      const { backend } = yield* observed(silence)
      const snapshot = yield* metricsOf(
        Effect.gen(function* () {
          const fiber = yield* Effect.forkChild(backend.metrics({}))
          yield* TestClock.adjust("2 seconds")
          yield* Fiber.interrupt(fiber)
        })
      )
      assert.deepStrictEqual(counts(snapshot), { "rooms.client.attempts metrics": 1 })
      const [duration] = durations(snapshot)
      assert(duration?.type === "Histogram")
      assert.strictEqual(duration.state.sum, 2)
    })
  )

  it.effect("count an operation that the deadline ended", () =>
    Effect.gen(function* () {
      const { backend } = yield* observed(silence, { timeout: "3 seconds" })
      assert.deepStrictEqual(counts(yield* metricsOf(inTime(backend.metrics({})))), {
        "rooms.client.attempts metrics": 1,
        "rooms.client.requests metrics failure": 1
      })
    })
  )
})
