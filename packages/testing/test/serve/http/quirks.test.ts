import { assert, describe, it } from "@effect/vitest"
import { PeerId } from "@effect-rooms/core/Identifier"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { fault } from "../../../src/Fault.ts"
import * as Quirks from "../../../src/Quirks.ts"
import { World } from "../../../src/World.ts"
import { layerHttpServer, type Sent, sendRaw } from "../../fixtures/httpServer.ts"
import { atMinute, createRoom } from "../../fixtures/worlds.ts"

type Raw = Effect.Success<ReturnType<typeof sendRaw>>

/** A response as it is on the wire, with its headers sorted by name. */
const written = ({ headers, status, text }: Raw): string => {
  const { "content-length": length, ...others } = headers
  assert.strictEqual(length, String(new TextEncoder().encode(text).length))
  const lines = Object.entries(others).map(([name, value]) => `${name}: ${value}`)
  return [status, ...lines.toSorted(), "", text].join("\n")
}

// Metadata keys belong to the caller, even if they have the name of a field of the service.
const metadata = { title: "Stand-up", createdAt: 5, joinTime: 6, endTime: null, nextCursor: null }

/** Each operation and each of its errors, on a small world. */
const answers = (quirks: Quirks.Quirks) => {
  const sent: Sent = { origin: `http://rooms.test${quirks.pathPrefix}` }
  const read = (path: string, more?: Sent) => Effect.map(sendRaw("GET", path, { ...sent, ...more }), written)
  const create = (title: string) => {
    const body = JSON.stringify({ roomLocked: false, metadata: { title } })
    return Effect.map(sendRaw("POST", "/rooms/create-room", { ...sent, body }), written)
  }
  return Effect.gen(function* () {
    const world = yield* World
    yield* atMinute(0)
    const room = yield* createRoom({ metadata })
    const ended = yield* world.join(room, { peerId: PeerId.make("ada"), metadata: { displayName: "Ada" } })
    yield* world.record(ended.sessionId, { recordingSize: 12 })
    yield* atMinute(1)
    yield* world.endSession(room)
    const { sessionId } = yield* world.join(room, { peerId: PeerId.make("grace") })
    yield* world.inject(fault("metrics").after(2).respond(429, { retryAfter: "1500 millis" }))
    yield* atMinute(2)
    return {
      rooms: yield* read("/rooms/get-rooms"),
      details: yield* read(`/rooms/room-details/${room}`),
      metadata: yield* read(`/rooms/get-metadata/${room}`),
      sessions: yield* read(`/rooms/session-details?roomId=${room}`),
      participants: yield* read(`/rooms/participant-list?sessionId=${ended.sessionId}`),
      present: yield* read(`/rooms/participant-list?sessionId=${sessionId}`),
      live: yield* read(`/live-sessions/participants/${room}`),
      recordings: yield* read("/recordings"),
      metrics: yield* read("/metrics"),
      created: yield* create("New"),
      idle: yield* read("/live-sessions/participants/jqa-prnm-ahr"),
      neverMet: yield* read("/rooms/session-details?roomId=jqa-prnm-ahr"),
      unauthorized: yield* read("/metrics", { apiKey: null }),
      limited: yield* read("/metrics"),
      invalid: yield* read("/recordings?limit=0"),
      large: yield* create("x".repeat(1_013))
    }
  }).pipe(Effect.provide(layerHttpServer({ quirks })))
}

type Request = keyof Effect.Success<ReturnType<typeof answers>>

const json = (status: number, body: string, ...headers: ReadonlyArray<string>) =>
  [status, "content-type: application/json", ...headers, "", body].join("\n")

const quoted = '{"title":"Stand-up","createdAt":5,"joinTime":6,"endTime":null,"nextCursor":null}'

