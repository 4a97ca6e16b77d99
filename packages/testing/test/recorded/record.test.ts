import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import { TestClock } from "effect/testing"
import {
  type Answer,
  json,
  layerScript,
  MemoryDisk,
  pageOf,
  recording,
  rooms,
  send,
  transportError
} from "../fixtures/recording.ts"

const metrics = { totalSessions: 1, totalDuration: 2, totalUsers: 3, recordingCount: 4, livestreamCount: 5 }

/** The outcome of the only exchange. */
const answerOf = (disk: MemoryDisk) => {
  assert.strictEqual(disk.exchanges.length, 1)
  return disk.exchanges[0]?.answer
}

describe("Recorded.layerRecord", () => {
  it.effect("writes a header that identifies the file, and each exchange as it completes", () =>
    Effect.gen(function* () {
      const disk = new MemoryDisk()
      const seen: Array<number> = []
      yield* recording(
        disk,
        layerScript(json(metrics)),
        Effect.gen(function* () {
          assert.deepStrictEqual(JSON.parse(disk.text), { format: "effect-rooms recording", version: 1 })
          for (let sent = 0; sent < 3; sent++) {
            yield* send("/metrics")
            assert.isTrue(disk.text.endsWith("}\n"))
            seen.push(disk.exchanges.length)
          }
        })
      )
      assert.deepStrictEqual(seen, [1, 2, 3])
      assert.deepStrictEqual(disk.exchanges[2], {
        index: 2,
        request: { method: "GET", path: "/api/v2/sdk/metrics", query: [] },
        answer: {
          _tag: "Answered",
          status: 200,
          headers: { "content-type": "application/json" },
          body: { _tag: "Json", value: metrics }
        }
      })
    })
  )

  it.effect("writes exchanges in the order they complete, with the index of each request", () =>
    Effect.gen(function* () {
      const disk = new MemoryDisk()
      const late: Answer = (request) => Effect.delay(json(metrics)(request), "1 second")
      yield* recording(
        disk,
        layerScript(late, json(pageOf())),
        Effect.gen(function* () {
          const first = yield* Effect.forkChild(send("/metrics"), { startImmediately: true })
          yield* send(rooms)
          assert.strictEqual(disk.exchanges.length, 1)
          yield* TestClock.adjust("1 second")
          yield* Fiber.join(first)
        })
      )
      assert.deepStrictEqual(
        disk.exchanges.map(({ index, request }) => [index, request.path]),
        [
          [1, "/api/v2/sdk/rooms/get-rooms"],
          [0, "/api/v2/sdk/metrics"]
        ]
      )
    })
  )

  it.effect("records why a request failed, with everything a client's retry decision needs", () =>
    Effect.gen(function* () {
      const disk = new MemoryDisk()
      const refused = Object.assign(new Error("connect refused"), { code: "ECONNREFUSED", syscall: "connect" })
      const bothAddresses = new AggregateError([refused], "")
      const cause = new TypeError("fetch failed", { cause: bothAddresses })
      const error = yield* Effect.flip(recording(disk, layerScript(transportError(cause)), send("/metrics")))
      assert(error._tag === "HttpClientError")
      assert.strictEqual(error.reason.cause, cause)
      assert.deepStrictEqual(answerOf(disk), {
        _tag: "Failed",
        description: "connect refused",
        code: "ECONNREFUSED",
        syscall: "connect"
      })
    })
  )

  it.effect("of several causes, records the one that leaves open whether the request was sent", () =>
    Effect.gen(function* () {
      const disk = new MemoryDisk()
      const cause = new AggregateError([
        Object.assign(new Error("connect refused"), { code: "ECONNREFUSED", syscall: "connect" }),
        Object.assign(new Error("read reset"), { code: "ECONNRESET", syscall: "read" })
      ])
      yield* Effect.flip(recording(disk, layerScript(transportError(cause)), send("/metrics")))
      assert.deepInclude(answerOf(disk), { code: "ECONNRESET", syscall: "read" })
    })
  )

  it.effect("doesn't record a request that wasn't sent", () =>
    Effect.gen(function* () {
      const disk = new MemoryDisk()
      const unsent: Answer = (request) =>
        Effect.fail(new HttpClientError.HttpClientError({ reason: new HttpClientError.EncodeError({ request }) }))
      const sends = Effect.all([Effect.flip(send(rooms)), Effect.flip(HttpClient.get("http://"))])
      yield* recording(disk, layerScript(unsent), sends)
      assert.deepStrictEqual(disk.exchanges, [])
    })
  )

  it.effect("writes the same bytes for the same exchanges", () =>
    Effect.gen(function* () {
      const recordOnce = Effect.fnUntraced(function* () {
        const disk = new MemoryDisk()
        const delayed =
          (millis: number, answer: Answer): Answer =>
          (request) =>
            Effect.delay(answer(request), millis)
        const script = layerScript(
          ...[30, 10, 20, 10].map((millis, at) => delayed(millis, json(pageOf({ title: `Ada ${at}`, seats: at }))))
        )
        const fiber = yield* Effect.forkChild(
          recording(
            disk,
            script,
            Effect.forEach([1, 2, 3, 4], (cursor) => send(`${rooms}?cursor=${cursor}`), { concurrency: 4 })
          )
        )
        yield* TestClock.adjust("1 second")
        yield* Fiber.join(fiber)
        return disk
      })
      const [first, second] = [yield* recordOnce(), yield* recordOnce()]
      assert.strictEqual(first.exchanges.length, 4)
      assert.strictEqual(second.text, first.text)
    })
  )
})
