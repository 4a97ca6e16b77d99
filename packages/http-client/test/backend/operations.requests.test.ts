import { assert, describe, it } from "@effect/vitest"
import type { Operations } from "@effect-rooms/core/Backend"
import { RoomId, SessionId } from "@effect-rooms/core/Identifier"
import { metadataLimit } from "@effect-rooms/core/Metadata"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { failureOf } from "../fixtures/failure.ts"
import * as cases from "../fixtures/operations.ts"
import { answering, baseUrl, json, key, type SentRequest, unexpected } from "../fixtures/recordingClient.ts"

const everyAnswer = Object.assign({}, ...cases.everyOperation.map(({ answer }) => answer))

/** The only request that is sent. */
const sentBy = Effect.fnUntraced(function* (run: (backend: Operations) => Effect.Effect<unknown, unknown>) {
  const { backend, sent } = yield* answering(json(everyAnswer))
  yield* run(backend)
  const [request] = sent
  assert(request !== undefined && sent.length === 1, `${sent.length} requests`)
  return request
})

const get = (pathAndQuery: string): SentRequest => ({
  method: "GET",
  url: `${baseUrl}/api/v2/sdk${pathAndQuery}`,
  headers: { accept: "application/json", "x-api-key": key },
  body: undefined
})

const post = (path: string, body: string): SentRequest => ({
  method: "POST",
  url: `${baseUrl}/api/v2/sdk${path}`,
  headers: {
    accept: "application/json",
    "x-api-key": key,
    "content-type": "application/json",
    "content-length": String(new TextEncoder().encode(body).length)
  },
  body
})

describe("requests", () => {
  const { roomId, sessionId } = cases
  const expected: ReadonlyArray<
    readonly [string, (backend: Operations) => Effect.Effect<unknown, unknown>, SentRequest]
  > = [
    [
      "createRoom",
      (backend) => backend.createRoom({ roomLocked: false }),
      post("/rooms/create-room", '{"roomLocked":false}')
    ],
    [
      "createRoom with metadata",
      (backend) =>
        backend.createRoom({
          roomLocked: true,
          metadata: { title: "Café 🚪", hostWallets: ["0x1"], tags: { a: null } }
        }),
      post(
        "/rooms/create-room",
        '{"roomLocked":true,"metadata":{"title":"Café 🚪","hostWallets":["0x1"],"tags":{"a":null}}}'
      )
    ],
    ["listRooms", (backend) => backend.listRooms({}), get("/rooms/get-rooms")],
    ["listRooms at page 0", (backend) => backend.listRooms({ cursor: 0 }), get("/rooms/get-rooms?cursor=0")],
    ["listRooms at page 12", (backend) => backend.listRooms({ cursor: 12 }), get("/rooms/get-rooms?cursor=12")],
    ["roomDetails", (backend) => backend.roomDetails({ roomId }), get("/rooms/room-details/room-1")],
    ["roomMetadata", (backend) => backend.roomMetadata({ roomId }), get("/rooms/get-metadata/room-1")],
    ["listSessions", (backend) => backend.listSessions({ roomId }), get("/rooms/session-details?roomId=room-1")],
    [
      "listSessions with limit and cursor",
      (backend) => backend.listSessions({ roomId, limit: 100, cursor: 3 }),
      get("/rooms/session-details?roomId=room-1&limit=100&cursor=3")
    ],
    [
      "sessionParticipants",
      (backend) => backend.sessionParticipants({ sessionId }),
      get("/rooms/participant-list?sessionId=session-1")
    ],
    ["liveParticipants", (backend) => backend.liveParticipants({ roomId }), get("/live-sessions/participants/room-1")],
    ["listRecordings", (backend) => backend.listRecordings({}), get("/recordings")],
    [
      "listRecordings of a session, with limit and cursor",
      (backend) => backend.listRecordings({ sessionId, limit: 20, cursor: 0 }),
      get("/recordings?sessionId=session-1&limit=20&cursor=0")
    ],
    ["metrics", (backend) => backend.metrics({}), get("/metrics")]
  ]

  for (const [name, run, request] of expected) {
    it.effect(`${name} is ${request.method} ${request.url.slice(baseUrl.length)}`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* sentBy(run), request)
      })
    )
  }

  it.effect("nothing is sent before the operation runs, and each run sends", () =>
    Effect.gen(function* () {
      const { backend, sent } = yield* answering(json(everyAnswer))
      const operations = cases.everyOperation.map(({ run }) => run(backend))
      assert.strictEqual(sent.length, 0)
      for (const operation of [...operations, ...operations]) yield* operation
      assert.strictEqual(sent.length, 18)
    })
  )

  it.effect("input that the contract refuses is not sent", () =>
    Effect.gen(function* () {
      const { backend, sent } = yield* answering(unexpected)
      const invalid = yield* failureOf(backend.listSessions({ roomId, limit: 0 }))
      assert.strictEqual(invalid._tag, "InvalidRequest")
      const metadata = { title: "x".repeat(metadataLimit) }
      const tooLarge = yield* failureOf(backend.createRoom({ roomLocked: false, metadata }))
      assert.strictEqual(tooLarge._tag, "MetadataTooLarge")
      assert.deepStrictEqual(sent, [])
    })
  )
})