/** The responses of a world with default quirks. */
const usual: Readonly<Record<Request, string>> = {
  rooms: json(
    200,
    `{"rooms":[{"roomId":"kdh-hfmt-ztt","createdAt":1750000000000,"roomLocked":false,"metadata":${quoted}}],"pageSize":1,"current":1,"nextCursor":null,"prevCursor":0,"count":1}`
  ),
  details: json(200, `{"roomId":"kdh-hfmt-ztt","roomLocked":false,"metadata":${quoted}}`),
  metadata: json(200, `{"metadata":${quoted}}`),
  sessions: json(
    200,
    '{"sessions":[{"sessionId":"session_tbr2f48omnvx48e7","startTime":1750000060000,"endTime":null},{"sessionId":"session_7mvr57e6wf11z5tw","startTime":1750000000000,"endTime":1750000060000}]}'
  ),
  participants: json(
    200,
    '{"participants":[{"peerId":"ada","joinTime":1750000000000,"exitTime":1750000060000,"metadata":{"displayName":"Ada"}}]}'
  ),
  present: json(200, '{"participants":[{"peerId":"grace","joinTime":1750000060000,"exitTime":null,"metadata":null}]}'),
  live: json(200, '{"count":1,"participants":[{"peerId":"grace","joinTime":1750000060000,"metadata":null}]}'),
  recordings: json(
    200,
    '{"nextCursor":null,"recordings":[{"id":"recording_9poidn302w49lszd","recordingUrl":"https://recordings.invalid/recording_9poidn302w49lszd.mp4","recordingSize":12}]}'
  ),
  metrics: json(200, '{"totalSessions":2,"totalDuration":2,"totalUsers":2,"recordingCount":1,"livestreamCount":0}'),
  created: json(201, '{"message":"room created successfully","data":{"roomId":"jqa-prnm-ahr"}}'),
  idle: json(404, '{"message":"no ongoing session"}'),
  neverMet: json(200, '{"sessions":[]}'),
  unauthorized: json(401, '{"message":"the header x-api-key is missing"}'),
  limited: json(429, '{"message":"a fault answers 429"}', "retry-after: 2"),
  invalid: json(400, '{"message":"query.limit: expected an integer of at least 1"}'),
  large: json(201, '{"message":"room created successfully","data":{"roomId":"xsl-lxpf-slo"}}')
}

/** The changes of each quirk to these responses. */
type Change = readonly [request: Request, usual: string, instead: string]

const refusals: ReadonlyArray<Request> = ["idle", "unauthorized", "limited", "invalid"]

const html = (status: string) => `<!doctype html><html><body><h1>${status}</h1></body></html>`

/** Each error with a different body and the content type of its header. */
const refusedWith = (type: string | undefined, body: (status: string, usual: string) => string) =>
  refusals.map((request): Change => {
    const [head = "", text = ""] = usual[request].split("\n\n", 2)
    const [status = ""] = head.split("\n", 1)
    const headers = head.replace(
      "\ncontent-type: application/json",
      type === undefined ? "" : `\ncontent-type: ${type}`
    )
    return [request, usual[request], `${headers}\n\n${body(status, text)}`]
  })

const identifiedBy = (header: string) =>
  Struct.keys(usual).map((request, index): Change => {
    const [head = ""] = usual[request].split("\n\n", 1)
    const [status, ...headers] = head.split("\n")
    const line = `${header}: request-${String(index + 1).padStart(8, "0")}`
    return [request, head, [status, ...[...headers, line].toSorted()].join("\n")]
  })

const textOf = (json: string) => JSON.stringify(json)

const iso = (request: Request): ReadonlyArray<Change> => [
  [request, "1750000000000", '"2025-06-15T15:06:40.000Z"'],
  [request, "1750000060000", '"2025-06-15T15:07:40.000Z"']
]

