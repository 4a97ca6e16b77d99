import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Recorded from "../../src/Recorded.ts"
import {
  type Answer,
  apiKey,
  createRoom,
  json,
  layerScript,
  MemoryDisk,
  pageOf,
  recording,
  rooms,
  send,
  text,
  transportError
} from "../fixtures/recording.ts"

type Options = Omit<Recorded.RecordOptions, "file">

/** Records requests in sequence, each with its response. */
const record = Effect.fnUntraced(function* (
  exchanges: ReadonlyArray<readonly [path: string, answer: Answer, sent?: Parameters<typeof send>[1]]>,
  options?: Options
) {
  const disk = new MemoryDisk()
  const program = Effect.forEach(exchanges, ([path, , sent]) => Effect.exit(send(path, sent)))
  yield* recording(disk, layerScript(...exchanges.map(([, answer]) => answer)), program, options)
  assert.strictEqual(disk.exchanges.length, exchanges.length)
  return disk
})

const bodyOf = ({ answer }: Recorded.Exchange): unknown => {
  assert(answer._tag === "Answered" && answer.body._tag === "Json")
  return answer.body.value
}

/** The recorded form of a response body. */
const written = (path: string, body: unknown, options?: Options) =>
  Effect.map(record([[path, json(body)]], options), ({ exchanges }) => exchanges.map(bodyOf)[0])

const metadataOf = (metadata: unknown, options?: Options) =>
  Effect.map(written("/rooms/get-metadata/room-1", { metadata }, options), (body) => {
    assert(typeof body === "object" && body !== null && "metadata" in body)
    return body.metadata
  })

describe("metadata", () => {
  it.effect("loses its text and numbers but keeps its shape", () =>
    Effect.gen(function* () {
      const redacted = yield* metadataOf({
        title: "Ada's room",
        hosts: ["Ada", "Grace", "Ada"],
        nested: { deep: [{ owner: "Grace" }, null, true, false, ""] },
        phone: 4_915_112_345_678,
        score: 0.25,
        offset: -120,
        link: "https://meet.example.com/ada?pwd=1234",
        mail: "ada@example.com"
      })
      assert.deepStrictEqual(redacted, {
        title: "redacted-1",
        hosts: ["redacted-2", "redacted-3", "redacted-2"],
        nested: { deep: [{ owner: "redacted-3" }, null, true, false, ""] },
        phone: 4,
        score: 5.5,
        offset: -6,
        link: "https://redacted.invalid/redacted-7",
        mail: "redacted-8@redacted.invalid"
      })
    })
  )

  it.effect("can be null, or text that contains a JSON object", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* metadataOf(null), null)
      assert.strictEqual(yield* metadataOf('{ "title": "Ada", "seats": 12 }'), '{"title":"redacted-1","seats":2}')
      assert.strictEqual(yield* metadataOf(JSON.stringify('{"title":"Ada"}')), '"{\\"title\\":\\"redacted-1\\"}"')
      assert.strictEqual(yield* metadataOf("null"), "null")
      assert.strictEqual(yield* metadataOf("{ Ada"), "redacted-1")
    })
  )

  it.effect("keeps idempotencyKey, and the fields listed in keep at every depth", () =>
    Effect.gen(function* () {
      const metadata = {
        idempotencyKey: "order-42",
        roomType: "AUDIO",
        nested: { idempotencyKey: "Ada", roomType: { name: ["VIDEO", 3] } }
      }
      assert.deepStrictEqual(yield* metadataOf(metadata, { keep: ["roomType"] }), {
        ...metadata,
        nested: { idempotencyKey: "redacted-1", roomType: { name: ["VIDEO", 3] } }
      })
    })
  )

  it.effect("keeps property names that are special in JavaScript", () =>
    Effect.gen(function* () {
      const disk = yield* record([["/rooms/get-metadata/room-1", text('{"metadata":{"__proto__":{"a":"Ada"}}}')]])
      assert.include(disk.text, '{"metadata":{"__proto__":{"a":"redacted-1"}}}')
    })
  )

  it.effect("is cut off below the depth that an engine can write", () =>
    Effect.gen(function* () {
      const depth = 20_000
      for (const body of [
        `{"metadata":${'{"a":'.repeat(depth)}"Ada"${"}".repeat(depth)}}`,
        `{"metadata":{"a":${"[".repeat(depth)}"Ada"${"]".repeat(depth)}}}`,
        `${"[".repeat(depth)}"Ada"${"]".repeat(depth)}`
      ]) {
        for (const options of [{}, { keep: ["a"] }]) {
          const disk = yield* record([["/rooms/get-metadata/room-1", text(body)]], options)
          assert.notInclude(disk.text, "Ada")
        }
      }
    })
  )
})

