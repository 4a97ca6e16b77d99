import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import * as Recorded from "../../src/Recorded.ts"
import {
  type Answer,
  ask,
  createRoom,
  json,
  layerScript,
  MemoryDisk,
  pageOf,
  recording,
  replaying,
  requestTo,
  rooms,
  send,
  stream,
  text,
  transportError
} from "../fixtures/recording.ts"

type Options = Omit<Recorded.RecordOptions, "file">

/** A disk with a recording of requests and their responses. */
const recorded = Effect.fnUntraced(function* (
  exchanges: ReadonlyArray<readonly [path: string, answer: Answer, sent?: Parameters<typeof send>[1]]>,
  options?: Options
) {
  const disk = new MemoryDisk()
  const program = Effect.forEach(exchanges, ([path, , sent]) => Effect.exit(send(path, sent)))
  yield* recording(disk, layerScript(...exchanges.map(([, answer]) => answer)), program, options)
  return disk
})

const notRecorded = (error: HttpClientError.HttpClientError | Recorded.RecordedError | Recorded.ContractDrift) => {
  assert(error._tag === "HttpClientError")
  const { reason } = error
  assert(reason._tag === "TransportError")
  assert(reason.cause instanceof Recorded.NotRecorded)
  return reason.cause
}

const roomOf = (roomId: string, metadata: unknown = {}) => ({ roomId, roomLocked: false, metadata })
const created = (roomId: string) => json({ message: "room created", data: { roomId } }, { status: 201 })
const creating = (metadata: unknown) => ({ body: { roomLocked: false, metadata } })

