import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { Backend } from "@effect-rooms/core/Backend"
import { LiveRooms } from "@effect-rooms/core/LiveRooms"
import { Metrics } from "@effect-rooms/core/Metrics"
import { Recordings } from "@effect-rooms/core/Recordings"
import { Rooms } from "@effect-rooms/core/Rooms"
import { Sessions } from "@effect-rooms/core/Sessions"
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as RoomsHttp from "../src/RoomsHttp.ts"
import { failureOf } from "./fixtures/failure.ts"
import { listRooms, metrics, roomId, sessionId } from "./fixtures/operations.ts"
import { type Answer, json, key, recordingClient, unexpected } from "./fixtures/recordingClient.ts"

const clientLayer = (answer: Answer) => {
  const { client, sent } = recordingClient(answer)
  return { layer: Layer.succeed(HttpClient.HttpClient, client), sent }
}

const environment = (variables: Record<string, string>) => ConfigProvider.layer(ConfigProvider.fromEnvRecord(variables))

describe("layer", () => {
  it.effect("gives the five services and the backend, on the client of the context", () => {
    const { layer, sent } = clientLayer(
      json({
        ...listRooms.answer,
        ...metrics.answer,
        rooms: [],
        nextCursor: null,
        sessions: [],
        participants: [],
        recordings: [],
        count: 0
      })
    )
    return Effect.gen(function* () {
      yield* (yield* Rooms).page()
      yield* (yield* Sessions).participants(sessionId)
      yield* (yield* LiveRooms).participants(roomId)
      yield* (yield* Recordings).page()
      yield* (yield* Metrics).get
      yield* (yield* Backend).listSessions({ roomId })
      assert.deepStrictEqual(
        sent.map(({ url }) => new URL(url).pathname),
        [
          "/api/v2/sdk/rooms/get-rooms",
          "/api/v2/sdk/rooms/participant-list",
          "/api/v2/sdk/live-sessions/participants/room-1",
          "/api/v2/sdk/recordings",
          "/api/v2/sdk/metrics",
          "/api/v2/sdk/rooms/session-details"
        ]
      )
    }).pipe(
      Effect.provide(
        RoomsHttp.layer({ baseUrl: "https://rooms.example.com", apiKey: Redacted.make(key) }).pipe(Layer.provide(layer))
      )
    )
  })

  it.effect("is not built from bad options", () =>
    Effect.gen(function* () {
      const { layer, sent } = clientLayer(unexpected)
      const options = { baseUrl: "ftp://rooms.example.com", apiKey: Redacted.make(key) }
      const error = yield* failureOf(Layer.build(RoomsHttp.layer(options).pipe(Layer.provide(layer))))
      assert.strictEqual(error._tag, "InvalidConfiguration")
      assert.deepStrictEqual(sent, [])
    })
  )
})

describe("layerBackend", () => {
  it.effect("gives the backend alone, for the layer of one service", () => {
    const { layer: client, sent } = clientLayer(json(metrics.answer))
    const backend = RoomsHttp.layerBackend({ baseUrl: "https://rooms.example.com", apiKey: Redacted.make(key) })
    return Effect.gen(function* () {
      yield* (yield* Metrics).get
      assert.strictEqual(sent.length, 1)
      assert.isTrue(Option.isNone(yield* Effect.serviceOption(Rooms)))
    }).pipe(Effect.provide(Metrics.layer.pipe(Layer.provideMerge(backend), Layer.provide(client))))
  })
})

describe("layerBackendFetch", () => {
  it.effect("gives the backend alone, over the fetch that the context provides", () => {
    const urls: Array<string> = []
    const fetch: typeof globalThis.fetch = async (input) => {
      urls.push(`${input}`)
      return Response.json(metrics.answer)
    }
    const backend = RoomsHttp.layerBackendFetch({ baseUrl: "https://rooms.example.com", apiKey: Redacted.make(key) })
    return Effect.gen(function* () {
      yield* (yield* Metrics).get
      assert.deepStrictEqual(urls, ["https://rooms.example.com/api/v2/sdk/metrics"])
      assert.isTrue(Option.isNone(yield* Effect.serviceOption(Rooms)))
    }).pipe(
      Effect.provide(
        Metrics.layer.pipe(Layer.provideMerge(backend), Layer.provide(Layer.succeed(FetchHttpClient.Fetch, fetch)))
      )
    )
  })
})

describe("layerFetch", () => {
  it.effect("is not built from bad options", () =>
    Effect.gen(function* () {
      const options = { baseUrl: "https://rooms.example.com", apiKey: Redacted.make("") }
      const error = yield* failureOf(Layer.build(RoomsHttp.layerFetch(options)))
      assert.strictEqual(error.field, "apiKey")
    })
  )
})