describe("the pseudonym of a value", () => {
  it.effect("is the same in requests and responses, peers and metadata, throughout the file", () =>
    Effect.gen(function* () {
      const { exchanges } = yield* record([
        [
          createRoom,
          json({ message: "room created", data: { roomId: "room-1" } }),
          { body: { roomLocked: true, metadata: { title: "Stand-up", hostWallets: ["0xAda"] } } }
        ],
        [rooms, json(pageOf({ title: "Stand-up" }, { title: "Other", hosts: ["0xAda"] }))],
        [
          "/live-sessions/participants/room-1",
          json({ count: 1, participants: [{ peerId: "0xAda", joinTime: 5, metadata: { displayName: "Ada" } }] })
        ]
      ])
      assert.deepStrictEqual(exchanges[0]?.request.body, {
        _tag: "Json",
        value: { roomLocked: true, metadata: { title: "redacted-1", hostWallets: ["redacted-2"] } }
      })
      assert.deepStrictEqual(exchanges.map(bodyOf), [
        { message: "room created", data: { roomId: "room-1" } },
        pageOf({ title: "redacted-1" }, { title: "redacted-3", hosts: ["redacted-2"] }),
        { count: 1, participants: [{ peerId: "redacted-2", joinTime: 5, metadata: { displayName: "redacted-4" } }] }
      ])
    })
  )
})

