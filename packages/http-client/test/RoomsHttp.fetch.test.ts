import type { IncomingHttpHeaders } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { RoomId, SessionId } from "@effect-rooms/core/Identifier"
import { LiveRooms } from "@effect-rooms/core/LiveRooms"
import { Metrics } from "@effect-rooms/core/Metrics"
import { Recordings } from "@effect-rooms/core/Recordings"
import { Rooms } from "@effect-rooms/core/Rooms"
import { Sessions } from "@effect-rooms/core/Sessions"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { RoomsHttpNode } from "../src/node.ts"
import * as RoomsHttp from "../src/RoomsHttp.ts"
import { serve } from "./fixtures/nodeServer.ts"
import * as cases from "./fixtures/operations.ts"
import { key } from "./fixtures/recordingClient.ts"

interface Received {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const everyAnswer = JSON.stringify(Object.assign({}, ...cases.everyOperation.map(({ answer }) => answer)))

/** A service that answers every operation, and what it received. */
const service = Effect.gen(function* () {
  const received: Array<Received> = []
  const baseUrl = yield* serve((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const { headers, method, url } = request
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString("utf8") })
      response.writeHead(method === "POST" ? 201 : 200, { "content-type": "application/json" }).end(everyAnswer)
    })
  })
  return { baseUrl, received }
})

/** Runs a program over the platform's `fetch` against the service, and gives what the service received. */
const receivedFrom = Effect.fnUntraced(function* (
  layer: typeof RoomsHttp.layerFetch,
  program: Effect.Effect<unknown, unknown, Rooms | Sessions | LiveRooms | Recordings | Metrics>
) {
  const { baseUrl, received } = yield* service
  yield* Effect.provide(program, layer({ baseUrl: `${baseUrl}/eu/`, apiKey: Redacted.make(key) }))
  return received
})

const awkward = "a/b?c#d%2F e+é漢🚪&=;:@$"
const awkwardInPath = "a%2Fb%3Fc%23d%252F%20e%2B%C3%A9%E6%BC%A2%F0%9F%9A%AA%26%3D%3B%3A%40%24"
const awkwardInQuery = "a%2Fb%3Fc%23d%252F+e%2B%C3%A9%E6%BC%A2%F0%9F%9A%AA%26%3D%3B%3A%40%24"

const everyCall = Effect.gen(function* () {
  const roomId = RoomId.make(awkward)
  const sessionId = SessionId.make(awkward)
  const rooms = yield* Rooms
  yield* rooms.create({ roomLocked: true, metadata: { title: "Café 🚪" } })
  yield* rooms.page()
  yield* rooms.page({ cursor: 2 })
  yield* rooms.get(roomId)
  yield* rooms.metadata(roomId)
  const sessions = yield* Sessions
  yield* sessions.page({ roomId, limit: 100, cursor: 0 })
  yield* sessions.participants(sessionId)
  yield* (yield* LiveRooms).participants(roomId)
  yield* (yield* Recordings).page({ sessionId, limit: 20, cursor: 3 })
  yield* (yield* Metrics).get
})

describe.each([
  { name: "RoomsHttp.layerFetch", layer: RoomsHttp.layerFetch },
  { name: "RoomsHttpNode.layer", layer: RoomsHttpNode.layer }
])("$name on a real socket", ({ layer }) => {
  it.live("sends the nine operations as the contract has them, and ids whole", () =>
    Effect.gen(function* () {
      const received = yield* receivedFrom(layer, everyCall)
      const prefix = "/eu/api/v2/sdk"
      assert.deepStrictEqual(
        received.map(({ method, url }) => `${method} ${url}`),
        [
          `POST ${prefix}/rooms/create-room`,
          `GET ${prefix}/rooms/get-rooms`,
          `GET ${prefix}/rooms/get-rooms?cursor=2`,
          `GET ${prefix}/rooms/room-details/${awkwardInPath}`,
          `GET ${prefix}/rooms/get-metadata/${awkwardInPath}`,
          `GET ${prefix}/rooms/session-details?roomId=${awkwardInQuery}&limit=100&cursor=0`,
          `GET ${prefix}/rooms/participant-list?sessionId=${awkwardInQuery}`,
          `GET ${prefix}/live-sessions/participants/${awkwardInPath}`,
          `GET ${prefix}/recordings?sessionId=${awkwardInQuery}&limit=20&cursor=3`,
          `GET ${prefix}/metrics`
        ]
      )
    })
  )

  it.live("every request has the API key, and only the one with a body has a content-type", () =>
    Effect.gen(function* () {
      const [create, ...reads] = yield* receivedFrom(layer, everyCall)
      const body = '{"roomLocked":true,"metadata":{"title":"Café 🚪"}}'
      assert.strictEqual(create?.body, body)
      assert.strictEqual(create?.headers["x-api-key"], key)
      assert.strictEqual(create?.headers["content-type"], "application/json")
      assert.strictEqual(create?.headers["content-length"], String(Buffer.byteLength(body)))
      assert.strictEqual(reads.length, 9)
      for (const { body, headers } of reads) {
        assert.strictEqual(body, "")
        assert.strictEqual(headers["x-api-key"], key)
        assert.strictEqual(headers.accept, "application/json")
        assert.notProperty(headers, "content-type")
      }
    })
  )

  it.live("no request contains the trace ids of the caller", () =>
    Effect.gen(function* () {
      const received = yield* receivedFrom(layer, Effect.withSpan(everyCall, "nightly-export"))
      for (const { headers } of received) {
        assert.notProperty(headers, "traceparent")
        assert.notProperty(headers, "tracestate")
        assert.notProperty(headers, "b3")
        assert.deepStrictEqual(
          Object.keys(headers).filter((name) => name.startsWith("x-b3-")),
          []
        )
      }
    })
  )

  it.live("an attempt ends with its limit, and has its time where no timer of the platform takes so much", () =>
    Effect.gen(function* () {
      const silent = yield* serve(() => {})
      const slow = yield* serve((_, response) => {
        setTimeout(() => response.writeHead(200, { "content-type": "application/json" }).end(everyAnswer), 30)
      })
      const page = (baseUrl: string, attemptTimeout: Duration.Input) =>
        Rooms.use((rooms) => rooms.page()).pipe(
          Effect.provide(layer({ baseUrl, apiKey: Redacted.make(key), attemptTimeout, timeout: false, retry: false }))
        )
      const error = yield* Effect.flip(page(silent, "20 millis"))
      assert(error._tag === "ServiceError" && error.reason._tag === "Timeout")
      assert.strictEqual(error.reason.limit, "attempt")
      yield* page(slow, "60 days")
    })
  )
})
