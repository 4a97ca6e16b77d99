import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import type { RoomsHttpOptions } from "../../src/RoomsHttpOptions.ts"
import { connectProxy } from "../fixtures/connectProxy.ts"
import { failureOf, reasonOf } from "../fixtures/failure.ts"
import { deserted, serve } from "../fixtures/nodeServer.ts"
import { createRoom, metrics } from "../fixtures/operations.ts"
import { key } from "../fixtures/recordingClient.ts"
import { serveTls, trusted } from "../fixtures/tlsServer.ts"
import { clientOn, transports } from "../fixtures/transports.ts"

const retry = { attempts: 2, baseDelay: 1, maxDelay: 1 } as const

/** Nobody resolves this name: only a proxy leads there. */
const secure = "https://rooms.test"
const plain = "http://rooms.test"

const portOf = (baseUrl: string) => Number(new URL(baseUrl).port)

const answering = () => {
  const headers: Array<NodeJS.Dict<string | string[]>> = []
  return {
    headers,
    listener: (request: { headers: NodeJS.Dict<string | string[]> }, response: { end: (text: string) => void }) => {
      headers.push(request.headers)
      response.end(JSON.stringify(metrics.answer))
    }
  }
}

describe.each(transports.filter(({ name }) => name === "node:http" || name === "Node"))("on $name", (transport) => {
  const clientIn = (env: Record<string, string>, baseUrl: string, options: Partial<RoomsHttpOptions> = {}) =>
    Effect.provideService(
      clientOn(transport, baseUrl, { retry, ...options }),
      ConfigProvider.ConfigProvider,
      ConfigProvider.fromEnv({ env })
    )

  it.live("HTTPS_PROXY leads to the service through a tunnel, in which the proxy can't read the API key", () =>
    Effect.gen(function* () {
      yield* trusted
      const { headers, listener } = answering()
      const proxy = yield* connectProxy({ port: yield* serveTls(listener) })
      const backend = yield* clientIn({ HTTPS_PROXY: proxy.url }, secure)
      assert.deepStrictEqual(yield* backend.metrics({}), metrics.answer)
      assert.deepStrictEqual(yield* backend.metrics({}), metrics.answer)
      assert.deepStrictEqual([...new Set(proxy.seen.asked)], ["rooms.test:443"])
      assert.deepStrictEqual(proxy.seen.untunnelled, [])
      assert.isAbove(proxy.seen.text.length, 0)
      assert.notInclude(proxy.seen.text, key)
      assert.strictEqual(headers[0]?.["x-api-key"], key)
      assert.isUndefined(headers[0]?.["proxy-authorization"])
    })
  )

  it.live("HTTP_PROXY leads to a service without TLS, through a tunnel too", () =>
    Effect.gen(function* () {
      const { listener } = answering()
      const proxy = yield* connectProxy({ port: portOf(yield* serve(listener)) })
      const backend = yield* clientIn({ HTTP_PROXY: proxy.url }, `${plain}:8080`, { allowInsecure: true })
      assert.deepStrictEqual(yield* backend.metrics({}), metrics.answer)
      assert.deepStrictEqual(proxy.seen.asked, ["rooms.test:8080"])
      assert.deepStrictEqual(proxy.seen.untunnelled, [])
    })
  )

  it.live("the proxy gets the credentials of its URL, and errors don't show them", () =>
    Effect.gen(function* () {
      const { listener } = answering()
      const port = portOf(yield* serve(listener))
      const options = { allowInsecure: true }
      const withPassword = (url: string) => url.replace("http://", "http://ada:s%40cret@")
      const good = yield* connectProxy({ port })
      const served = yield* clientIn({ HTTP_PROXY: withPassword(good.url) }, plain, options)
      yield* served.metrics({})
      assert.deepStrictEqual(good.seen.credentials, [`Basic ${btoa("ada:s@cret")}`])
      const bad = yield* connectProxy({ port, refusal: 407 })
      const refused = yield* clientIn({ HTTP_PROXY: withPassword(bad.url) }, plain, options)
      const error = yield* failureOf(refused.metrics({}))
      assert.strictEqual(
        reasonOf(error, "Transport").description,
        `the proxy ${bad.url.replace("//", "//***@")} answered 407: it asks for other credentials than those of its URL`
      )
      assert.notInclude(JSON.stringify(error), "cret")
    })
  )

  for (const refusal of [407, 403, 502]) {
    it.live(`a create that the proxy refuses with ${refusal} was never sent, and the error names the proxy`, () =>
      Effect.gen(function* () {
        const proxy = yield* connectProxy({ port: 1, refusal })
        const error = yield* failureOf(createRoom.run(yield* clientIn({ https_proxy: proxy.url }, secure)))
        assert.strictEqual(error._tag, "ServiceError")
        const { description, requestSent } = reasonOf(error, "Transport")
        assert.isFalse(requestSent)
        assert.include(description, `the proxy ${proxy.url} answered ${refusal}`)
        assert.deepStrictEqual(proxy.seen.asked, ["rooms.test:443", "rooms.test:443"])
      })
    )
  }

  it.live("a create for which no connection to the proxy was made was never sent, and the error names the proxy", () =>
    Effect.gen(function* () {
      const proxy = yield* deserted
      const error = yield* failureOf(createRoom.run(yield* clientIn({ HTTPS_PROXY: proxy }, secure)))
      const { description, requestSent } = reasonOf(error, "Transport")
      assert.isFalse(requestSent)
      assert.match(description, new RegExp(`^no connection through the proxy ${proxy}: connect ECONNREFUSED`))
      assert.strictEqual(error.evidence.attempts.length, 2)
    })
  )

  it.live("a create whose tunnel breaks after it was processed is sent once, and its outcome is unknown", () =>
    Effect.gen(function* () {
      yield* trusted
      const processed: Array<string | undefined> = []
      const port = yield* serveTls((request) => {
        request.resume().on("end", () => {
          processed.push(request.method)
          request.socket.destroy()
        })
      })
      const proxy = yield* connectProxy({ port })
      const error = yield* failureOf(createRoom.run(yield* clientIn({ HTTPS_PROXY: proxy.url }, secure)))
      assert.strictEqual(error._tag, "CreateOutcomeUnknown")
      assert.isTrue(reasonOf(error, "Transport").requestSent)
      assert.deepStrictEqual(processed, ["POST"])
    })
  )

  it.live("a service that isn't trusted is rejected in the tunnel, before anything is sent", () =>
    Effect.gen(function* () {
      const proxy = yield* connectProxy({ port: yield* serveTls(() => {}) })
      const error = yield* failureOf(createRoom.run(yield* clientIn({ HTTPS_PROXY: proxy.url }, secure)))
      const { description, requestSent } = reasonOf(error, "Transport")
      assert.isFalse(requestSent)
      assert.include(description, "DEPTH_ZERO_SELF_SIGNED_CERT")
    })
  )

  it.live("NO_PROXY and loopback are connected to directly", () =>
    Effect.gen(function* () {
      const { listener } = answering()
      const baseUrl = yield* serve(listener)
      const proxy = yield* connectProxy({ port: portOf(baseUrl) })
      const local = yield* clientIn({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url }, baseUrl)
      assert.deepStrictEqual(yield* local.metrics({}), metrics.answer)
      const excepted = yield* clientIn({ HTTPS_PROXY: proxy.url, NO_PROXY: "other.test,rooms.test" }, secure)
      const { description } = reasonOf(yield* failureOf(excepted.metrics({})), "Transport")
      assert.include(description, "getaddrinfo")
      assert.deepStrictEqual(proxy.seen.asked, [])
    })
  )

  it.live("a variable that does not name a proxy is reported, and nothing is sent", () =>
    Effect.gen(function* () {
      const backend = yield* clientIn({ HTTPS_PROXY: "socks5://proxy.test:1080" }, secure)
      const error = yield* failureOf(createRoom.run(backend))
      const { description, requestSent } = reasonOf(error, "Transport")
      assert.isFalse(requestSent)
      assert.match(description, /^HTTPS_PROXY has the scheme "socks5:"/)
    })
  )
})