describe("redaction outside metadata", () => {
  it.effect("keeps ids and times, and redacts text in unknown fields", () =>
    Effect.gen(function* () {
      const body = {
        participants: [{ peerId: "", joinTime: "2026-01-01T10:00:00.000Z", exitTime: "when Ada left", metadata: null }],
        roomId: "room-1",
        hostAddresses: ["0xAda"],
        owner: { id: "ada@example.com", roomId: "Ada" },
        duration: 60_000
      }
      assert.deepStrictEqual(yield* written("/rooms/participant-list?sessionId=s", body), {
        participants: [{ peerId: "", joinTime: "2026-01-01T10:00:00.000Z", exitTime: "redacted-1", metadata: null }],
        roomId: "room-1",
        hostAddresses: ["redacted-2"],
        owner: { id: "redacted-3@redacted.invalid", roomId: "redacted-4" },
        duration: 60_000
      })
    })
  )

  it.effect("keeps the origin and the number of segments of a recording's URL", () =>
    Effect.gen(function* () {
      const urlOf = Effect.fnUntraced(function* (recordingUrl: string) {
        const body = { nextCursor: null, recordings: [{ id: "rec-1", recordingUrl, recordingSize: 1 }] }
        const page = yield* written("/recordings", body)
        return JSON.stringify(page).replace(/.*"recordingUrl":"([^"]*)".*/, "$1")
      })
      assert.strictEqual(
        yield* urlOf("https://user:pass@cdn.example.com:8443/ada/2026/ada.lovelace.mp4?X-Signature=abc#t"),
        "https://cdn.example.com:8443/redacted-1/redacted-2/redacted-3.mp4"
      )
      assert.strictEqual(yield* urlOf("https://cdn.example.com"), "https://cdn.example.com/")
      assert.strictEqual(yield* urlOf("s3://bucket-of-ada/1.mp4"), "redacted-1")
      assert.strictEqual(yield* urlOf("1.mp4"), "redacted-1")
    })
  )

  it.effect("keeps a message unless it contains a redacted value in any spelling", () =>
    Effect.gen(function* () {
      const metadata = { title: 'Ada "the first" <Lovelace>' }
      const spoken = [
        metadata.title,
        metadata.title.toUpperCase(),
        encodeURIComponent(metadata.title),
        encodeURIComponent(encodeURIComponent(metadata.title)),
        JSON.stringify(metadata.title),
        metadata.title.replace(/[<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
      ]
      for (const title of spoken) {
        const answer = { message: `no such room: ${title}`, metadata }
        const { exchanges } = yield* record([
          [rooms, json(answer, { status: 400, headers: { "x-request-id": `for ${title}` } })],
          [rooms, json({ message: "no ongoing session" }, { status: 404, headers: { "x-request-id": "req-1" } })],
          [rooms, transportError(new Error(`${title} is unreachable`))]
        ])
        const [first, second, third] = exchanges.map(({ answer }) => answer)
        assert(first?._tag === "Answered" && second?._tag === "Answered" && third?._tag === "Failed")
        assert.deepStrictEqual(first.body, {
          _tag: "Json",
          value: { message: "redacted-2", metadata: { title: "redacted-1" } }
        })
        assert.notProperty(first.headers, "x-request-id")
        assert.deepStrictEqual(second.body, { _tag: "Json", value: { message: "no ongoing session" } })
        assert.strictEqual(second.headers["x-request-id"], "req-1")
        assert.strictEqual(third.description, "redacted-3")
      }
    })
  )

  it.effect("keeps a message that contains a number", () =>
    Effect.gen(function* () {
      const body = { message: "+4915112345678 is not a phone number", metadata: { phone: 4_915_112_345_678, age: 36 } }
      assert.deepStrictEqual(yield* written(rooms, body), {
        message: "redacted-3",
        metadata: { phone: 1, age: 2 }
      })
    })
  )

  it.effect("redacts ids in paths, queries and responses with redactIds", () =>
    Effect.gen(function* () {
      const { exchanges, text } = yield* record(
        [
          ["/rooms/room-details/room%20of%20Ada", json({ roomId: "room of Ada", roomLocked: true, metadata: {} })],
          ["/rooms/session-details?limit=5&roomId=room+of+Ada", json({ sessions: [{ sessionId: "s-1" }] })],
          ["/rooms/participant-list?sessionId=s-1", json({ participants: [] })]
        ],
        { redactIds: true }
      )
      assert.deepStrictEqual(
        exchanges.map(({ request: { path, query } }) => [path.slice("/api/v2/sdk/rooms/".length), ...query]),
        [
          ["room-details/redacted-1"],
          ["session-details", ["limit", "5"], ["roomId", "redacted-1"]],
          ["participant-list", ["sessionId", "redacted-2"]]
        ]
      )
      assert.notInclude(text, "Ada")
      assert.notInclude(text, "s-1")
    })
  )

  it.effect("redacts unknown parameters", () =>
    Effect.gen(function* () {
      const { exchanges } = yield* record([[`${rooms}?title=Ada&limit=all+of+Ada&cursor=2`, json(pageOf())]])
      assert.deepStrictEqual(exchanges[0]?.request.query, [
        ["cursor", "2"],
        ["limit", "redacted-1"],
        ["title", "redacted-2"]
      ])
    })
  )

  it.effect("omits the host, base path, credentials and other headers", () =>
    Effect.gen(function* () {
      const { exchanges, text } = yield* record([
        [
          rooms,
          json(pageOf(), {
            headers: { "set-cookie": "sid=of-ada", date: "today", "retry-after": "7", "x-via": "proxy" }
          }),
          {
            base: "https://user:pass@tenant.example.com/gateway",
            headers: { authorization: "Bearer of-ada", cookie: "sid=of-ada" }
          }
        ]
      ])
      const [exchange] = exchanges
      assert(exchange !== undefined)
      assert.deepStrictEqual(exchange.request, { method: "GET", path: "/api/v2/sdk/rooms/get-rooms", query: [] })
      assert(exchange.answer._tag === "Answered")
      assert.deepStrictEqual(exchange.answer.headers, { "content-type": "application/json", "retry-after": "7" })
      for (const secret of ["tenant", "gateway", "pass", "of-ada", "today", "proxy", apiKey])
        assert.notInclude(text, secret)
    })
  )

  it.effect("passes the redacted exchange to the redact hook, and writes the hook's result", () =>
    Effect.gen(function* () {
      const seen: Array<unknown> = []
      const { exchanges } = yield* record([[`${rooms}?cursor=2`, json(pageOf({ title: "Ada" }))]], {
        redact: {
          request: (request) => ({ ...request, query: [] }),
          answer: (answer, request) => {
            seen.push(answer, request)
            return { _tag: "Abandoned" }
          }
        }
      })
      assert.include(JSON.stringify(seen), "redacted-1")
      assert.notInclude(JSON.stringify(seen), "Ada")
      assert.deepStrictEqual(exchanges, [
        {
          index: 0,
          request: { method: "GET", path: "/api/v2/sdk/rooms/get-rooms", query: [] },
          answer: { _tag: "Abandoned" }
        }
      ])
    })
  )
})
