import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import type * as Recorded from "../../src/Recorded.ts"
import {
  type Answer,
  json,
  layerScript,
  MemoryDisk,
  recording,
  requestTo,
  rooms,
  send,
  stream,
  text
} from "../fixtures/recording.ts"

const bytes = (text: string) => new TextEncoder().encode(text)

const metrics = { totalSessions: 1, totalDuration: 2, totalUsers: 3, recordingCount: 4, livestreamCount: 5 }

/** The outcome of the only exchange. */
const answerOf = (disk: MemoryDisk) => {
  assert.strictEqual(disk.exchanges.length, 1)
  return disk.exchanges[0]?.answer
}

const bodyOf = (disk: MemoryDisk) => {
  const answer = answerOf(disk)
  assert(answer?._tag === "Answered")
  return answer.body
}

describe("Recorded.layerRecord, with bodies,", () => {
  it.effect("streams the body to the client, and records it once it has ended", () =>
    Effect.gen(function* () {
      const disk = new MemoryDisk()
      const gate = yield* Deferred.make<void>()
      const body = Stream.concat(
        Stream.make(bytes('{"metadata":{"idempotencyKey":"Z')),
        Stream.fromEffect(Effect.as(Deferred.await(gate), bytes('oë"}}')))
      )
      // A character that is split over two chunks.
      const split = Stream.flatMap(body, (chunk) =>
        Stream.fromIterable(Array.from(chunk, (byte) => Uint8Array.of(byte)))
      )
      const read = yield* recording(
        disk,
        layerScript(stream(split)),
        Effect.gen(function* () {
          const response = yield* HttpClient.execute(requestTo("/rooms/get-metadata/room-1"))
          const parts: Array<Uint8Array> = []
          yield* Stream.runForEach(response.stream, (part) => {
            if (parts.length === 0) assert.strictEqual(disk.exchanges.length, 0)
            parts.push(part)
            return Deferred.succeed(gate, undefined)
          })
          return parts.flatMap((part) => Array.from(part))
        })
      )
      assert.deepStrictEqual(read, Array.from(bytes('{"metadata":{"idempotencyKey":"Zoë"}}')))
      assert.deepStrictEqual(bodyOf(disk), { _tag: "Json", value: { metadata: { idempotencyKey: "Zoë" } } })
    })
  )

  it.effect("provides text, JSON and bytes from a body that is read once", () =>
    Effect.gen(function* () {
      const disk = new MemoryDisk()
      let reads = 0
      const body = Stream.suspend(() => {
        reads += 1
        return Stream.make(bytes(JSON.stringify(metrics)))
      })
      yield* recording(
        disk,
        layerScript(stream(body, { status: 201 })),
        Effect.gen(function* () {
          const response = yield* HttpClient.execute(requestTo("/metrics"))
          assert.strictEqual(response.status, 201)
          assert.deepStrictEqual(yield* response.json, metrics)
          assert.strictEqual(yield* response.text, JSON.stringify(metrics))
          assert.deepStrictEqual(new Uint8Array(yield* response.arrayBuffer), bytes(JSON.stringify(metrics)))
        })
      )
      assert.strictEqual(reads, 1)
      assert.deepStrictEqual(bodyOf(disk), { _tag: "Json", value: metrics })
    })
  )

  it.effect("records that a body broke off, without its beginning", () =>
    Effect.gen(function* () {
      const disk = new MemoryDisk()
      const broken = Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" })
      const body = Stream.concat(Stream.make(bytes('{"metadata":{"title":"Ada')), Stream.fail(broken))
      const error = yield* Effect.flip(recording(disk, layerScript(stream(body)), send("/rooms/get-metadata/room-1")))
      assert(error._tag === "HttpClientError")
      assert.strictEqual(error.reason.cause, broken)
      assert.deepStrictEqual(bodyOf(disk), {
        _tag: "Broken",
        description: "other side closed",
        code: "UND_ERR_SOCKET"
      })
    })
  )

  it.effect("records that a client gave up before the response, during the body, or without reading it", () =>
    Effect.gen(function* () {
      const disk = new MemoryDisk()
      const stalled = stream(Stream.concat(Stream.make(bytes("0123456789")), Stream.never), {
        headers: { "content-length": "5000" }
      })
      yield* recording(
        disk,
        layerScript(() => Effect.never, stalled, stalled),
        Effect.gen(function* () {
          const patience = Effect.fnUntraced(function* <A, E>(effect: Effect.Effect<A, E, HttpClient.HttpClient>) {
            const fiber = yield* Effect.forkChild(Effect.timeoutOption(effect, "1 second"))
            yield* TestClock.adjust("1 second")
            yield* Fiber.join(fiber)
          })
          yield* patience(send("/metrics"))
          yield* patience(send("/metrics"))
          yield* Effect.scoped(
            Effect.flatMap(HttpClient.HttpClient, (client) =>
              HttpClient.withScope(client).execute(requestTo("/metrics"))
            )
          )
          assert.strictEqual(disk.exchanges.length, 3)
        })
      )
      const cut = (read: number): Recorded.RecordedAnswer => ({
        _tag: "Answered",
        status: 200,
        headers: { "content-length": "5000", "content-type": "application/octet-stream" },
        body: { _tag: "Unread", bytes: read }
      })
      assert.deepStrictEqual(
        disk.exchanges.map(({ answer }) => answer),
        [{ _tag: "Abandoned" }, cut(10), cut(0)]
      )
    })
  )

  it.effect("records an unread body when the recording ends", () =>
    Effect.gen(function* () {
      const disk = new MemoryDisk()
      yield* recording(disk, layerScript(json(metrics)), HttpClient.execute(requestTo("/metrics")))
      assert.deepStrictEqual(bodyOf(disk), { _tag: "Unread", bytes: 0 })
    })
  )

  it.effect("records the length of text that isn't JSON, and that a body is empty", () =>
    Effect.gen(function* () {
      const disk = new MemoryDisk()
      const html = "<h1>Ada's room is gone</h1>"
      yield* recording(
        disk,
        layerScript(text(html, { status: 502, headers: { "content-type": "text/html" } }), (request) =>
          Effect.succeed(HttpServerResponse.toClientResponse(HttpServerResponse.empty({ status: 204 }), { request }))
        ),
        Effect.gen(function* () {
          assert.strictEqual((yield* send(rooms)).text, html)
          assert.strictEqual((yield* send(rooms)).text, "")
        })
      )
      assert.deepStrictEqual(
        disk.exchanges.map(({ answer }) => answer._tag === "Answered" && [answer.status, answer.body]),
        [
          [502, { _tag: "Text", characters: html.length }],
          [204, { _tag: "Empty" }]
        ]
      )
    })
  )

  it.effect("records only the size of a very large body", () =>
    Effect.gen(function* () {
      const disk = new MemoryDisk()
      const megabyte = new Uint8Array(1024 * 1024).fill(0x20)
      const size = yield* recording(
        disk,
        layerScript(stream(Stream.fromIterable(Array.from({ length: 33 }, () => megabyte)))),
        Effect.map(send(rooms), ({ text }) => text.length)
      )
      assert.strictEqual(size, 33 * 1024 * 1024)
      assert.deepStrictEqual(bodyOf(disk), { _tag: "Unread", bytes: size })
    })
  )

  it.effect("recognizes an empty body from fetch, which has no stream", () =>
    Effect.gen(function* () {
      const disk = new MemoryDisk()
      const empty: Answer = (request) =>
        Effect.succeed(HttpClientResponse.fromWeb(request, new Response(null, { status: 204 })))
      yield* recording(
        disk,
        layerScript(empty),
        Effect.gen(function* () {
          assert.strictEqual((yield* send(rooms)).text, "")
          const { stream } = yield* HttpClient.execute(requestTo(rooms))
          assert.strictEqual((yield* Effect.flip(Stream.runDrain(stream))).reason._tag, "EmptyBodyError")
        })
      )
      assert.deepStrictEqual(
        disk.exchanges.map(({ answer }) => answer._tag === "Answered" && answer.body),
        [{ _tag: "Empty" }, { _tag: "Empty" }]
      )
    })
  )

  it.effect("frees the memory of an exchange when it ends, before its scope closes", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const finalizers = () =>
        scope.state._tag === "Open" ? (scope.state.finalizer ? 1 : 0) + (scope.state.finalizers?.size ?? 0) : 0
      yield* recording(
        new MemoryDisk(),
        layerScript(json(metrics)),
        Effect.gen(function* () {
          for (let sent = 0; sent < 20; sent++) yield* Scope.provide(send("/metrics"), scope)
          assert.strictEqual(finalizers(), 0)
          yield* Scope.provide(HttpClient.execute(requestTo("/metrics")), scope)
          assert.strictEqual(finalizers(), 1)
        })
      )
      yield* Scope.close(scope, Exit.void)
    })
  )
})
