import { randomBytes } from "node:crypto"
import type { ServerResponse } from "node:http"
import * as zlib from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { RoomsHttpNode } from "../../../src/node.ts"
import * as RoomsHttp from "../../../src/RoomsHttp.ts"
import type { RoomsHttpOptions } from "../../../src/RoomsHttpOptions.ts"
import { failureOf, reasonOf } from "../../fixtures/failure.ts"
import { serve, watch } from "../../fixtures/nodeServer.ts"
import { createRoom, metrics, roomDetails } from "../../fixtures/operations.ts"
import { clientOn } from "../../fixtures/transports.ts"

const text = JSON.stringify({ ...metrics.answer, note: "é漢🚪" })

const clientOf = (
  baseUrl: string,
  options?: Partial<RoomsHttpOptions>,
  connections?: RoomsHttpNode.ConnectionOptions
) =>
  clientOn({ name: "Node", layer: Layer.orDie(RoomsHttpNode.layerHttpClient(connections)) }, baseUrl, {
    retry: false,
    ...options
  })

/** A client of a service that answers everything alike. */
const answeredWith = (answer: (response: ServerResponse) => void, options?: Partial<RoomsHttpOptions>) =>
  Effect.flatMap(
    serve((_, response) => answer(response)),
    (baseUrl) => clientOf(baseUrl, options)
  )

describe("a body", () => {
  for (const [name, bytes] of [
    ["in one chunk", text.length * 2],
    ["in chunks that cut characters", 1]
  ] as const) {
    it.live(`is the text of its bytes, ${name}`, () =>
      Effect.gen(function* () {
        const body = Buffer.from(text)
        const backend = yield* answeredWith((response) => {
          const write = (from: number) => {
            if (from >= body.length) return void response.end()
            response.write(body.subarray(from, from + bytes), () => setImmediate(write, from + bytes))
          }
          write(0)
        })
        assert.deepStrictEqual(yield* backend.metrics({}), metrics.answer)
      })
    )
  }

  it.live("may begin with a byte order mark", () =>
    Effect.gen(function* () {
      const backend = yield* answeredWith((response) => void response.end(`\ufeff${text}`))
      assert.deepStrictEqual(yield* backend.metrics({}), metrics.answer)
    })
  )

  it.live("of an error is read up to 64 KiB, and the status identifies the error", () =>
    Effect.gen(function* () {
      const message = (length: number) => JSON.stringify({ message: "x".repeat(length - '{"message":""}'.length) })
      const lengths = [64 * 1024, 64 * 1024 + 1]
      const backend = yield* answeredWith((response) => {
        response.writeHead(501).write(message(lengths.shift() ?? 0))
        response.end()
      })
      const excerpts = [yield* failureOf(backend.metrics({})), yield* failureOf(backend.metrics({}))].map((error) => {
        const { excerpt, status } = reasonOf(error, "UnexpectedStatus")
        return [status, excerpt.length]
      })
      assert.deepStrictEqual(excerpts, [
        [501, 512],
        [501, 0]
      ])
    })
  )
})

describe("a compressed body", () => {
  const codings = {
    gzip: zlib.gzipSync,
    "X-Gzip": zlib.gzipSync,
    deflate: zlib.deflateSync,
    br: zlib.brotliCompressSync,
    zstd: zlib.zstdCompressSync
  }
  for (const [coding, compress] of Object.entries(codings)) {
    it.live(`is decompressed, up to the limit: ${coding}`, () =>
      Effect.gen(function* () {
        const answer = (response: ServerResponse) =>
          void response
            .writeHead(200, { "content-encoding": coding, "content-length": compress(text).length })
            .end(compress(text))
        const length = Buffer.byteLength(text)
        const good = yield* answeredWith(answer, { maxBodyBytes: length })
        assert.deepStrictEqual(yield* good.metrics({}), metrics.answer)
        const bad = yield* answeredWith(answer, { maxBodyBytes: length - 1 })
        const { problem } = reasonOf(yield* failureOf(bad.metrics({})), "InvalidResponse")
        assert.strictEqual(problem, `the body is larger than ${length - 1} bytes`)
      })
    )
  }

  it.live("is rejected before its end if it is far larger than any allowed body could be", () =>
    Effect.gen(function* () {
      const noise = randomBytes(50_000)
      const backend = yield* answeredWith(
        (response) => {
          // Never ended: the rest of it is not waited for.
          response.writeHead(200, { "content-encoding": "gzip" }).write(zlib.gzipSync(noise))
        },
        { maxBodyBytes: 10_000 }
      )
      const { problem } = reasonOf(yield* failureOf(backend.metrics({})), "InvalidResponse")
      assert.strictEqual(problem, "the body is larger than 10000 bytes")
    })
  )
})

