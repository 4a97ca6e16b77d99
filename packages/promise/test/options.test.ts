import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as cases from "../../http-client/test/fixtures/operations.ts"
import { json as answer, baseUrl, key, recordingClient } from "../../http-client/test/fixtures/recordingClient.ts"
import {
  InvalidConfiguration,
  InvalidRequest,
  RoomsClient,
  type RoomsClientOptions,
  type RoomsError,
  ServiceError
} from "../src/index.ts"
import { type Answer, answering, inTurn, json, rejectionOf, silence } from "./fixtures/scripted.ts"

const metrics: Answer = () => json(cases.metrics.answer)

const unavailable: Answer = () => json({}, { status: 503 })

const thrownBy = (make: () => unknown): InvalidConfiguration => {
  try {
    make()
  } catch (error) {
    assert(error instanceof InvalidConfiguration)
    return error
  }
  return assert.fail("it should have thrown")
}

/** Options as an untyped program can pass them. */
const untyped = (options: object): Partial<RoomsClientOptions> => options

describe("RoomsClient rejects the option", () => {
  const transport = Layer.succeed(HttpClient.HttpClient, recordingClient(answer({})).client)
  const rows: ReadonlyArray<readonly [field: string, problem: string, options: Partial<RoomsClientOptions>]> = [
    ["baseUrl", "is not a URL", { baseUrl: "rooms.example.com" }],
    ["baseUrl", "unencrypted", { baseUrl: "http://rooms.example.com" }],
    ["apiKey", "must not be empty", { apiKey: "" }],
    ["apiKey", "must be a string", untyped({ apiKey: undefined })],
    ["timeoutMillis", "must be a number of milliseconds greater than 0, or false", { timeoutMillis: 0 }],
    ["timeoutMillis", "must be a number", { timeoutMillis: Number.NaN }],
    ["timeoutMillis", "must be a number", untyped({ timeoutMillis: "30 seconds" })],
    ["attemptTimeoutMillis", "must be a number", { attemptTimeoutMillis: -1 }],
    ["retry", "attempts must be an integer of at least 1", { retry: { attempts: 0 } }],
    ["retry", "baseDelayMillis must be a number of milliseconds of at least 0", { retry: { baseDelayMillis: -1 } }],
    ["retry", "maxDelayMillis must be", { retry: { maxDelayMillis: Number.NaN } }],
    ["retry", "maxRetryAfterMillis must be", untyped({ retry: { maxRetryAfterMillis: "1" } })],
    ["retry", "must be an object or false", untyped({ retry: 3 })],
    ["retryBudget", "must consist of numbers of at least 0", { retryBudget: { capacity: -1 } }],
    ["retryBudget", "must be an object or false", untyped({ retryBudget: null })],
    ["maxBodyBytes", "must be a positive number of bytes", { maxBodyBytes: 0 }],
    ["fetch", "must be a function", untyped({ fetch: "fetch" })],
    ["transport", "give only one of them", { transport, fetch: async () => new Response() }],
    ["transport", "must be a transport", untyped({ transport: {} })],
    ["transport", "must be a transport", untyped({ transport: "node" })]
  ]

  it.each(rows)("%s: %s", (field, problem, options) => {
    const error = thrownBy(() => new RoomsClient({ baseUrl, apiKey: "key", ...options }))
    assert.deepStrictEqual(
      [error._tag, error.name, error.field],
      ["InvalidConfiguration", "InvalidConfiguration", field]
    )
    assert.include(error.problem, problem)
    assert.strictEqual(error.message, `${field}: ${error.problem}`)
  })
})

describe("RoomsClient needs", () => {
  // As an untyped program can call it.
  const make = (...given: ReadonlyArray<unknown>): unknown => Reflect.construct(RoomsClient, given)

  it.each([[[]], [[null]], [["https://rooms.example.com"]]])("options, not %j", (given) => {
    const { message } = thrownBy(() => make(...given))
    assert.strictEqual(message, "options: must be an object with baseUrl and apiKey")
  })

  it("a URL", () => {
    assert.strictEqual(thrownBy(() => make({ apiKey: "key" })).field, "baseUrl")
  })

  it("an environment for fromEnvironment", () => {
    const fromEnvironment = () => Reflect.apply(RoomsClient.fromEnvironment, RoomsClient, [])
    assert.strictEqual(thrownBy(fromEnvironment).message, "environment: must be an object, such as process.env")
  })
})