describe("layerConfig", () => {
  const built = (variables: Record<string, string>, answer: Answer, layer = RoomsHttp.layerConfig()) => {
    const { layer: client, sent } = clientLayer(answer)
    return { layer: layer.pipe(Layer.provide(client), Layer.provide(environment(variables))), sent }
  }

  it.effect("takes ROOMS_BASE_URL and ROOMS_API_KEY", () => {
    const { layer, sent } = built(
      { ROOMS_BASE_URL: "https://eu.example.com/rooms", ROOMS_API_KEY: key },
      json(metrics.answer)
    )
    return Effect.gen(function* () {
      yield* (yield* Metrics).get
      assert.strictEqual(sent[0]?.url, "https://eu.example.com/rooms/api/v2/sdk/metrics")
      assert.strictEqual(sent[0]?.headers["x-api-key"], key)
    }).pipe(Effect.provide(layer))
  })

  for (const [field, variable, state, variables] of [
    ["baseUrl", "ROOMS_BASE_URL", "missing", { ROOMS_API_KEY: key }],
    ["baseUrl", "ROOMS_BASE_URL", "empty", { ROOMS_BASE_URL: "", ROOMS_API_KEY: key }],
    ["apiKey", "ROOMS_API_KEY", "missing", { ROOMS_BASE_URL: "https://rooms.example.com" }],
    ["apiKey", "ROOMS_API_KEY", "empty", { ROOMS_BASE_URL: "https://rooms.example.com", ROOMS_API_KEY: "" }]
  ] as const) {
    it.effect(`names ${variable} if it is ${state}, and shows no key`, () =>
      Effect.gen(function* () {
        const { layer, sent } = built(variables, unexpected)
        const error = yield* failureOf(Layer.build(layer))
        assert.strictEqual(String(error), `InvalidConfiguration: ${field}: ${variable} is not set`)
        assert.strictEqual(error.field, field)
        assert.notInclude(inspect(error, { depth: Infinity, showHidden: true }), key)
        assert.deepStrictEqual(sent, [])
      })
    )
  }

  for (const [field, problem, variables] of [
    ["baseUrl", "no URL", { ROOMS_BASE_URL: "rooms.example.com", ROOMS_API_KEY: key }],
    ["baseUrl", "plain http", { ROOMS_BASE_URL: "http://rooms.example.com", ROOMS_API_KEY: key }],
    ["apiKey", "a line break", { ROOMS_BASE_URL: "https://rooms.example.com", ROOMS_API_KEY: `${key}\n` }]
  ] as const) {
    it.effect(`checks what the variables hold: ${field} with ${problem}`, () =>
      Effect.gen(function* () {
        const { layer, sent } = built(variables, unexpected)
        const error = yield* failureOf(Layer.build(layer))
        assert.strictEqual(error.field, field)
        assert.deepStrictEqual(sent, [])
      })
    )
  }

  const eu = {
    baseUrl: Config.String("EU_URL"),
    apiKey: Config.Redacted("EU_KEY"),
    allowInsecure: Config.Boolean("INSECURE")
  }
  const unreadable = new ConfigProvider.SourceError({ message: "the vault is sealed" })

  for (const [problem, field, layer, variables] of [
    ["EU_URL is not set", "baseUrl", RoomsHttp.layerConfig(eu), { EU_KEY: key, INSECURE: "true" }],
    [
      /^INSECURE: expected "true" \| "yes"/,
      "allowInsecure",
      RoomsHttp.layerConfig(eu),
      { EU_URL: "x", EU_KEY: key, INSECURE: "?" }
    ],
    ["EU_KEY is not set", "options", RoomsHttp.layerConfig(Config.all(eu)), { EU_URL: "x", INSECURE: "true" }],
    [
      "the vault is sealed",
      "apiKey",
      RoomsHttp.layerConfig({ ...eu, apiKey: Config.fail(unreadable) }),
      { EU_URL: "x", INSECURE: "true" }
    ]
  ] as const) {
    it.effect(`reports invalid configuration: ${problem}`, () =>
      Effect.gen(function* () {
        const error = yield* failureOf(Layer.build(built(variables, unexpected, layer).layer))
        assert.strictEqual(error.field, field)
        assert.match(error.problem, typeof problem === "string" ? new RegExp(`^${problem}$`) : problem)
        assert.notInclude(inspect(error, { depth: Infinity, showHidden: true }), key)
      })
    )
  }

  it.effect("takes other configuration for single options", () => {
    const { layer, sent } = built(
      { EU_URL: "http://rooms.internal", EU_KEY: key, INSECURE: "true" },
      json(metrics.answer),
      RoomsHttp.layerConfig(eu)
    )
    return Effect.gen(function* () {
      yield* (yield* Metrics).get
      assert.strictEqual(sent[0]?.url, "http://rooms.internal/api/v2/sdk/metrics")
    }).pipe(Effect.provide(layer))
  })
})

describe("layerConfigFetch", () => {
  const layerOf = (variables: Record<string, string>, fetch: typeof globalThis.fetch) =>
    RoomsHttp.layerConfigFetch().pipe(
      Layer.provide(environment(variables)),
      Layer.provide(Layer.succeed(FetchHttpClient.Fetch, fetch))
    )

  it.effect("takes the variables, and sends over fetch", () => {
    const urls: Array<unknown> = []
    const fetch: typeof globalThis.fetch = async (url) => {
      urls.push(String(url))
      return Response.json(metrics.answer)
    }
    return Effect.gen(function* () {
      yield* (yield* Metrics).get
      assert.deepStrictEqual(urls, ["https://eu.example.com/api/v2/sdk/metrics"])
    }).pipe(Effect.provide(layerOf({ ROOMS_BASE_URL: "https://eu.example.com", ROOMS_API_KEY: key }, fetch)))
  })

  it.effect("names a variable that is missing", () =>
    Effect.gen(function* () {
      const error = yield* failureOf(Layer.build(layerOf({ ROOMS_API_KEY: key }, globalThis.fetch)))
      assert.strictEqual(error.message, "baseUrl: ROOMS_BASE_URL is not set")
    })
  )
})
