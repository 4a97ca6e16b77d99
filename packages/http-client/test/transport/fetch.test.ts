import { assert, describe, it } from "@effect/vitest"
import { Backend } from "@effect-rooms/core/Backend"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as RoomsHttp from "../../src/RoomsHttp.ts"
import { failureOf, reasonOf } from "../fixtures/failure.ts"
import { createRoom, metrics } from "../fixtures/operations.ts"
import { key } from "../fixtures/recordingClient.ts"
import { clientOn, type Transport } from "../fixtures/transports.ts"

const baseUrl = "https://rooms.example.com"
const transport: Transport = { name: "fetch", layer: FetchHttpClient.layer }

/** A fetch that gives the same answer to everything, and what it was called with. */
const recording = (answer: () => Response) => {
  const calls: Array<RequestInit | undefined> = []
  const fetch: typeof globalThis.fetch = (_, init) => {
    calls.push(init)
    return Promise.resolve(answer())
  }
  return { fetch, calls }
}

const good = () => Response.json({ ...metrics.answer, ...createRoom.answer })

/** A body that is larger than its declared length: a browser unpacks it, and shows a page elsewhere no `content-encoding`. */
const unpacked = (chunks: number) => {
  const read = { chunks: 0, isCancelled: false }
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: (controller) => {
        if (read.chunks === chunks) controller.close()
        else controller.enqueue(new Uint8Array(1_000).fill(0x20))
        read.chunks++
      },
      cancel: () => {
        read.isCancelled = true
      }
    },
    { highWaterMark: 0 }
  )
  return { read, answer: () => new Response(body, { headers: { "content-length": "20" } }) }
}

describe("a body in a browser", () => {
  it.effect("is given up at the limit, whatever length was declared", () =>
    Effect.gen(function* () {
      const { answer, read } = unpacked(1_000)
      const backend = yield* clientOn(transport, baseUrl, { retry: false, maxBodyBytes: 10_000 })
      const error = yield* failureOf(
        Effect.provideService(backend.metrics({}), FetchHttpClient.Fetch, recording(answer).fetch)
      )
      assert.strictEqual(reasonOf(error, "InvalidResponse").problem, "the body is larger than 10000 bytes")
      assert.strictEqual(read.chunks, 11)
    })
  )

  it.effect("may be missing as a stream, as in React Native", () =>
    Effect.gen(function* () {
      const answer = () => Object.defineProperty(good(), "body", { value: undefined })
      const backend = yield* clientOn(transport, baseUrl)
      const given = yield* Effect.provideService(backend.metrics({}), FetchHttpClient.Fetch, recording(answer).fetch)
      assert.deepStrictEqual(given, metrics.answer)
    })
  )
})

describe("the fetch configuration of a program", () => {
  it.effect("is taken from the services of the effect first, and then from those of the layer", () =>
    Effect.gen(function* () {
      const ofLayer = recording(good)
      const ofEffect = recording(good)
      const layer = RoomsHttp.layerBackendFetch({ baseUrl, apiKey: Redacted.make(key) }).pipe(
        Layer.provide(Layer.succeed(FetchHttpClient.Fetch, ofLayer.fetch)),
        Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { cache: "no-store" }))
      )
      const backend = Context.get(yield* Layer.build(layer), Backend)
      yield* backend.metrics({})
      yield* backend
        .metrics({})
        .pipe(
          Effect.provideService(FetchHttpClient.Fetch, ofEffect.fetch),
          Effect.provideService(FetchHttpClient.RequestInit, { cache: "reload" })
        )
      assert.deepStrictEqual([ofLayer.calls.length, ofEffect.calls.length], [1, 1])
      assert.deepStrictEqual([ofLayer.calls[0]?.cache, ofEffect.calls[0]?.cache], ["no-store", "reload"])
    })
  )

  it.effect("may add headers, and replace none of the client's", () =>
    Effect.gen(function* () {
      const { calls, fetch } = recording(good)
      const backend = yield* clientOn(transport, baseUrl)
      yield* createRoom
        .run(backend)
        .pipe(
          Effect.provideService(FetchHttpClient.Fetch, fetch),
          Effect.provideService(FetchHttpClient.RequestInit, { headers: { "X-Team": "reports", "x-api-key": "other" } })
        )
      assert.deepStrictEqual(Object.fromEntries(new Headers(calls[0]?.headers)), {
        accept: "application/json",
        "content-type": "application/json",
        "x-api-key": key,
        "x-team": "reports"
      })
    })
  )

  it.effect("may be a fetch that throws: the connection failed, without a defect", () =>
    Effect.gen(function* () {
      const fetch: typeof globalThis.fetch = () => {
        throw Object.assign(new Error("no network here"), { code: "ECONNREFUSED", syscall: "connect" })
      }
      const backend = yield* clientOn(transport, baseUrl, { retry: false })
      const error = yield* failureOf(Effect.provideService(backend.metrics({}), FetchHttpClient.Fetch, fetch))
      const { description, requestSent } = reasonOf(error, "Transport")
      assert.strictEqual(description, "no network here (ECONNREFUSED)")
      assert.isFalse(requestSent)
    })
  )
})
