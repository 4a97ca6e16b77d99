import { gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { connectProxy } from "../../../http-client/test/fixtures/connectProxy.ts"
import { certificatePath, passThrough, serveTls } from "../../../http-client/test/fixtures/tlsServer.ts"
import { service } from "../fixtures/examined.ts"
import { runProcess } from "../fixtures/process.ts"
import { nowhere, serve } from "../fixtures/server.ts"
import { rowsOf } from "../fixtures/wire.ts"

const key = "sk_live_4f9d2c71"

/** Nobody resolves this name: only a proxy leads there. */
const secure = { ROOMS_BASE_URL: "https://rooms.test", ROOMS_API_KEY: key, NODE_EXTRA_CA_CERTS: certificatePath }

describe("rooms create", () => {
  for (const version of ["TLSv1.2", "TLSv1.3"] as const) {
    it.live(
      `is sent once, and ends with 7, if its connection ends in plaintext after it was processed (${version})`,
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const processed: Array<string | undefined> = []
            const port = yield* serveTls((request) => {
              request.resume().on("end", () => {
                processed.push(request.method)
                connections.at(-1)?.end("HTTP/1.1 503 Service Unavailable\r\n\r\n")
              })
            }, version)
            const { baseUrl, connections } = yield* passThrough(port)
            const { code, stderr, stdout } = yield* runProcess(["create", "--title", "x"], {
              ...secure,
              ROOMS_BASE_URL: baseUrl
            })
            assert.deepStrictEqual(processed, ["POST"])
            assert.deepStrictEqual([code, stdout], [7, ""])
            assert.match(stderr, /^rooms: the room may or may not have been created/)
          })
        )
    )
  }
})

describe("rooms", () => {
  it.live("reads an answer that a gateway has compressed unasked", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const url = yield* serve((request, response) => {
          assert.isUndefined(request.headers["accept-encoding"])
          const body = gzipSync(
            JSON.stringify({ rooms: [], pageSize: 0, current: 1, nextCursor: null, prevCursor: null, count: 0 })
          )
          response.writeHead(200, { "content-encoding": "gzip", "content-length": body.length }).end(body)
        })
        const outcome = yield* runProcess(["list", "--format", "json", "--base-url", url, "--api-key", key])
        assert.deepStrictEqual([outcome.code, outcome.stderr], [0, ""])
        assert.deepInclude(JSON.parse(outcome.stdout), { rooms: [], count: 0 })
      })
    )
  )

  it.live("connects through the proxy of the environment, which can't read the API key", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { seen, url } = yield* connectProxy({ port: yield* serveTls(service) })
        const { code, stderr } = yield* runProcess(["list"], { ...secure, https_proxy: url })
        assert.deepStrictEqual([code, stderr], [0, ""])
        assert.deepStrictEqual(seen.asked, ["rooms.test:443"])
        assert.notInclude(seen.text, key)
        assert.deepStrictEqual(seen.untunnelled, [])
      })
    )
  )

  it.live("names a proxy that refuses, without its password, and a create was not sent", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { seen, url } = yield* connectProxy({ port: 1, refusal: 407 })
        const { code, stderr } = yield* runProcess(["create"], {
          ...secure,
          HTTPS_PROXY: url.replace("//", "//ada:secret@")
        })
        assert.strictEqual(code, 6)
        assert.include(stderr, `the proxy ${url.replace("//", "//***@")} answered 407`)
        assert.notInclude(stderr, "secret")
        assert.isAbove(seen.asked.length, 0)
      })
    )
  )
})

describe("rooms doctor behind a proxy", () => {
  const doctor = Effect.fnUntraced(function* (environment: Readonly<Record<string, string>>) {
    const { code, stdout } = yield* runProcess(["doctor", "--format", "ndjson"], environment)
    assert.notInclude(stdout, "secret")
    return { code, of: (name: string) => rowsOf(stdout).find(({ check }) => check === name) }
  })

  it.live("reports the proxy without its password, and checks the service through it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { seen, url } = yield* connectProxy({ port: yield* serveTls(service) })
        const { code, of } = yield* doctor({ ...secure, HTTPS_PROXY: url.replace("//", "//ada:secret@") })
        const name = url.replace("//", "//***@")
        assert.include(of("proxy"), { status: "ok", finding: `${name}, from HTTPS_PROXY` })
        assert.include(of("connection"), {
          status: "ok",
          finding: `connected to rooms.test, port 443, through the proxy ${name}`
        })
        assert.match(String(of("TLS")?.finding), /^TLSv1\.3, certificate valid until/)
        assert.strictEqual(of("authentication")?.status, "ok")
        assert.strictEqual(code, 0)
        assert.deepStrictEqual([...new Set(seen.asked)], ["rooms.test:443"])
      })
    )
  )

  it.live("reports the refusal of the proxy", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { url } = yield* connectProxy({ port: 1, refusal: 403 })
        const { code, of } = yield* doctor({ ...secure, HTTPS_PROXY: url })
        assert.include(of("connection"), { status: "fail", finding: `the proxy ${url} answered 403` })
        assert.match(String(of("connection")?.advice), /whether it allows this connection/)
        assert.strictEqual(of("TLS")?.status, "skipped")
        assert.strictEqual(code, 6)
      })
    )
  )

  it.live("reports a proxy that isn't running", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const url = yield* nowhere
        const { code, of } = yield* doctor({ ...secure, HTTPS_PROXY: url })
        assert.match(
          String(of("connection")?.finding),
          /^no connection through the proxy http:\S+: connect ECONNREFUSED/
        )
        assert.strictEqual(code, 6)
      })
    )
  )

  it.live("reports an invalid variable, and skips the other checks", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { code, of } = yield* doctor({ ...secure, HTTPS_PROXY: "socks5://ada:secret@proxy.test" })
        assert.match(String(of("proxy")?.finding), /^HTTPS_PROXY has the scheme "socks5:"/)
        assert.strictEqual(of("name resolution")?.status, "skipped")
        assert.strictEqual(code, 6)
      })
    )
  )

  it.live("connects to this machine without the proxy", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { seen, url: proxy } = yield* connectProxy({ port: 1 })
        const url = yield* serve(service)
        const { code, of } = yield* doctor({ ROOMS_BASE_URL: url, ROOMS_API_KEY: key, HTTP_PROXY: proxy })
        assert.match(String(of("proxy")?.finding), /^HTTP_PROXY isn't used for 127\.0\.0\.1/)
        assert.strictEqual(code, 0)
        assert.deepStrictEqual(seen.asked, [])
      })
    )
  )
})