describe("RoomsClient", () => {
  it("treats `undefined` options like absent ones", async () => {
    const { client } = answering(metrics, {
      retry: {
        attempts: undefined,
        baseDelayMillis: undefined,
        maxDelayMillis: undefined,
        maxRetryAfterMillis: undefined
      },
      retryBudget: { capacity: undefined, retryCost: undefined, timeoutRetryCost: undefined, successRefill: undefined },
      timeoutMillis: undefined,
      attemptTimeoutMillis: undefined,
      maxBodyBytes: undefined,
      allowInsecure: undefined,
      transport: undefined
    })
    assert.deepStrictEqual<unknown>(await client.metrics.get(), cases.metrics.answer)
  })

  it("takes its address and key from the environment", async () => {
    const environment = { ROOMS_BASE_URL: baseUrl, ROOMS_API_KEY: key, PATH: "/bin" }
    const keys: Array<string | null> = []
    const client = RoomsClient.fromEnvironment(environment, {
      fetch: async (input, init) => {
        keys.push(new Request(input, init).headers.get("x-api-key"))
        return json(cases.metrics.answer)
      }
    })
    await client.metrics.get()
    assert.deepStrictEqual(keys, [key])
    const { ROOMS_API_KEY: _, ...keyless } = environment
    const withoutKey = thrownBy(() => RoomsClient.fromEnvironment(keyless))
    assert.deepStrictEqual([withoutKey.field, withoutKey.problem], ["apiKey", "ROOMS_API_KEY is not set"])
    const withoutUrl = thrownBy(() => RoomsClient.fromEnvironment({ ...environment, ROOMS_BASE_URL: "" }))
    assert.deepStrictEqual([withoutUrl.field, withoutUrl.problem], ["baseUrl", "ROOMS_BASE_URL is not set"])
    assert.strictEqual(
      thrownBy(() => RoomsClient.fromEnvironment(environment, { timeoutMillis: 0 })).field,
      "timeoutMillis"
    )
  })

  it("sends everything through the given transport, and closes it", async () => {
    const { client: httpClient, sent } = recordingClient(answer(cases.metrics.answer))
    let open = 0
    const transport = Layer.effect(
      HttpClient.HttpClient,
      Effect.acquireRelease(
        Effect.sync(() => {
          open++
          return httpClient
        }),
        () => Effect.sync(() => open--)
      )
    )
    const client = new RoomsClient({ baseUrl, apiKey: key, transport })
    assert.strictEqual(open, 0)
    await Promise.all([client.metrics.get(), client.metrics.get()])
    await client.metrics.get()
    assert.deepStrictEqual([sent.length, open], [3, 1])
    await client.close()
    assert.strictEqual(open, 0)
  })

  it("rejects calls if its transport can't be made", async () => {
    const refusal = new InvalidConfiguration({ field: "maxBodyBytes", problem: "is odd" })
    const transport = Layer.effect(HttpClient.HttpClient, Effect.fail(refusal))
    const error = await rejectionOf(new RoomsClient({ baseUrl, apiKey: key, transport }).metrics.get())
    assert(error instanceof InvalidConfiguration)
    assert.deepStrictEqual([error.field, error.problem], ["maxBodyBytes", "is odd"])
  })

  it("uses the `fetch` that the platform has when a request is sent", async () => {
    const client = new RoomsClient({ baseUrl, apiKey: key })
    const before = globalThis.fetch
    const fetchedBy: Array<string> = []
    const stub =
      (name: string): typeof fetch =>
      async () => {
        fetchedBy.push(name)
        return json(cases.metrics.answer)
      }
    try {
      globalThis.fetch = stub("first")
      await client.metrics.get()
      globalThis.fetch = stub("second")
      await client.metrics.get()
    } finally {
      globalThis.fetch = before
    }
    assert.deepStrictEqual(fetchedBy, ["first", "second"])
  })
})

