import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { proxiesOfEnvironment, proxyFor, targetOf } from "../../../src/node/unstable.ts"

const httpProxy = "http://plain.example.com:3128"
const httpsProxy = "http://secure.example.com:3128"

const chosen = (url: string, noProxy?: string) =>
  Result.match(
    proxyFor({ httpProxy, httpsProxy, ...(noProxy === undefined ? {} : { noProxy }) }, targetOf(new URL(url))),
    {
      onFailure: (problem) => problem,
      onSuccess: (proxy) => proxy?.name
    }
  )

describe("a connection goes through the proxy of its scheme", () => {
  it.each([
    ["https://rooms.example.com", httpsProxy],
    ["http://rooms.example.com", httpProxy],
    ["https://192.0.2.7:8443/base", httpsProxy],
    ["https://[2001:db8::1]", httpsProxy]
  ])("%s", (url, name) => {
    assert.strictEqual(chosen(url), name)
  })

  it("is direct if that scheme has no proxy, even if the other one has", () => {
    const target = targetOf(new URL("https://rooms.example.com"))
    assert.deepStrictEqual(proxyFor({ httpProxy }, target), Result.succeed(undefined))
  })
})

describe("a connection to this machine is direct", () => {
  it.each([
    "http://localhost:4010",
    "http://emulator.localhost",
    "https://127.0.0.1",
    "https://127.8.8.8",
    "http://[::1]:1"
  ])("%s", (url) => {
    assert.isUndefined(chosen(url))
  })
})

describe("NO_PROXY", () => {
  it.each([
    ["*", "https://rooms.example.com"],
    ["rooms.example.com", "https://rooms.example.com"],
    ["ROOMS.example.COM", "https://rooms.example.com"],
    ["other.example.com, example.com", "https://rooms.example.com"],
    ["other.example.com example.com", "https://example.com"],
    [".example.com", "https://rooms.example.com"],
    [".example.com", "https://example.com"],
    ["*.example.com", "https://rooms.example.com"],
    ["example.com.", "https://rooms.example.com"],
    ["example.com", "https://rooms.example.com."],
    ["rooms.example.com:443", "https://rooms.example.com"],
    ["rooms.example.com:8443", "https://rooms.example.com:8443"],
    ["192.0.2.7", "https://192.0.2.7"],
    ["2001:db8::1", "https://[2001:db8::1]"],
    ["[2001:db8::1]", "https://[2001:db8::1]"],
    ["[2001:db8::1]:8443", "https://[2001:db8::1]:8443"]
  ])("%s excepts %s", (noProxy, url) => {
    assert.isUndefined(chosen(url, noProxy))
  })

  it.each([
    ["", "https://rooms.example.com"],
    [" , ", "https://rooms.example.com"],
    ["example.org", "https://rooms.example.com"],
    ["ample.com", "https://rooms.example.com"],
    ["*.example.com", "https://example.com"],
    ["rooms.example.com:8443", "https://rooms.example.com"],
    ["*:8443", "https://rooms.example.com"],
    ["rooms.example.com.org", "https://rooms.example.com"],
    ["2001:db8::2", "https://[2001:db8::1]"]
  ])("%s does not except %s", (noProxy, url) => {
    assert.strictEqual(chosen(url, noProxy), httpsProxy)
  })
})

describe("a proxy", () => {
  const parsed = (httpsProxy: string) => proxyFor({ httpsProxy }, targetOf(new URL("https://rooms.example.com")))

  it.each([
    ["proxy.example.com:3128", "http://proxy.example.com:3128", undefined],
    ["https://proxy.example.com", "https://proxy.example.com", undefined],
    ["http://ada:secret@proxy.example.com", "http://***@proxy.example.com", "ada:secret"],
    ["http://ada:s%40%3Acret@proxy.example.com", "http://***@proxy.example.com", "ada:s@:cret"],
    ["http://ada@proxy.example.com", "http://***@proxy.example.com", "ada:"]
  ])("%s has a name without its password", (text, name, credentials) => {
    const proxy = Result.getOrThrow(parsed(text))
    assert.strictEqual(proxy?.name, name)
    const expected = credentials === undefined ? undefined : `Basic ${btoa(credentials)}`
    assert.strictEqual(proxy?.authorization, expected)
  })

  it.each(["socks5://ada:secret@proxy.example.com", "http://", "http://ada:secret%@proxy.example.com"])(
    "%s is refused without showing its password",
    (text) => {
      const parsedProxy = parsed(text)
      assert(Result.isFailure(parsedProxy))
      assert.match(parsedProxy.failure, /^HTTPS_PROXY (is not|has)/)
      assert.notInclude(parsedProxy.failure, "secret")
    }
  )
})

describe("the environment", () => {
  const read = (env: Record<string, string>) =>
    Effect.provideService(proxiesOfEnvironment, ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))

  it.effect("names the proxies in upper case or in lower case, which wins", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read({ HTTP_PROXY: "a", HTTPS_PROXY: "b", NO_PROXY: "c" }), {
        httpProxy: "a",
        httpsProxy: "b",
        noProxy: "c"
      })
      assert.deepStrictEqual(
        yield* read({ HTTP_PROXY: "A", http_proxy: "a", https_proxy: "b", no_proxy: "c", NO_PROXY: "C" }),
        { httpProxy: "a", httpsProxy: "b", noProxy: "c" }
      )
    })
  )

  it.effect("names none with a variable that is empty", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read({ http_proxy: "", HTTP_PROXY: "a", HTTPS_PROXY: "", NO_PROXY: "" }), {
        httpProxy: "a"
      })
      assert.deepStrictEqual(yield* read({}), {})
    })
  )
})
