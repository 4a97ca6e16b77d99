import type { ServerResponse } from "node:http"
import * as zlib from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { failureOf, reasonOf } from "../fixtures/failure.ts"
import { serve } from "../fixtures/nodeServer.ts"
import { metrics } from "../fixtures/operations.ts"
import { clientOn, transports } from "../fixtures/transports.ts"

const text = JSON.stringify({ ...metrics.answer, note: "é漢🚪" })
const bytes = Buffer.from(text)

const packed: ReadonlyArray<readonly [name: string, coding: string, body: Buffer]> = [
  ["gzip", "gzip", zlib.gzipSync(bytes)],
  ["gzip, in other words", "X-GZip", zlib.gzipSync(bytes)],
  [
    "gzip in two members",
    "gzip",
    Buffer.concat([zlib.gzipSync(bytes.subarray(0, 9)), zlib.gzipSync(bytes.subarray(9))])
  ],
  ["gzip without the checksum at its end", "gzip", zlib.gzipSync(bytes).subarray(0, -8)],
  ["deflate", "deflate", zlib.deflateSync(bytes)],
  ["deflate without a header", "deflate", zlib.deflateRawSync(bytes)],
  ["brotli", "br", zlib.brotliCompressSync(bytes)],
  ["gzip twice", "gzip, gzip", zlib.gzipSync(zlib.gzipSync(bytes))],
  ["deflate, then brotli", "deflate,br", zlib.brotliCompressSync(zlib.deflateSync(bytes))]
]

const client = (transport: (typeof transports)[number], coding: string, body: Buffer, maxBodyBytes = 1_000_000) =>
  Effect.flatMap(
    serve((_, response: ServerResponse) => {
      response.writeHead(200, { "content-encoding": coding, "content-length": body.length }).end(body)
    }),
    (baseUrl) => clientOn(transport, baseUrl, { retry: false, maxBodyBytes })
  )

describe.each(transports)("on $name", (transport) => {
  describe("a compressed body", () => {
    for (const [name, coding, body] of packed) {
      it.live(`is decompressed, up to the limit: ${name}`, () =>
        Effect.gen(function* () {
          const good = yield* client(transport, coding, body, bytes.length)
          assert.deepStrictEqual(yield* good.metrics({}), metrics.answer)
          const bad = yield* client(transport, coding, body, bytes.length - 1)
          const { problem } = reasonOf(yield* failureOf(bad.metrics({})), "InvalidResponse")
          assert.strictEqual(problem, `the body is larger than ${bytes.length - 1} bytes`)
        })
      )
    }

    it.live("is unpacked no further than the limit, however much there is", () =>
      Effect.gen(function* () {
        const bomb = zlib.gzipSync(zlib.gzipSync(Buffer.alloc(50_000_000, " ")))
        const backend = yield* client(transport, "gzip, gzip", bomb, 10_000)
        const { problem } = reasonOf(yield* failureOf(backend.metrics({})), "InvalidResponse")
        assert.strictEqual(problem, "the body is larger than 10000 bytes")
      })
    )

    it.live("and was cut off is what is left of it", () =>
      Effect.gen(function* () {
        const backend = yield* client(transport, "gzip", zlib.gzipSync(bytes).subarray(0, 40))
        const { problem } = reasonOf(yield* failureOf(backend.metrics({})), "InvalidResponse")
        assert.strictEqual(problem, "the body is not JSON")
      })
    )

    it.live("and is damaged has broken off", () =>
      Effect.gen(function* () {
        const damaged = zlib.gzipSync(bytes)
        damaged.fill(0xff, 12, 30)
        const error = yield* failureOf((yield* client(transport, "gzip", damaged)).metrics({}))
        const { description, requestSent } = reasonOf(error, "Transport")
        assert.match(description, /^the body broke off: /)
        assert.isTrue(requestSent)
        assert.strictEqual(error.evidence.status, 200)
      })
    )

    it.live("with an unknown coding, alone or among others, is not JSON", () =>
      Effect.gen(function* () {
        for (const coding of ["compress", "gzip, compress"]) {
          const backend = yield* client(transport, coding, zlib.gzipSync(bytes))
          assert.strictEqual(
            reasonOf(yield* failureOf(backend.metrics({})), "InvalidResponse").problem,
            "the body is not JSON"
          )
        }
      })
    )
  })
})