describe("limits", () => {
  it("of the client apply to its calls", async () => {
    const retry = { attempts: 3, baseDelayMillis: 0 }
    const { client, sent } = answering(unavailable, { retry })
    await rejectionOf(client.metrics.get())
    assert.strictEqual(sent.length, 3)
  })

  it("of retries include the longest wait", async () => {
    const { client } = answering(() => json({}, { status: 503, headers: { "retry-after": "2" } }), {
      retry: { maxRetryAfterMillis: 1_999 }
    })
    const error = await rejectionOf(client.metrics.get())
    assert(error instanceof ServiceError && error.reason._tag === "RateLimited")
    assert.strictEqual(error.retryAfterMillis, 2_000)
  })

  it("of a budget stop retries across calls", async () => {
    const { client, sent } = answering(unavailable, { retry: { baseDelayMillis: 0 }, retryBudget: { capacity: 10 } })
    await rejectionOf(client.metrics.get())
    await rejectionOf(client.metrics.get())
    assert.strictEqual(sent.length, 4)
  })

  it("of a body are enforced", async () => {
    const { client } = answering(metrics, { maxBodyBytes: 10 })
    const error = await rejectionOf(client.metrics.get())
    assert(error instanceof ServiceError && error.reason._tag === "InvalidResponse")
    assert.include(error.message, "10 bytes")
  })

  it("of one call override those of the client for that call only", async () => {
    const { client, sent } = answering(unavailable)
    await rejectionOf(client.metrics.get({ retry: { attempts: 2, baseDelayMillis: 0 } }))
    assert.strictEqual(sent.length, 2)
    await rejectionOf(client.metrics.get())
    assert.strictEqual(sent.length, 3)
  })

  it("of a walk apply to each of its requests", async () => {
    const page = { ...cases.listRooms.answer, nextCursor: null, count: 1 }
    const { client, sent } = answering(inTurn(unavailable, () => json(page)))
    const rooms = await client.rooms.list({ retry: { attempts: 2, baseDelayMillis: 0 } }).toArray()
    assert.deepStrictEqual([rooms.length, sent.length], [1, 2])
  })

  it("of time end a call, an attempt, or the wait for one row", async () => {
    const { client } = answering(silence)
    const limitOf = async (call: Promise<unknown>) => {
      const error = await rejectionOf(call)
      assert(error instanceof ServiceError && error.reason._tag === "Timeout")
      return error.reason.limit
    }
    assert.strictEqual(await limitOf(client.metrics.get({ timeoutMillis: 1 })), "operation")
    assert.strictEqual(await limitOf(client.metrics.get({ attemptTimeoutMillis: 1, timeoutMillis: false })), "attempt")
    assert.strictEqual(await limitOf(client.rooms.list({ timeoutMillis: 1 }).toArray()), "operation")
  })

  const refused: ReadonlyArray<readonly [field: string, call: (client: RoomsClient) => Promise<unknown>]> = [
    ["timeoutMillis", ({ metrics }) => metrics.get({ timeoutMillis: 0 })],
    ["attemptTimeoutMillis", ({ rooms }) => rooms.get("room-1", { attemptTimeoutMillis: Number.NaN })],
    ["retry", ({ rooms }) => rooms.list({ retry: { attempts: 0 } }).toArray()],
    ["concurrency", ({ rooms }) => rooms.list({ concurrency: 0 }).toArray()],
    ["from", ({ rooms }) => rooms.pages({ from: -1 }).toArray()],
    ["limit", ({ sessions }) => sessions.list("room-1", { limit: 0 }).toArray()],
    ["cursor", ({ recordings }) => recordings.page({ cursor: 0.5 })],
    ["key", ({ rooms }) => rooms.createOnce({}, { key: "" })],
    ["everyMillis", ({ live }) => live.watch("room-1", { everyMillis: 0 }).toArray()]
  ]

  it.each(refused)("of one call are rejected if they are invalid: %s", async (field, call) => {
    const { client, sent } = answering(silence)
    const error = await rejectionOf(call(client))
    assert(error instanceof InvalidRequest)
    const { evidence }: RoomsError = error
    assert.deepStrictEqual([error.field, evidence.attempts, sent.length], [field, [], 0])
  })
})
