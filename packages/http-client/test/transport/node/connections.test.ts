import { assert, describe, it } from "@effect/vitest"
import { Metrics } from "@effect-rooms/core/Metrics"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import type { InvalidConfiguration } from "../../../src/InvalidConfiguration.ts"
import { RoomsHttpNode } from "../../../src/node.ts"
import * as RoomsHttp from "../../../src/RoomsHttp.ts"
import { type ConnectionOptions, checkOptions } from "../../../src/transport/node/connections.ts"
import { connectProxy } from "../../fixtures/connectProxy.ts"
import { counting } from "../../fixtures/counting.ts"
import { failureOf, reasonOf } from "../../fixtures/failure.ts"
import { serve } from "../../fixtures/nodeServer.ts"
import { metrics } from "../../fixtures/operations.ts"
import { key } from "../../fixtures/recordingClient.ts"
import { serveTls } from "../../fixtures/tlsServer.ts"

const apiKey = Redacted.make(key)

const getMetrics = Metrics.use((metrics) => metrics.get)

describe("connections", () => {
  it.live("are reused by the next request", () =>
    Effect.gen(function* () {
      const { baseUrl, connections } = yield* counting
      yield* Effect.replicateEffect(getMetrics, 20).pipe(Effect.provide(RoomsHttpNode.layer({ baseUrl, apiKey })))
      // Two in turn: undici lets a connection rest for a moment, to see whether it is closed.
      assert.isAtMost(connections.made, 2)
    })
  )

  for (const [name, options, made] of [
    ["there is one per concurrent request", {}, 12],
    ["their number is limited", { limit: 3 }, 3]
  ] as const) {
    it.live(name, () =>
      Effect.gen(function* () {
        const { baseUrl, connections } = yield* counting
        yield* Effect.replicateEffect(getMetrics, 12, { concurrency: "unbounded" }).pipe(
          Effect.provide(RoomsHttpNode.layer({ baseUrl, apiKey, connections: options }))
        )
        assert.strictEqual(connections.made, made)
      })
    )
  }

  it.effect("are kept for 4 idle seconds and made within 10 by default", () =>
    Effect.gen(function* () {
      const timesOf = (options: ConnectionOptions) =>
        Effect.map(Effect.fromResult(checkOptions(options)), ({ connectMillis, keepAliveTimeout }) => ({
          connectMillis,
          keepAliveTimeout
        }))
      assert.deepStrictEqual(yield* timesOf({}), { connectMillis: 10_000, keepAliveTimeout: 4_000 })
      assert.deepStrictEqual(yield* timesOf({ keepAlive: "1 minute", connectTimeout: 500 }), {
        connectMillis: 500,
        keepAliveTimeout: 60_000
      })
    })
  )

  it.live("close with the scope, and nothing is sent afterwards", () =>
    Effect.gen(function* () {
      const { baseUrl, connections } = yield* counting
      const backend = yield* Effect.scoped(
        Effect.gen(function* () {
          const services = yield* Layer.build(RoomsHttpNode.layerHttpClient())
          const backend = yield* Effect.provide(RoomsHttp.make({ baseUrl, apiKey, retry: false }), services)
          yield* backend.metrics({})
          assert.strictEqual(connections.open, 1)
          return backend
        })
      )
      while (connections.open > 0) yield* Effect.sleep(1)
      assert.isFalse(reasonOf(yield* failureOf(backend.metrics({})), "Transport").requestSent)
      assert.strictEqual(connections.made, 1)
    })
  )

  for (const [options, problem] of [
    [{ limit: 0 }, /^limit must be/],
    [{ limit: 1.5 }, /^limit must be/],
    [{ keepAlive: 0 }, /^keepAlive must be/],
    [{ keepAlive: "25 days" }, /^keepAlive must be/],
    [{ proxy: { httpsProxy: "socks5://proxy.test" } }, /^httpsProxy of proxy has the scheme/],
    [{ proxy: { httpProxy: "http://" } }, /^httpProxy of proxy is not a URL/],
    [{ connectTimeout: -1 }, /^connectTimeout must be/],
    [{ connectTimeout: Number.NaN }, /^connectTimeout must be/]
  ] as const) {
    it.effect(`are rejected with ${JSON.stringify(options)}`, () =>
      Effect.gen(function* () {
        const refused = (effect: Effect.Effect<unknown, InvalidConfiguration>) =>
          Effect.map(Effect.flip(effect), (error) => {
            assert.strictEqual(error.field, "connections")
            assert.match(error.problem, problem)
          })
        yield* refused(Effect.scoped(Layer.build(RoomsHttpNode.layerHttpClient(options))))
        const layer = RoomsHttpNode.layer({ baseUrl: "https://rooms.example.com", apiKey, connections: options })
        yield* refused(Effect.scoped(Layer.build(layer)))
      })
    )
  }
})