describe("ids arrive whole", () => {
  const ids = [
    "a/b",
    "/",
    "a//b/",
    "../rooms",
    "a?b=c",
    "a#b",
    "100%",
    "%2F",
    "%2e%2e",
    "a b",
    " ",
    "a+b",
    "a&b=c;d",
    ":roomId",
    "$&$1$$",
    "é漢字🚪",
    "e\u0301",
    'quote"and\\backslash',
    "line\nbreak\ttab"
  ]

  const lastSegment = ({ url }: SentRequest) => decodeURIComponent(new URL(url).pathname.split("/").at(-1) ?? "")
  const parameters = ({ url }: SentRequest) => [...new URL(url).searchParams]

  const inPath = Effect.fnUntraced(function* (id: string) {
    const roomId = RoomId.make(id)
    for (const [prefix, run] of [
      ["/api/v2/sdk/rooms/room-details/", (backend: Operations) => backend.roomDetails({ roomId })],
      ["/api/v2/sdk/rooms/get-metadata/", (backend: Operations) => backend.roomMetadata({ roomId })],
      ["/api/v2/sdk/live-sessions/participants/", (backend: Operations) => backend.liveParticipants({ roomId })]
    ] as const) {
      const request = yield* sentBy(run)
      assert.strictEqual(lastSegment(request), id)
      assert.isTrue(request.url.startsWith(baseUrl + prefix), request.url)
      const { hash, pathname, search } = new URL(request.url)
      assert.strictEqual(pathname.split("/").length, prefix.split("/").length)
      assert.strictEqual(search + hash, "")
    }
  })

  const inQuery = Effect.fnUntraced(function* (id: string) {
    const sessions = yield* sentBy((backend) => backend.listSessions({ roomId: RoomId.make(id), limit: 5 }))
    assert.deepStrictEqual(parameters(sessions), [
      ["roomId", id],
      ["limit", "5"]
    ])
    const sessionId = SessionId.make(id)
    const participants = yield* sentBy((backend) => backend.sessionParticipants({ sessionId }))
    assert.deepStrictEqual(parameters(participants), [["sessionId", id]])
    const recordings = yield* sentBy((backend) => backend.listRecordings({ sessionId }))
    assert.deepStrictEqual(parameters(recordings), [["sessionId", id]])
    for (const { url } of [sessions, participants, recordings]) assert.strictEqual(new URL(url).hash, "")
  })

  for (const id of ids) {
    it.effect(`${JSON.stringify(id)} in a path`, () => inPath(id))
    it.effect(`${JSON.stringify(id)} in a query`, () => inQuery(id))
  }

  const alphabet = [
    "/",
    "?",
    "#",
    "%",
    " ",
    "+",
    "&",
    "=",
    ".",
    ";",
    ":",
    "\\",
    "$",
    "2",
    "F",
    "e",
    "é",
    "🚪",
    "\n"
  ] as const
  const characters = Schema.NonEmptyArray(Schema.Literals(alphabet))
  const ofAnyId = (check: (id: string) => Effect.Effect<void, unknown>) => {
    return ([parts]: readonly [ReadonlyArray<string>]) => {
      const id = parts.join("")
      return Option.isSome(RoomId.makeOption(id)) ? check(id) : Effect.void
    }
  }
  it.effect.prop("any id in a path", [characters], ofAnyId(inPath))
  it.effect.prop("any id in a query", [characters], ofAnyId(inQuery))
})
