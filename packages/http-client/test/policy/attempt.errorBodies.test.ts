import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { failureInTime, reasonOf } from "../fixtures/failure.ts"
import { createRoom, metrics, roomDetails } from "../fixtures/operations.ts"
import { type Answer, answering, stream, text } from "../fixtures/recordingClient.ts"

const errorOf = Effect.fnUntraced(function* (answer: Answer) {
  const { backend } = yield* answering(answer)
  return yield* failureInTime(backend.metrics({}))
})

const html = "<!DOCTYPE html><html><body><h1>404 Not Found</h1><hr>nginx</body></html>"
const encoder = new TextEncoder()

interface Body {
  readonly name: string
  readonly text: string
  readonly message?: string
}

const bodies: ReadonlyArray<Body> = [
  { name: "{ message }", text: '{"message":"it is gone"}', message: "it is gone" },
  { name: "{ ok: false, message }", text: '{"ok":false,"message":"it is gone"}', message: "it is gone" },
  { name: "{ ok: true }", text: '{"ok":true}' },
  { name: "HTML", text: html },
  { name: "nothing", text: "" },
  { name: "JSON that breaks off", text: '{"message":"it is' },
  { name: "a message that is empty", text: '{"message":""}' },
  { name: "a message that is not a string", text: '{"message":{"code":5}}' },
  { name: "null", text: "null" },
  { name: "an array", text: "[]" },
  { name: "a string", text: '"message"' },
  { name: "a number", text: "404" }
]

describe("an error body informs, and the status decides", () => {
  for (const { message, name, text: body } of bodies) {
    it.effect(`401 with ${name}`, () =>
      Effect.gen(function* () {
        const error = yield* errorOf(text(body, { status: 401 }))
        assert(error._tag === "Unauthorized", error.message)
        assert.strictEqual(error.serverMessage, message)
        assert.strictEqual("serverMessage" in error, message !== undefined)
      })
    )

    it.effect(`404 with ${name}`, () =>
      Effect.gen(function* () {
        const { backend } = yield* answering(text(body, { status: 404, headers: { "content-type": "text/html" } }))
        const error = yield* failureInTime(roomDetails.run(backend))
        assert(error._tag === "RoomNotFound", error.message)
        assert.strictEqual(error.serverMessage, message)
      })
    )

    it.effect(`422 with ${name}`, () =>
      Effect.gen(function* () {
        const { backend } = yield* answering(text(body, { status: 422 }))
        const error = yield* failureInTime(createRoom.run(backend))
        assert(error._tag === "InvalidRequest", error.message)
        assert.strictEqual(error.problem, message ?? "the service rejected it with status 422")
      })
    )

    it.effect(`501 with ${name}`, () =>
      Effect.gen(function* () {
        const reason = reasonOf(yield* errorOf(text(body, { status: 501 })), "UnexpectedStatus")
        assert.strictEqual(reason.status, 501)
        assert.strictEqual(reason.excerpt, body)
        assert.strictEqual(reason.serverMessage, message)
      })
    )
  }

  it.effect("no more than 512 characters of it are kept", () =>
    Effect.gen(function* () {
      const message = "é".repeat(600)
      const body = JSON.stringify({ message })
      const reason = reasonOf(yield* errorOf(text(body, { status: 501 })), "UnexpectedStatus")
      assert.strictEqual(reason.excerpt, body.slice(0, 512))
      assert.strictEqual(reason.serverMessage, message.slice(0, 512))
    })
  )
})

describe("an error body is not worth waiting for", () => {
  for (const [name, body] of [
    ["stalls before it begins", Stream.never],
    ["stalls after it began", Stream.concat(Stream.make(encoder.encode('{"message":')), Stream.never)],
    [
      "drips",
      Stream.make(encoder.encode(" ")).pipe(
        Stream.forever,
        Stream.tap(() => Effect.sleep("300 millis"))
      )
    ]
  ] as const) {
    it.effect(`404 with a body that ${name}`, () =>
      Effect.gen(function* () {
        const { backend } = yield* answering(stream(body, { status: 404, headers: { "x-request-id": "request-7" } }))
        const error = yield* failureInTime(roomDetails.run(backend))
        assert(error._tag === "RoomNotFound", error.message)
        assert.strictEqual(error.evidence.requestId, "request-7")
        assert.strictEqual(error.evidence.elapsedMillis, 2_000)
      })
    )
  }

  for (const [name, body] of [
    ["breaks off", Stream.concat(Stream.make(encoder.encode('{"message":')), Stream.fail(new Error("ECONNRESET")))],
    ["never ends", Stream.forever(Stream.make(new Uint8Array(1024)))]
  ] as const) {
    it.effect(`404 with a body that ${name}`, () =>
      Effect.gen(function* () {
        const { backend } = yield* answering(stream(body, { status: 404 }))
        const error = yield* failureInTime(roomDetails.run(backend))
        assert(error._tag === "RoomNotFound", error.message)
        assert.isFalse("serverMessage" in error)
      })
    )
  }

  it.effect("404 with a body that is declared as too large", () =>
    Effect.gen(function* () {
      const { backend } = yield* answering(
        stream(Stream.never, { status: 404, headers: { "content-length": String(1024 ** 3) } })
      )
      const error = yield* failureInTime(metrics.run(backend))
      assert.strictEqual(reasonOf(error, "UnexpectedStatus").status, 404)
      assert.strictEqual(error.evidence.elapsedMillis, 0)
    })
  )
})