describe("Recorded.layerReplay", () => {
  it.effect("replays a response for any host, parameter order and headers", () =>
    Effect.gen(function* () {
      const headers = { "x-request-id": "req-7", "retry-after": "3" }
      const path = "/rooms/session-details?roomId=room%20%C3%A9&limit=5"
      const disk = yield* recorded([
        [path, json({ sessions: [] }, { status: 429, headers })],
        ["/rooms/room-details/%C3%A9%2FA", json(roomOf("é/A"))]
      ])
      yield* replaying(
        disk,
        Effect.gen(function* () {
          const response = yield* HttpClient.execute(
            requestTo("/rooms/session-details?limit=5&roomId=room+%c3%a9", {
              base: "http://localhost:1234/gateway",
              headers: { "x-api-key": "another" }
            })
          )
          assert.strictEqual(response.status, 429)
          assert.strictEqual(yield* response.text, '{"sessions":[]}')
          assert.deepInclude(response.headers, { ...headers, "content-type": "application/json" })
          assert.deepStrictEqual(yield* ask("/rooms/room-details/%c3%a9%2f%41"), roomOf("é/A"))
        })
      )
    })
  )

  it.effect("replays the nth response to the nth identical request, then fails", () =>
    Effect.gen(function* () {
      const disk = yield* recorded([
        [rooms, json(pageOf(), { status: 503 })],
        ["/recordings", json({ nextCursor: null, recordings: [] })],
        [rooms, json(pageOf(null))],
        [rooms, json(pageOf(null, null))]
      ])
      yield* replaying(
        disk,
        Effect.gen(function* () {
          assert.strictEqual((yield* send(rooms)).status, 503)
          assert.deepStrictEqual(yield* ask(rooms), pageOf(null))
          assert.deepStrictEqual(yield* ask("/recordings"), { nextCursor: null, recordings: [] })
          assert.deepStrictEqual(yield* ask(rooms), pageOf(null, null))
          const error = notRecorded(yield* Effect.flip(send(rooms)))
          assert.strictEqual(error.request, "GET /api/v2/sdk/rooms/get-rooms")
          assert.deepStrictEqual(
            error.nearest.map(({ differences, index }) => [index, ...differences]),
            [0, 2, 3].map((index) => [index, "its response was already replayed"])
          )
        })
      )
    })
  )

  it.effect("replays responses in the order of the requests, not of the file", () =>
    Effect.gen(function* () {
      const disk = yield* recorded([
        [rooms, json(pageOf())],
        [rooms, json(pageOf(null))]
      ])
      const [header = "", first = "", second = ""] = disk.text.split("\n")
      disk.files.set("recording.ndjson", [header, second, first, ""].join("\n"))
      const replayed = yield* replaying(disk, Effect.all([ask(rooms), ask(rooms)]))
      assert.deepStrictEqual(replayed, [pageOf(), pageOf(null)])
    })
  )

  it.effect("fails for an unrecorded request, and names the nearest ones", () =>
    Effect.gen(function* () {
      const disk = yield* recorded([
        [`${rooms}?cursor=1&limit=9`, json(pageOf())],
        [`${rooms}?cursor=2`, json(pageOf())],
        [`${rooms}?cursor=3`, json(pageOf())],
        [`${rooms}?limit=9`, json(pageOf())],
        ["/rooms/room-details/room-1", json(roomOf("room-1"))],
        [createRoom, created("room-1"), creating({ title: "Ada", seats: 3 })]
      ])
      yield* replaying(
        disk,
        Effect.gen(function* () {
          const page = notRecorded(yield* Effect.flip(send(`${rooms}?cursor=3&limit=1`)))
          assert.strictEqual(
            page.message,
            "recording.ndjson has no response for GET /api/v2/sdk/rooms/get-rooms?cursor=3&limit=1; the nearest are " +
              "#2 GET /api/v2/sdk/rooms/get-rooms?cursor=3 (it has no query.limit), " +
              "#0 GET /api/v2/sdk/rooms/get-rooms?cursor=1&limit=9 (its query.cursor is 1; its query.limit is 9), " +
              "#1 GET /api/v2/sdk/rooms/get-rooms?cursor=2 (its query.cursor is 2; it has no query.limit)"
          )
          const room = notRecorded(yield* Effect.flip(send("/rooms/room-details/room-2")))
          assert.deepStrictEqual(
            room.nearest.map(({ differences, index }) => [index, ...differences]),
            [[4, "its path differs"]]
          )
          const create = notRecorded(yield* Effect.flip(send(createRoom, creating({ title: ["Ada"], hosts: [] }))))
          assert.deepStrictEqual(create.nearest[0]?.differences, [
            "its body.metadata.title differs",
            "it has body.metadata.seats",
            "it has no body.metadata.hosts"
          ])
          assert.deepStrictEqual(notRecorded(yield* Effect.flip(send("/metrics"))).nearest, [])
        })
      )
    })
  )

  it.effect("doesn't show the API key of an unrecorded request", () =>
    Effect.gen(function* () {
      const disk = yield* recorded([])
      const sent = { headers: { "x-api-key": "sk/secret" } }
      const error = notRecorded(
        yield* Effect.flip(replaying(disk, send("/rooms/room-details/sk%2Fsecret?roomId=sk/secret", sent)))
      )
      assert.notMatch(error.message, /sk.*secret/)
    })
  )

  it.effect("fails the way the transport did, with everything a retry decision needs", () =>
    Effect.gen(function* () {
      const refused = Object.assign(new Error("connect refused"), { code: "ECONNREFUSED", syscall: "connect" })
      const broken = Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" })
      const disk = yield* recorded([
        [rooms, transportError(refused)],
        [rooms, stream(Stream.fail(broken))]
      ])
      yield* replaying(
        disk,
        Effect.gen(function* () {
          const first = yield* Effect.flip(send(rooms))
          assert.strictEqual(first.reason._tag, "TransportError")
          assert.deepInclude(first.reason.cause, { code: "ECONNREFUSED", syscall: "connect" })
          assert.deepInclude(first.reason.cause, { message: "connect refused" })
          const second = yield* Effect.flip(send(rooms))
          assert.strictEqual(second.reason._tag, "DecodeError")
          assert.deepInclude(second.reason.cause, { code: "UND_ERR_SOCKET" })
        })
      )
    })
  )

  it.effect("stalls at the point where the client gave up: before the response or within its body", () =>
    Effect.gen(function* () {
      const size = 200_000
      const stalled = stream(Stream.concat(Stream.make(new Uint8Array(size)), Stream.never), {
        headers: { "content-length": "5000000" }
      })
      const lengths: Array<number> = []
      const program = Effect.gen(function* () {
        const first = yield* Effect.timeoutOption(send(rooms), "1 second")
        assert.strictEqual(first._tag, "None")
        const response = yield* HttpClient.execute(requestTo(rooms))
        assert.strictEqual(response.headers["content-length"], "5000000")
        let bytes = 0
        const reading = Stream.runForEach(response.stream, (chunk) =>
          Effect.sync(() => {
            bytes += chunk.length
          })
        )
        assert.strictEqual((yield* Effect.timeoutOption(reading, "1 second"))._tag, "None")
        lengths.push(bytes)
      })
      const inTime = Effect.fnUntraced(function* <A, E>(effect: Effect.Effect<A, E>) {
        const fiber = yield* Effect.forkChild(effect)
        yield* TestClock.adjust("1 second")
        yield* TestClock.adjust("1 second")
        return yield* Fiber.join(fiber)
      })
      const disk = new MemoryDisk()
      yield* inTime(
        recording(
          disk,
          layerScript(() => Effect.never, stalled),
          program
        )
      )
      yield* inTime(replaying(disk, program))
      assert.deepStrictEqual(lengths, [size, size])
    })
  )

  it.effect("replays text that isn't JSON as different non-JSON text, and an empty body as empty", () =>
    Effect.gen(function* () {
      const headers = { "content-type": "text/html" }
      const disk = yield* recorded([
        [rooms, text("<h1>Bad gateway</h1>", { status: 502, headers })],
        [rooms, text("", { status: 500 })]
      ])
      const replayed = yield* replaying(disk, Effect.all([send(rooms), send(rooms)]))
      assert.deepStrictEqual(replayed, [
        { status: 502, text: "(text of 20 characters)" },
        { status: 500, text: "" }
      ])
    })
  )

  it.effect("compares requests after the redact hook", () =>
    Effect.gen(function* () {
      const redact: Recorded.Redact = { request: (request) => ({ ...request, query: [] }) }
      const disk = yield* recorded([[`${rooms}?at=1700000000000`, json(pageOf())]], { redact })
      yield* Effect.flip(replaying(disk, send(`${rooms}?at=1800000000000`)))
      const page = yield* replaying(disk, ask(`${rooms}?at=1800000000000`), { redact })
      assert.deepStrictEqual(page, pageOf())
    })
  )
})