/** By the names of `Quirks.all`. Without an entry, the quirk doesn't affect such a small world. */
const changes: { readonly [name: string]: ReadonlyArray<Change> } = {
  defaults: [],
  "firstPage: 0": [["rooms", '"current":1', '"current":0']],
  'roomsOrder: "oldestFirst"': [],
  'roomsEnd: "absent"': [["rooms", '"nextCursor":null,"prev', '"prev']],
  'roomsEnd: "zero"': [["rooms", '"nextCursor":null,"prev', '"nextCursor":0,"prev']],
  'roomsEnd: "current"': [["rooms", '"nextCursor":null,"prev', '"nextCursor":1,"prev']],
  'roomsEnd: "next"': [["rooms", '"nextCursor":null,"prev', '"nextCursor":2,"prev']],
  'roomsBeginning: "null"': [["rooms", '"prevCursor":0', '"prevCursor":null']],
  'roomsBeginning: "absent"': [["rooms", ',"prevCursor":0', ""]],
  'roomsCount: "absent"': [["rooms", ',"count":1', ""]],
  'pageSize: "capacity"': [["rooms", '"pageSize":1', '"pageSize":10']],
  'createdAt: "iso8601"': [["rooms", "1750000000000", '"2025-06-15T15:06:40.000Z"']],
  'sessionTimes: "iso8601"': [...iso("sessions"), ...iso("participants"), ...iso("present"), ...iso("live")],
  'runningEndTime: "absent"': [["sessions", ',"endTime":null', ""]],
  'presentExitTime: "absent"': [["present", ',"exitTime":null', ""]],
  'liveJoinTime: "null"': [["live", '"joinTime":1750000060000', '"joinTime":null']],
  'liveJoinTime: "absent"': [["live", ',"joinTime":1750000060000', ""]],
  'metadata: "jsonText"': [
    ["rooms", quoted, textOf(quoted)],
    ["details", quoted, textOf(quoted)],
    ["metadata", quoted, textOf(quoted)],
    ["participants", '{"displayName":"Ada"}', textOf('{"displayName":"Ada"}')]
  ],
  "metadataLimit: 1024": [
    ["large", usual.large, json(413, '{"message":"metadata has 1025 bytes as UTF-8 JSON; the limit is 1024"}')]
  ],
  "createdStatus: 200": [
    ["created", "201\n", "200\n"],
    ["large", "201\n", "200\n"]
  ],
  'errorBody: "okFalse"': refusedWith("application/json", (_, usual) => usual.replace("{", '{"ok":false,')),
  'errorBody: "html"': refusedWith("text/html; charset=utf-8", html),
  'errorBody: "empty"': refusedWith(undefined, () => ""),
  'idleRoom: "empty"': [["idle", usual.idle, json(200, '{"count":0,"participants":[]}')]],
  'neverMet: "notFound"': [["neverMet", usual.neverMet, json(404, '{"message":"room not found"}')]],
  "mostSessions: 20": [],
  "mostSessions: 7": [],
  'sessionsSkip: "given"': [],
  'sessionsPages: "short"': [],
  "mostRecordings: 20": [],
  "mostRecordings: 3": [],
  'recordingsCursor: "page"': [],
  'recordingsCursor: "opaque"': [],
  'recordingsEnd: "absent"': [["recordings", '"nextCursor":null,', ""]],
  'recordingsEnd: "zero"': [["recordings", '"nextCursor":null', '"nextCursor":0']],
  'recordingsEnd: "current"': [["recordings", '"nextCursor":null', '"nextCursor":0']],
  'recordingsEnd: "next"': [["recordings", '"nextCursor":null', '"nextCursor":20']],
  'requestId: "x-request-id"': identifiedBy("x-request-id"),
  'requestId: "cf-ray"': identifiedBy("cf-ray"),
  'retryAfter: "date"': [
    ["limited", "retry-after: 2", "retry-after: Sun, 15 Jun 2025 15:08:42 GMT"],
    ["limited", "retry-after", "date: Sun, 15 Jun 2025 15:08:40 GMT\nretry-after"]
  ],
  'retryAfter: "millis"': [["limited", "retry-after: 2", "retry-after-ms: 1500"]],
  'retryAfter: "absent"': [["limited", "\nretry-after: 2", ""]],
  // The requests use the service's prefix.
  'pathPrefix: "/gateway/rooms"': []
}

