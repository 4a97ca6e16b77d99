import { createServer, type IncomingMessage } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { RoomsHttp } from "@effect-rooms/http-client"
import { FakeRooms, Scenario, World } from "@effect-rooms/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { countRooms, layerTelemetry } from "../telemetry.ts"

/** A collector of OpenTelemetry on a real socket, and what was sent to it: the path and the body of each request. */
const collector = Effect.gen(function* () {
  const received: Array<{ readonly path: string | undefined; readonly body: string }> = []
  const textOf = async (request: IncomingMessage) => {
    let text = ""
    for await (const chunk of request.setEncoding("utf8")) text += chunk
    return text
  }
  const server = createServer(async (request, response) => {
    received.push({ path: request.url, body: await textOf(request) })
    response.setHeader("content-type", "application/json").end("{}")
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.void))
    }),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )
  const address = server.address()
  assert(typeof address === "object" && address !== null)
  return { received, url: `http://127.0.0.1:${address.port}` }
})

// The parts of OTLP's JSON that are looked at.
const Attributes = Schema.Array(
  Schema.Struct({
    key: Schema.String,
    value: Schema.Struct({
      stringValue: Schema.optionalKey(Schema.String),
      intValue: Schema.optionalKey(Schema.Union([Schema.Finite, Schema.String]))
    })
  })
)
const DataPoint = Schema.Struct({
  attributes: Attributes,
  asDouble: Schema.optionalKey(Schema.Finite),
  count: Schema.optionalKey(Schema.Finite)
})
const Points = Schema.optionalKey(Schema.Struct({ dataPoints: Schema.Array(DataPoint) }))
const Traces = Schema.Struct({
  resourceSpans: Schema.Array(
    Schema.Struct({
      scopeSpans: Schema.Array(
        Schema.Struct({
          spans: Schema.Array(
            Schema.Struct({
              name: Schema.String,
              spanId: Schema.String,
              parentSpanId: Schema.optionalKey(Schema.String),
              attributes: Attributes
            })
          )
        })
      )
    })
  )
})
const Metrics = Schema.Struct({
  resourceMetrics: Schema.Array(
    Schema.Struct({
      scopeMetrics: Schema.Array(
        Schema.Struct({ metrics: Schema.Array(Schema.Struct({ name: Schema.String, sum: Points, histogram: Points })) })
      )
    })
  )
})

const valuesOf = (attributes: typeof Attributes.Type) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))

const key = "sk-planted-7f3b"
const apiKey = Redacted.make(key)

const overHttp = RoomsHttp.layer({ baseUrl: "https://rooms.test", apiKey }).pipe(
  Layer.provide(FakeRooms.layerHttpClient),
  Layer.provide(World.layer({ apiKeys: [apiKey], scenario: Scenario.office({ rooms: 45 }) }))
)

/** Runs the example with a collector, and gives what that was sent. */
const exported = Effect.gen(function* () {
  const { received, url } = yield* collector
  const rooms = yield* countRooms.pipe(
    Effect.provide(overHttp),
    Effect.provide(layerTelemetry(url)),
    Effect.provideService(Metric.MetricRegistry, new Map())
  )
  const at = (path: string) => received.flatMap((request) => (request.path === path ? [request.body] : []))
  const spans = at("/v1/traces").flatMap((body) =>
    Schema.decodeUnknownSync(Schema.fromJsonString(Traces))(body).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) => spans)
    )
  )
  // Each export has everything since the start: the last one is complete.
  const metrics = at("/v1/metrics")
    .slice(-1)
    .flatMap((body) =>
      Schema.decodeUnknownSync(Schema.fromJsonString(Metrics))(body).resourceMetrics.flatMap(({ scopeMetrics }) =>
        scopeMetrics.flatMap(({ metrics }) => metrics)
      )
    )
  return { rooms, spans, metrics, received }
})

const named = <A extends { readonly name: string }>(list: ReadonlyArray<A>, name: string) =>
  list.filter((item) => item.name === name)

describe("examples/telemetry.ts exports", () => {
  it.live("a span for each page of the list, and one for its request inside, to the collector", () =>
    Effect.gen(function* () {
      const { rooms, spans } = yield* exported
      assert.strictEqual(rooms, 45)
      const [program, ...others] = named(spans, "countRooms")
      assert.isEmpty(others)
      const [walk] = named(spans, "Rooms.stream")
      assert.strictEqual(walk?.parentSpanId, program?.spanId)
      const pages = named(spans, "rooms.listRooms")
      const requests = named(spans, "GET /api/v2/sdk/rooms/get-rooms")
      assert.isAtLeast(pages.length, 2)
      assert.strictEqual(requests.length, pages.length)
      assert.isTrue(pages.every(({ parentSpanId }) => parentSpanId === walk?.spanId))
      assert.sameMembers(
        requests.map(({ parentSpanId }) => parentSpanId),
        pages.map(({ spanId }) => spanId)
      )
      for (const { attributes } of requests) {
        // The service is in the same process here, and adds the name of its route.
        assert.include(valuesOf(attributes), {
          "http.request.method": "GET",
          "url.template": "/api/v2/sdk/rooms/get-rooms",
          "rooms.operation": "listRooms",
          "server.address": "rooms.test",
          "server.port": 443,
          "http.response.status_code": 200
        })
      }
    })
  )

  it.live("how many requests there were, and how long they took", () =>
    Effect.gen(function* () {
      const { metrics, spans } = yield* exported
      const pages = named(spans, "rooms.listRooms").length
      const points = metrics.flatMap(({ histogram, name, sum }) =>
        [...(sum?.dataPoints ?? []), ...(histogram?.dataPoints ?? [])].flatMap(({ asDouble, attributes, count }) =>
          valuesOf(attributes)["rooms.operation"] === "listRooms" ? [[name, count ?? asDouble]] : []
        )
      )
      assert.sameDeepMembers(points, [
        ["rooms.client.requests", pages],
        ["rooms.client.attempts", pages],
        ["http.client.request.duration", pages]
      ])
    })
  )

  it.live("nothing of the API key", () =>
    Effect.gen(function* () {
      const { received } = yield* exported
      assert.isNotEmpty(received)
      for (const { body } of received) assert.notInclude(body, key)
    })
  )
})
