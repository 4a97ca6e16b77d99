import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Tracer from "effect/Tracer"
import { failureOf, reasonOf } from "../fixtures/failure.ts"
import { serve } from "../fixtures/nodeServer.ts"
import { createRoom, metrics } from "../fixtures/operations.ts"
import { answering, backendOver, json, text } from "../fixtures/recordingClient.ts"
import { clientOn, type Transport, transports } from "../fixtures/transports.ts"

/** A service that redirects every request to another host, and what arrives at that. */
const redirecting = Effect.fnUntraced(function* (transport: Transport, status: number) {
  const elsewhere: Array<unknown> = []
  const other = yield* serve(({ headers, url }, response) => {
    elsewhere.push({ url, headers })
    response.end(JSON.stringify({ ...metrics.answer, ...createRoom.answer }))
  })
  const location = `${other}/api/v2/sdk/metrics`
  const baseUrl = yield* serve((request, response) => {
    request.resume()
    response.writeHead(status, { location }).end()
  })
  return { backend: yield* clientOn(transport, baseUrl), elsewhere, location }
})

describe.each(transports)("on $name, a redirect is not followed", (transport) => {
  for (const status of [301, 302, 303, 307, 308]) {
    it.live(`${status} of a read: it is an unexpected status, and nothing arrives where it points`, () =>
      Effect.gen(function* () {
        const { backend, elsewhere, location } = yield* redirecting(transport, status)
        const reason = reasonOf(yield* failureOf(backend.metrics({})), "UnexpectedStatus")
        assert.strictEqual(reason.status, status)
        assert.strictEqual(reason.location, location)
        assert.deepStrictEqual(elsewhere, [])
      })
    )

    it.live(`${status} of a create: nothing arrives where it points`, () =>
      Effect.gen(function* () {
        const { backend, elsewhere } = yield* redirecting(transport, status)
        const error = yield* failureOf(createRoom.run(backend))
        assert.strictEqual(reasonOf(error, "UnexpectedStatus").status, status)
        assert.deepStrictEqual(elsewhere, [])
      })
    )
  }

  it.live("even where the caller lets fetch follow them", () =>
    Effect.gen(function* () {
      const { backend, elsewhere } = yield* redirecting(transport, 302)
      const error = yield* failureOf(
        Effect.provideService(backend.metrics({}), FetchHttpClient.RequestInit, { redirect: "follow" })
      )
      assert.strictEqual(reasonOf(error, "UnexpectedStatus").status, 302)
      assert.deepStrictEqual(elsewhere, [])
    })
  )
})

describe.each(transports.filter(({ name }) => name === "fetch"))("on $name", (transport) => {
  it.effect("other fetch options of the caller are kept", () =>
    Effect.gen(function* () {
      const inits: Array<RequestInit | undefined> = []
      const fetch: typeof globalThis.fetch = (_, init) => {
        inits.push(init)
        return Promise.resolve(Response.json(metrics.answer))
      }
      const backend = yield* clientOn(transport, "https://rooms.example.com")
      yield* backend
        .metrics({})
        .pipe(
          Effect.provideService(FetchHttpClient.RequestInit, { cache: "no-store", redirect: "follow" }),
          Effect.provideService(FetchHttpClient.Fetch, fetch)
        )
      assert.strictEqual(inits.length, 1)
      assert.strictEqual(inits[0]?.cache, "no-store")
      assert.strictEqual(inits[0]?.redirect, "manual")
    })
  )
})

describe("the caller's spans", () => {
  it.effect("are not told to the service", () =>
    Effect.gen(function* () {
      const { backend, sent } = yield* answering(json(metrics.answer))
      yield* Effect.withSpan(backend.metrics({}), "nightly-export")
      assert.deepStrictEqual(Object.keys(sent[0]?.headers ?? {}).sort(), ["accept", "x-api-key"])
    })
  )

  it.effect("have each attempt below them, with its method and status", () =>
    Effect.gen(function* () {
      const spans: Array<Tracer.NativeSpan> = []
      const tracer = Tracer.make({
        span: (options) => {
          const span = new Tracer.NativeSpan(options)
          spans.push(span)
          return span
        }
      })
      const { backend } = yield* answering(text("", { status: 404 }))
      yield* failureOf(backend.metrics({})).pipe(
        Effect.withSpan("nightly-export"),
        Effect.provideService(Tracer.Tracer, tracer)
      )
      const attempts = spans.filter(({ kind }) => kind === "client")
      assert.strictEqual(attempts.length, 1)
      assert.strictEqual(attempts[0]?.attributes.get("http.request.method"), "GET")
      assert.strictEqual(attempts[0]?.attributes.get("http.response.status_code"), 404)
      assert.strictEqual(attempts[0]?.traceId, spans[0]?.traceId)
      assert.strictEqual(attempts[0]?.status._tag, "Ended")
    })
  )
})

describe("other requests of the caller", () => {
  it.effect("keep their spans and their headers", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const client = HttpClient.make((request) => {
        seen.push(...Object.keys(request.headers))
        return json(metrics.answer)(request, new AbortController().signal)
      })
      const backend = yield* backendOver(client)
      yield* backend.metrics({})
      assert.notInclude(seen, "traceparent")
      yield* client.get("https://other.example.com")
      assert.include(seen, "traceparent")
    })
  )
})
