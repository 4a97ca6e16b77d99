import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { failureInTime, failureOf, reasonOf } from "../fixtures/failure.ts"
import { createRoom, metrics } from "../fixtures/operations.ts"
import { answering, bytewise, stream, text } from "../fixtures/recordingClient.ts"

const answer = JSON.stringify({ ...metrics.answer, note: "é漢🚪" })
const bytes = new TextEncoder().encode(answer).length
const defaultLimit = 16 * 1024 * 1024

/** A body of as many bytes as it takes: how many of them were read is in `read`. */
const endless = (chunkBytes: number) => {
  const read = { bytes: 0 }
  const body = Stream.forever(Stream.make(new Uint8Array(chunkBytes))).pipe(
    Stream.tap((chunk) =>
      Effect.sync(() => {
        read.bytes += chunk.length
      })
    )
  )
  return { body, read }
}

const tooLarge = (limit: number) => `the body is larger than ${limit} bytes`

describe("maxBodyBytes", () => {
  for (const [name, good] of [
    ["with a content-length", text(answer)],
    ["without a content-length", stream(bytewise(answer))]
  ] as const) {
    it.effect(`a body of exactly as many bytes is read, ${name}`, () =>
      Effect.gen(function* () {
        const { backend } = yield* answering(good, { maxBodyBytes: bytes })
        assert.deepStrictEqual(yield* backend.metrics({}), metrics.answer)
      })
    )

    it.effect(`a body of one byte more is refused, ${name}`, () =>
      Effect.gen(function* () {
        const { backend } = yield* answering(good, { maxBodyBytes: bytes - 1 })
        const error = yield* failureOf(backend.metrics({}))
        const reason = reasonOf(error, "InvalidResponse")
        assert.strictEqual(reason.problem, tooLarge(bytes - 1))
        assert.strictEqual(error.evidence.status, 200)
      })
    )
  }

  it.effect("a body that is declared larger is refused unread", () =>
    Effect.gen(function* () {
      const { body, read } = endless(1)
      const declared = stream(body, { headers: { "content-length": "1001" } })
      const { backend } = yield* answering(declared, { maxBodyBytes: 1000 })
      const reason = reasonOf(yield* failureOf(backend.metrics({})), "InvalidResponse")
      assert.strictEqual(reason.problem, tooLarge(1000))
      assert.strictEqual(read.bytes, 0)
    })
  )

  it.effect("a body that never ends is refused at the limit", () =>
    Effect.gen(function* () {
      const { body, read } = endless(300)
      const { backend } = yield* answering(stream(body), { maxBodyBytes: 1000 })
      const reason = reasonOf(yield* failureOf(backend.metrics({})), "InvalidResponse")
      assert.strictEqual(reason.problem, tooLarge(1000))
      assert.strictEqual(read.bytes, 1200)
    })
  )

  it.effect("of a compressed body, what is unpacked counts, whatever length is declared", () =>
    Effect.gen(function* () {
      const headers = { "content-encoding": "gzip" }
      const small = stream(bytewise(answer), { headers: { ...headers, "content-length": "999999" } })
      const { backend } = yield* answering(small, { maxBodyBytes: bytes })
      assert.deepStrictEqual(yield* backend.metrics({}), metrics.answer)

      const { body } = endless(300)
      const bomb = yield* answering(stream(body, { headers: { ...headers, "content-length": "20" } }), {
        maxBodyBytes: 1000
      })
      const reason = reasonOf(yield* failureOf(bomb.backend.metrics({})), "InvalidResponse")
      assert.strictEqual(reason.problem, tooLarge(1000))
    })
  )

  it.effect("a body that is larger than it was declared is refused at the limit", () =>
    Effect.gen(function* () {
      // In a browser a page elsewhere sees no `content-encoding`, and the declared length is that of the packed body.
      const { body, read } = endless(300)
      const { backend } = yield* answering(stream(body, { headers: { "content-length": "20" } }), {
        maxBodyBytes: 1000
      })
      const reason = reasonOf(yield* failureOf(backend.metrics({})), "InvalidResponse")
      assert.strictEqual(reason.problem, tooLarge(1000))
      assert.strictEqual(read.bytes, 1200)
    })
  )

  it.effect("the default is 16 MiB", () =>
    Effect.gen(function* () {
      const declaring = (length: number) => stream(bytewise(answer), { headers: { "content-length": `${length}` } })
      const largest = yield* answering(declaring(defaultLimit))
      assert.deepStrictEqual(yield* largest.backend.metrics({}), metrics.answer)
      const larger = yield* answering(declaring(defaultLimit + 1))
      const reason = reasonOf(yield* failureOf(larger.backend.metrics({})), "InvalidResponse")
      assert.strictEqual(reason.problem, tooLarge(defaultLimit))
    })
  )

  it.effect("a create that is answered with too large a body may have made a room", () =>
    Effect.gen(function* () {
      const { backend } = yield* answering(stream(endless(300).body, { status: 201 }), { maxBodyBytes: 1000 })
      const error = yield* failureOf(createRoom.run(backend))
      assert.strictEqual(error._tag, "CreateOutcomeUnknown")
      reasonOf(error, "InvalidResponse")
    })
  )
})

describe("a body that breaks off", () => {
  for (const [name, cause] of [
    ["says why", Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" })],
    // Even where the code is one of a connection that was never made: there was an answer already.
    ["with a misleading code", Object.assign(new Error("read"), { code: "ECONNREFUSED" })],
    ["without a reason", undefined]
  ] as const) {
    it.effect(`is a transport failure of a request that was sent: ${name}`, () =>
      Effect.gen(function* () {
        const body = Stream.concat(bytewise(answer), Stream.fail(cause))
        const { backend } = yield* answering(stream(body, { headers: { "x-request-id": "request-7" } }))
        const error = yield* failureInTime(backend.metrics({}))
        const reason = reasonOf(error, "Transport")
        assert.isTrue(reason.requestSent)
        assert.match(reason.description, /^the body broke off: /)
        assert.strictEqual(error.evidence.status, 200)
        assert.strictEqual(error.evidence.requestId, "request-7")
        assert.isTrue(error.isRetryable)
      })
    )
  }
})
