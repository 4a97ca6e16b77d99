import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { noOpenssl, serveTls } from "../fixtures/certificates.ts"
import { examined, service } from "../fixtures/examined.ts"
import { pipedInto, runProcess } from "../fixtures/process.ts"
import { serve } from "../fixtures/server.ts"
import { rowsOf } from "../fixtures/wire.ts"

const cases = [
  {
    name: "is trusted",
    host: "localhost",
    days: 100,
    trusted: true,
    code: 0,
    status: "ok",
    says: /^TLSv1\.3, .* \(99 days\)$/
  },
  { name: "ends soon", host: "localhost", days: 5, trusted: true, code: 0, status: "warn", says: / \(4 days\)$/ },
  { name: "has ended", host: "localhost", days: -3, trusted: true, code: 6, status: "fail", says: /CERT_HAS_EXPIRED/ },
  {
    name: "is not trusted",
    host: "localhost",
    days: 100,
    trusted: false,
    code: 6,
    status: "fail",
    says: /DEPTH_ZERO_SELF/
  },
  {
    name: "is another's",
    host: "rooms.example.com",
    days: 100,
    trusted: true,
    code: 6,
    status: "fail",
    says: /ALTNAME/
  }
]

describe.skipIf(noOpenssl)("rooms doctor with a certificate", () => {
  it.live.each(cases)("$name", ({ code, days, host, says, status, trusted }) =>
    Effect.scoped(
      Effect.gen(function* () {
        const { certificate, url } = yield* serveTls({ host, days })
        const outcome = yield* runProcess(["doctor", "--format", "ndjson"], {
          ROOMS_BASE_URL: url,
          ROOMS_API_KEY: "k",
          ...(trusted ? { NODE_EXTRA_CA_CERTS: certificate } : {})
        })
        const of = (name: string) => rowsOf(outcome.stdout).find(({ check }) => check === name)
        assert.strictEqual(of("TLS")?.status, status)
        assert.match(String(of("TLS")?.finding), says)
        // The check agrees with real requests.
        assert.strictEqual(of("authentication")?.status, status === "fail" ? "skipped" : "ok")
        assert.strictEqual(outcome.code, code)
        const list = yield* runProcess(["list"], {
          ROOMS_BASE_URL: url,
          ROOMS_API_KEY: "k",
          ...(trusted ? { NODE_EXTRA_CA_CERTS: certificate } : {})
        })
        assert.strictEqual(list.code, code)
      })
    )
  )
})

describe("rooms doctor", () => {
  it.live("fails the TLS check if the port doesn't serve TLS", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const url = yield* serve(service)
        const { code, of } = yield* examined(url.replace("http:", "https:"))
        assert.match(String(of("TLS").finding), /^no TLS with 127\.0\.0\.1, port \d+/)
        assert.strictEqual(code, 6)
      })
    )
  )
})

describe("rooms doctor", () => {
  it.live("exits with 0 if the reader of its output closes it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const url = yield* serve(service)
        const { code, stderr, stdout } = yield* pipedInto("head -1", ["doctor"], {
          ROOMS_BASE_URL: url,
          ROOMS_API_KEY: "k"
        })
        assert.strictEqual(stdout.split("\n").length, 2)
        assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "exit 0\n" })
      })
    )
  )
})