describe("a body that is compressed twice", () => {
  it.live("is rejected if the intermediate body is far larger than the limit", () =>
    Effect.gen(function* () {
      // Bytes after the end of the inner body are ignored.
      const between = Buffer.concat([zlib.gzipSync(text), Buffer.alloc(1_000_000)])
      const backend = yield* answeredWith(
        (response) => void response.writeHead(200, { "content-encoding": "gzip, gzip" }).end(zlib.gzipSync(between)),
        { maxBodyBytes: 10_000 }
      )
      const { problem } = reasonOf(yield* failureOf(backend.metrics({})), "InvalidResponse")
      assert.strictEqual(problem, "the body is larger than 10000 bytes")
    })
  )
})

describe("headers", () => {
  it.live("that are repeated are joined", () =>
    Effect.gen(function* () {
      const backend = yield* answeredWith(
        (response) => void response.writeHead(503, { "x-request-id": ["first", "second"] }).end()
      )
      assert.strictEqual((yield* failureOf(backend.metrics({}))).evidence.requestId, "first, second")
    })
  )

  it.live("of an early response are ignored", () =>
    Effect.gen(function* () {
      const backend = yield* answeredWith((response) => {
        response.writeEarlyHints({ link: "</style.css>; rel=preload" }, () => void response.end(text))
      })
      assert.deepStrictEqual(yield* backend.metrics({}), metrics.answer)
    })
  )
})

describe("a limit of time", () => {
  it.live("is cancelled when the request is over, so that a program can end", () =>
    Effect.gen(function* () {
      let waits = 0
      const clock = yield* Clock.Clock
      const counting: Clock.Clock = {
        ...clock,
        currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe(),
        sleep: (duration) =>
          Effect.acquireUseRelease(
            Effect.sync(() => waits++),
            () => clock.sleep(duration),
            () => Effect.sync(() => waits--)
          )
      }
      const statuses = [200, 404]
      const backend = yield* answeredWith((response) => void response.writeHead(statuses.shift() ?? 500).end(text))
      yield* Effect.provideService(backend.metrics({}), Clock.Clock, counting)
      assert.strictEqual(waits, 0)
      yield* failureOf(Effect.provideService(backend.metrics({}), Clock.Clock, counting))
      assert.strictEqual(waits, 0)
      yield* backend
        .metrics({})
        .pipe(Effect.provideService(Clock.Clock, counting), Effect.forkChild, Effect.flatMap(Fiber.interrupt))
      assert.strictEqual(waits, 0)
    })
  )
})

describe("a request that waits for a connection", () => {
  /** One connection, taken by a request that is not answered, and what arrives. */
  const busy = Effect.fnUntraced(function* () {
    const { arrived, listener } = watch(() => {})
    const methods: Array<string | undefined> = []
    const baseUrl = yield* serve((request, response) => {
      methods.push(request.method)
      if (methods.length === 1) listener(request, response)
      else response.end(text)
    })
    const backend = yield* clientOf(baseUrl, { attemptTimeout: "5 seconds" }, { limit: 1 })
    const first = yield* roomDetails.run(backend).pipe(RoomsHttp.withAttemptTimeout(false), Effect.forkChild)
    yield* Deferred.await(arrived)
    const create = yield* Effect.forkChild(createRoom.run(backend), { startImmediately: true })
    // The next request gets the connection, and the create did not come first.
    const next = Effect.gen(function* () {
      yield* Fiber.interrupt(first)
      yield* backend.metrics({})
      return methods
    })
    return { create, next }
  })

  it.effect("that gets none in time was certainly never sent", () =>
    Effect.gen(function* () {
      const { create, next } = yield* busy()
      yield* TestClock.adjust("5 seconds")
      const error = yield* failureOf(Fiber.join(create))
      assert.strictEqual(error._tag, "ServiceError")
      reasonOf(error, "Timeout")
      assert.deepStrictEqual(yield* next, ["GET", "GET"])
    })
  )

  it.effect("that is cancelled is never sent", () =>
    Effect.gen(function* () {
      const { create, next } = yield* busy()
      yield* Fiber.interrupt(create)
      assert.deepStrictEqual(yield* next, ["GET", "GET"])
    })
  )
})

describe("a create that was sent", () => {
  it.live("has an unknown outcome if no response arrives in time", () =>
    Effect.gen(function* () {
      const { arrived, listener } = watch(() => {})
      const backend = yield* clientOf(yield* serve(listener), { attemptTimeout: "2 seconds" })
      const create = yield* Effect.forkChild(failureOf(createRoom.run(backend)), { startImmediately: true })
      yield* Deferred.await(arrived)
      const error = yield* Fiber.join(create)
      assert.strictEqual(error._tag, "CreateOutcomeUnknown")
      reasonOf(error, "Timeout")
    })
  )
})