const expected = (changes: ReadonlyArray<Change>) => {
  const all: Record<Request, string> = { ...usual }
  for (const [request, usual, instead] of changes) {
    all[request] = all[request].replaceAll(usual, instead)
  }
  return all
}

describe("a response of the HTTP server", () => {
  it.effect.each(Quirks.all)("is this text with $name", ({ name, quirks }) =>
    Effect.gen(function* () {
      const changed = changes[name]
      assert(changed !== undefined)
      assert.deepStrictEqual(yield* answers(quirks), expected(changed))
    })
  )

  it.effect("combines several quirks", () =>
    Effect.gen(function* () {
      const mixed: Partial<Quirks.Quirks> = {
        roomsEnd: "absent",
        createdAt: "iso8601",
        sessionTimes: "iso8601",
        runningEndTime: "absent",
        metadata: "jsonText",
        createdStatus: 200
      }
      const names = Object.entries(mixed).map(([name, reading]) => `${name}: ${JSON.stringify(reading)}`)
      const changed = expected(names.flatMap((name) => changes[name] ?? []))
      assert.deepStrictEqual(yield* answers({ ...Quirks.defaults, ...mixed }), changed)
    })
  )

  it.effect("follows a change of the quirks from the next request on", () =>
    Effect.gen(function* () {
      const world = yield* World
      yield* createRoom()
      const createdAt = Effect.map(
        sendRaw("GET", "/rooms/get-rooms"),
        ({ text }) => /"createdAt":([^,]+)/.exec(text)?.[1]
      )
      assert.strictEqual(yield* createdAt, "0")
      yield* world.setQuirks({ createdAt: "iso8601" })
      assert.strictEqual(yield* createdAt, '"1970-01-01T00:00:00.000Z"')
      yield* world.setQuirks({ createdAt: "epochMillis" })
      assert.strictEqual(yield* createdAt, "0")
    }).pipe(Effect.provide(layerHttpServer()))
  )
})

describe("a service behind a prefix", () => {
  const quirks = { pathPrefix: "/gateway/rooms", errorBody: "okFalse" } as const
  const to = (origin: string, path: string) => sendRaw("GET", path, { origin: `http://rooms.test${origin}` })

  it.effect("responds under the prefix only, and has its own errors elsewhere", () =>
    Effect.gen(function* () {
      const nothing = json(404, '{"ok":false,"message":"there is nothing here"}')
      assert.strictEqual((yield* to("/gateway/rooms", "/metrics")).status, 200)
      assert.strictEqual(written(yield* to("", "/metrics")), nothing)
      for (const origin of ["/gateway", "/gateway/room", "/gateway/rooms/x", "/gateway/rooms/gateway/rooms"]) {
        assert.strictEqual((yield* to(origin, "/metrics")).status, 404)
      }
      const world = yield* World
      assert.deepStrictEqual(
        (yield* world.log).map(({ operation }) => operation),
        ["metrics"]
      )
      yield* world.setQuirks({ pathPrefix: "" })
      assert.strictEqual((yield* to("/gateway/rooms", "/metrics")).status, 404)
      assert.strictEqual((yield* to("", "/metrics")).status, 200)
    }).pipe(Effect.provide(layerHttpServer({ quirks })))
  )

  it.effect("reports invalid requests like a service without a prefix", () =>
    Effect.gen(function* () {
      const { text } = yield* to("/gateway/rooms", "/rooms/session-details?roomId=x&limit=none")
      assert.match(text, /"message":"query\.limit: /)
      assert.match((yield* to("/gateway/rooms", "/rooms/room-details/a%2Fb")).text, /"message":"room not found"/)
    }).pipe(Effect.provide(layerHttpServer({ quirks })))
  )
})