describe("the proxies", () => {
  it.live("can be set, and replace those of the environment", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* counting
      const used = yield* connectProxy({ port: Number(new URL(baseUrl).port) })
      const unused = yield* connectProxy({ port: 1 })
      const provider = ConfigProvider.fromEnv({ env: { HTTP_PROXY: unused.url } })
      const ask = (proxy: RoomsHttpNode.ConnectionOptions["proxy"] & object) =>
        getMetrics.pipe(
          Effect.provide(
            RoomsHttpNode.layer({ baseUrl: "http://rooms.test", allowInsecure: true, apiKey, connections: { proxy } })
          ),
          Effect.provideService(ConfigProvider.ConfigProvider, provider)
        )
      assert.deepStrictEqual(yield* ask({ httpProxy: used.url }), metrics.answer)
      assert.deepStrictEqual(used.seen.asked, ["rooms.test:80"])
      assert.deepStrictEqual(unused.seen.asked, [])
    })
  )

  it.live("can be switched off", () =>
    Effect.gen(function* () {
      const unused = yield* connectProxy({ port: 1 })
      const layer = RoomsHttpNode.layer({
        baseUrl: "http://rooms.test",
        allowInsecure: true,
        apiKey,
        retry: false,
        connections: { proxy: false }
      })
      const error = yield* failureOf(
        getMetrics.pipe(
          Effect.provide(layer),
          Effect.provideService(
            ConfigProvider.ConfigProvider,
            ConfigProvider.fromEnv({ env: { HTTP_PROXY: unused.url } })
          )
        )
      )
      assert.include(reasonOf(error, "Transport").description, "getaddrinfo")
      assert.deepStrictEqual(unused.seen.asked, [])
    })
  )
})

describe("layerConfig", () => {
  it.live("reads the environment", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* counting
      const provider = ConfigProvider.fromEnv({ env: { ROOMS_BASE_URL: baseUrl, ROOMS_API_KEY: key } })
      const answer = yield* getMetrics.pipe(
        Effect.provide(RoomsHttpNode.layerConfig()),
        Effect.provideService(ConfigProvider.ConfigProvider, provider)
      )
      assert.deepStrictEqual(answer, metrics.answer)
    })
  )
})

describe("layerHttpClient", () => {
  it.live("is a client like any other, on the same connections", () =>
    Effect.gen(function* () {
      const received: Array<string> = []
      const sockets = new Set<unknown>()
      const baseUrl = yield* serve((request, response) => {
        sockets.add(request.socket)
        request.setEncoding("utf8").on("data", (chunk: string) => received.push(chunk))
        request.on("end", () => response.writeHead(201, { "x-answer": "yes" }).end("é漢🚪"))
      })
      const client = yield* HttpClient.HttpClient
      const request = HttpClientRequest.post(`${baseUrl}/x`).pipe(HttpClientRequest.bodyText("hello"))
      const response = yield* client.execute(request)
      assert.deepStrictEqual([response.status, response.headers["x-answer"]], [201, "yes"])
      assert.strictEqual(yield* response.text, "é漢🚪")
      const streamed = Effect.flatMap(client.execute(request), ({ stream }) =>
        stream.pipe(Stream.decodeText(), Stream.mkString)
      )
      assert.deepStrictEqual(yield* Effect.all([streamed, streamed], { concurrency: 2 }), ["é漢🚪", "é漢🚪"])
      assert.deepStrictEqual(received, ["hello", "hello", "hello"])
      assert.strictEqual(sockets.size, 1)
    }).pipe(Effect.provide(RoomsHttpNode.layerHttpClient({ limit: 1 })))
  )

  it.live("can be changed, and still knows what was never sent", () =>
    Effect.gen(function* () {
      const port = yield* serveTls(() => {})
      const client = HttpClient.mapRequest(
        yield* HttpClient.HttpClient,
        HttpClientRequest.setHeader("x-team", "reports")
      )
      const backend = yield* RoomsHttp.make({ baseUrl: `https://localhost:${port}`, apiKey, retry: false }).pipe(
        Effect.provideService(HttpClient.HttpClient, client)
      )
      const { description, requestSent } = reasonOf(yield* failureOf(backend.metrics({})), "Transport")
      assert.include(description, "DEPTH_ZERO_SELF_SIGNED_CERT")
      assert.isFalse(requestSent)
    }).pipe(Effect.provide(RoomsHttpNode.layerHttpClient()))
  )

  it.live("can be changed, and what it was changed to is what sends", () =>
    Effect.gen(function* () {
      const agents: Array<string | undefined> = []
      const baseUrl = yield* serve((request, response) => {
        agents.push(request.headers["user-agent"])
        response.end(JSON.stringify(metrics.answer))
      })
      const client = HttpClient.mapRequest(
        yield* HttpClient.HttpClient,
        HttpClientRequest.setHeader("user-agent", "reports/1")
      )
      const backend = yield* RoomsHttp.make({ baseUrl, apiKey }).pipe(
        Effect.provideService(HttpClient.HttpClient, client)
      )
      assert.deepStrictEqual(yield* backend.metrics({}), metrics.answer)
      assert.deepStrictEqual(agents, ["reports/1"])
    }).pipe(Effect.provide(RoomsHttpNode.layerHttpClient()))
  )
})
