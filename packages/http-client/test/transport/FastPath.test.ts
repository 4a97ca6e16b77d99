import { assert, describe, it } from "@effect/vitest"
import { Backend } from "@effect-rooms/core/Backend"
import { Metrics } from "@effect-rooms/core/Metrics"
import type { RawResponse } from "@effect-rooms/core/unstable"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { RoomsHttpNode } from "../../src/node.ts"
import * as RoomsHttp from "../../src/RoomsHttp.ts"
import { CurrentFastPath, type FastPath } from "../../src/transport/FastPath.ts"
import { serve } from "../fixtures/nodeServer.ts"
import { metrics } from "../fixtures/operations.ts"
import { baseUrl, json, key, recordingClient } from "../fixtures/recordingClient.ts"

const apiKey = Redacted.make(key)

const response: RawResponse = { status: 200, headers: {}, text: JSON.stringify(metrics.answer) }

/** A client, its declared fast path, and how often each was used. */
const declared = () => {
  const used = { client: 0, fastPath: 0 }
  const { client } = recordingClient((request, signal) => {
    used.client++
    return json(metrics.answer)(request, signal)
  })
  const fastPath: FastPath = {
    client,
    exchange: () =>
      Effect.sync(() => {
        used.fastPath++
        return response
      })
  }
  return { client, fastPath, used }
}

describe("a declared fast path", () => {
  it.effect("sends the requests of its client", () =>
    Effect.gen(function* () {
      const { client, fastPath, used } = declared()
      const context = Context.make(HttpClient.HttpClient, client).pipe(Context.add(CurrentFastPath, fastPath))
      const backend = yield* Effect.provide(RoomsHttp.make({ baseUrl, apiKey }), context)
      assert.deepStrictEqual(yield* backend.metrics({}), metrics.answer)
      assert.deepStrictEqual(used, { client: 0, fastPath: 1 })
    })
  )

  it.effect("is not used for a client that wraps its client", () =>
    Effect.gen(function* () {
      const { client, fastPath, used } = declared()
      const wrapped = HttpClient.mapRequest(client, HttpClientRequest.setHeader("x-team", "reports"))
      const context = Context.make(HttpClient.HttpClient, wrapped).pipe(Context.add(CurrentFastPath, fastPath))
      const backend = yield* Effect.provide(RoomsHttp.make({ baseUrl, apiKey }), context)
      assert.deepStrictEqual(yield* backend.metrics({}), metrics.answer)
      assert.deepStrictEqual(used, { client: 1, fastPath: 0 })
    })
  )
})

/** A service that keeps the headers of every request. */
const service = Effect.gen(function* () {
  const teams: Array<unknown> = []
  const baseUrl = yield* serve(({ headers }, response) => {
    teams.push(headers["x-team"])
    response.end(JSON.stringify(metrics.answer))
  })
  return { baseUrl, teams }
})

describe("Node's HttpClient", () => {
  it.live("declares its fast path", () =>
    Effect.gen(function* () {
      const context = yield* Layer.build(RoomsHttpNode.layerHttpClient())
      assert.strictEqual(Context.get(context, CurrentFastPath)?.client, Context.get(context, HttpClient.HttpClient))
    })
  )

  const layerNode = RoomsHttpNode.layerHttpClient()
  const layerWrapper = Layer.effect(
    HttpClient.HttpClient,
    Effect.map(HttpClient.HttpClient, HttpClient.mapRequest(HttpClientRequest.setHeader("x-team", "reports")))
  )

  for (const [name, layerWrapped] of [
    ["Layer.provide", layerWrapper.pipe(Layer.provide(layerNode))],
    ["Layer.provideMerge", layerWrapper.pipe(Layer.provideMerge(layerNode))]
  ] as const) {
    it.live(`keeps its wrapping when it is wrapped with ${name}`, () =>
      Effect.gen(function* () {
        const { baseUrl, teams } = yield* service
        const layer = RoomsHttp.layer({ baseUrl, apiKey }).pipe(Layer.provide(layerWrapped))
        yield* Effect.replicateEffect(
          Metrics.use((metrics) => metrics.get),
          3
        ).pipe(Effect.provide(layer))
        assert.deepStrictEqual(teams, ["reports", "reports", "reports"])
      })
    )
  }

  it.live("sends the same request on its fast path as a wrapped client does", () =>
    Effect.gen(function* () {
      const seen: Array<unknown> = []
      const baseUrl = yield* serve(({ headers, method, url }, response) => {
        const { accept, "x-api-key": sentKey } = headers
        seen.push({ accept, key: sentKey, method, url })
        response.end(JSON.stringify(metrics.answer))
      })
      const layer = RoomsHttpNode.layer({ baseUrl, apiKey })
      yield* Effect.flatMap(Backend, (backend) => backend.metrics({})).pipe(Effect.provide(layer))
      assert.deepStrictEqual(seen, [{ accept: "application/json", key, method: "GET", url: "/api/v2/sdk/metrics" }])
    })
  )
})
