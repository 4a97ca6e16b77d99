import { assert, describe, it } from "@effect/vitest"
import { operations } from "@effect-rooms/core/unstable"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Stream from "effect/Stream"
import * as FakeRooms from "../../../src/FakeRooms.ts"
import { World } from "../../../src/World.ts"
import { WorldHost } from "../../../src/world/WorldHost.ts"
import { assertRefused, create, get, layerHttpServer, prefix, send } from "../../fixtures/httpServer.ts"
import { createRoom, hold, operations as worldOperations } from "../../fixtures/worlds.ts"

const roomCount = Effect.flatMap(worldOperations(), ({ listRooms }) =>
  Effect.map(listRooms({}), ({ rooms }) => rooms.length)
)

/** Each operation with a request that is valid except for its key. */
const requests = Object.entries(operations).map(([name, { method, path }]) => ({
  name,
  run: (apiKey: string | null) =>
    send(method, `${path.slice(prefix.length).replace(":roomId", "any")}?roomId=any&sessionId=any`, {
      apiKey,
      ...(method === "POST" ? { body: '{"roomLocked":false}' } : {})
    })
}))

describe("401", () => {
  it.effect.each(requests)("is the status of $name with a missing, empty or unknown key", ({ run }) =>
    Effect.gen(function* () {
      assertRefused(yield* run(null), 401, /x-api-key/)
      assertRefused(yield* run(""), 401, /x-api-key/)
      assertRefused(yield* run("key-of-nobody"), 401, /^unknown API key$/)
      assert.strictEqual(yield* roomCount, 0)
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect("takes precedence over 400, 413 and 415", () =>
    Effect.gen(function* () {
      const apiKey = null
      assertRefused(yield* get("/rooms/session-details?limit=0", { apiKey }), 401)
      assertRefused(yield* get("/recordings?cursor=-1", { apiKey }), 401)
      assertRefused(yield* create("{", { apiKey }), 401)
      assertRefused(yield* create('{"roomLocked":false}', { apiKey, contentType: "text/plain" }), 401)
      const large = JSON.stringify({ roomLocked: false, metadata: { title: "x".repeat(20_000) } })
      assertRefused(yield* create(large, { apiKey }), 401)
    }).pipe(Effect.provide(layerHttpServer()))
  )
})

describe("400 is the status", () => {
  it.effect.each([
    { path: "/rooms/get-rooms?cursor=-1", field: /^query\.cursor: .*at least 0/ },
    { path: "/rooms/get-rooms?cursor=two", field: /^query\.cursor: / },
    { path: "/rooms/get-rooms?cursor=", field: /^query\.cursor: / },
    { path: "/rooms/get-rooms?cursor=1.5", field: /^query\.cursor: .*integer/ },
    { path: "/rooms/get-rooms?cursor=1&cursor=2", field: /^query\.cursor: / },
    { path: "/rooms/session-details", field: /^query\.roomId: is missing/ },
    { path: "/rooms/session-details?limit=5", field: /^query\.roomId: is missing/ },
    { path: "/rooms/session-details?roomId=", field: /^query\.roomId: .*empty/ },
    { path: "/rooms/session-details?roomId=..", field: /^query\.roomId: / },
    { path: "/rooms/session-details?roomId=any&limit=0", field: /^query\.limit: .*at least 1/ },
    { path: "/rooms/session-details?roomId=any&limit=-5", field: /^query\.limit: / },
    { path: "/rooms/session-details?roomId=any&limit=ten", field: /^query\.limit: / },
    { path: "/rooms/session-details?roomId=any&limit=1e400", field: /^query\.limit: / },
    { path: "/rooms/session-details?roomId=any&cursor=-1", field: /^query\.cursor: .*at least 0/ },
    { path: "/rooms/participant-list", field: /^query\.sessionId: is missing/ },
    { path: "/rooms/participant-list?sessionId=", field: /^query\.sessionId: .*empty/ },
    { path: "/recordings?limit=0", field: /^query\.limit: .*at least 1/ },
    { path: "/recordings?limit=NaN", field: /^query\.limit: / },
    { path: "/recordings?cursor=-1", field: /^query\.cursor: .*at least 0/ },
    { path: "/recordings?sessionId=", field: /^query\.sessionId: .*empty/ },
    { path: "/rooms/room-details/", field: /^path\.roomId: .*empty/ },
    { path: "/rooms/room-details/%E0%A4%A", field: /^path\.roomId: / },
    { path: "/rooms/get-metadata/%zz", field: /^path\.roomId: / },
    { path: "/live-sessions/participants/%FF", field: /^path\.roomId: / }
  ])("of GET $path, and names the field", ({ field, path }) =>
    Effect.gen(function* () {
      assertRefused(yield* get(path), 400, field)
      assert.deepStrictEqual(yield* (yield* World).log, [])
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect.each([
    { body: "", field: /^body: / },
    { body: "{", field: /^body: .*JSON/ },
    { body: '{"roomLocked":true,}', field: /^body: .*JSON/ },
    { body: "null", field: /^body: / },
    { body: "[]", field: /^body: / },
    { body: "7", field: /^body: / },
    { body: '"roomLocked"', field: /^body: / },
    { body: "{}", field: /^body\.roomLocked: is missing/ },
    { body: '{"metadata":{}}', field: /^body\.roomLocked: is missing/ },
    { body: '{"roomLocked":null}', field: /^body\.roomLocked: .*boolean/ },
    { body: '{"roomLocked":"true"}', field: /^body\.roomLocked: .*boolean/ },
    { body: '{"roomLocked":1}', field: /^body\.roomLocked: .*boolean/ },
    { body: '{"roomLocked":true,"metadata":"{}"}', field: /^body\.metadata: .*object/ },
    { body: '{"roomLocked":true,"metadata":[]}', field: /^body\.metadata: .*object/ },
    { body: '{"roomLocked":true,"metadata":null}', field: /^body\.metadata: .*object/ }
  ])("of a create with the body $body", ({ body, field }) =>
    Effect.gen(function* () {
      assertRefused(yield* create(body), 400, field)
      assert.deepStrictEqual(yield* (yield* World).log, [])
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect.each([
    { how: "objects in objects", nest: (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${"}".repeat(depth - 1)}` },
    { how: "arrays in arrays", nest: (depth: number) => `{"a":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}` }
  ])("of a create whose metadata is nested too deep: $how", ({ nest }) =>
    Effect.gen(function* () {
      const bodyOf = (depth: number) => `{"roomLocked":false,"metadata":${nest(depth)}}`
      for (const depth of [501, 6000, 100_000]) {
        assertRefused(yield* create(bodyOf(depth)), 400, /^body\.metadata: .*nested more than 500 levels/)
      }
      assert.deepStrictEqual(yield* (yield* World).log, [])
      assert.strictEqual((yield* create(bodyOf(500))).status, 201)
      const { body, status } = yield* get("/rooms/get-rooms")
      assert.strictEqual(status, 200)
      assert.include(JSON.stringify(body), `"metadata":${nest(500)}`)
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect("of a path whose id is longer than a URL can be", () =>
    Effect.gen(function* () {
      assertRefused(yield* get(`/rooms/room-details/${"x".repeat(16_384)}`), 404)
      assertRefused(yield* get(`/rooms/room-details/${"x".repeat(16_385)}`), 400, /^path\.roomId: .*too long/)
    }).pipe(Effect.provide(layerHttpServer()))
  )

  const createWith = Effect.fnUntraced(function* (body: Stream.Stream<Uint8Array, string>) {
    const response = yield* HttpClientRequest.post(`http://rooms.test${prefix}/rooms/create-room`).pipe(
      HttpClientRequest.setHeader("x-api-key", "dev"),
      HttpClientRequest.bodyStream(body, { contentType: "application/json" }),
      HttpClient.execute
    )
    const { headers, status } = response
    return { status, headers, body: yield* response.json }
  })

  it.effect("of a create whose body breaks off", () =>
    Effect.gen(function* () {
      const half = Stream.succeed(new TextEncoder().encode('{"roomLocked":'))
      const answer = yield* createWith(Stream.concat(half, Stream.fail("reset")))
      assertRefused(answer, 400, /^body: it broke off$/)
      assert.strictEqual(yield* roomCount, 0)
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect.each([
    { what: "Latin 1", bytes: [0xe9] },
    { what: "half a character", bytes: [0xe2, 0x82] },
    { what: "half of a surrogate pair", bytes: [0xed, 0xa0, 0x80] },
    { what: "a character in too many bytes", bytes: [0xc0, 0xaf] }
  ])("of a create whose body isn't valid UTF-8, and nothing is stored: $what", ({ bytes }) =>
    Effect.gen(function* () {
      const encoder = new TextEncoder()
      const answer = yield* createWith(
        Stream.make(
          encoder.encode('{"roomLocked":false,"metadata":{"title":"'),
          Uint8Array.from(bytes),
          encoder.encode('"}}')
        )
      )
      assertRefused(answer, 400, /^body: is not valid UTF-8$/)
      assert.strictEqual(yield* roomCount, 0)
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect("of a create without a body", () =>
    Effect.gen(function* () {
      assertRefused(yield* send("POST", "/rooms/create-room"), 400, /^body: /)
      assert.strictEqual(yield* roomCount, 0)
    }).pipe(Effect.provide(layerHttpServer()))
  )
})

describe("404", () => {
  it.effect.each([
    { path: "/rooms/room-details/nope", message: /^room not found$/ },
    { path: "/rooms/get-metadata/nope", message: /^room not found$/ },
    { path: "/rooms/session-details?roomId=nope&limit=1&cursor=0", message: /^room not found$/ },
    { path: "/rooms/participant-list?sessionId=nope", message: /^session not found$/ },
    { path: "/live-sessions/participants/nope", message: /^no ongoing session$/ }
  ])("is the status of GET $path for a resource that the API key doesn't have", ({ message, path }) =>
    Effect.gen(function* () {
      yield* hold(yield* createRoom(), 0, 1)
      assertRefused(yield* get(path), 404, message)
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect("is the status of the live participants of an idle room", () =>
    Effect.gen(function* () {
      const roomId = yield* createRoom()
      assertRefused(yield* get(`/live-sessions/participants/${roomId}`), 404, /^no ongoing session$/)
      yield* hold(roomId, 0, 1)
      assertRefused(yield* get(`/live-sessions/participants/${roomId}`), 404, /^no ongoing session$/)
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect.each([
    "",
    "/",
    "/nothing",
    "/rooms",
    "/rooms/room-details",
    "/rooms/room-details/any/more",
    "/rooms/get-rooms/",
    "/metrics/",
    "//metrics",
    "/Metrics",
    "/rooms/Get-Rooms"
  ])("is the status of the path %j, with or without a key and for any method", (path) =>
    Effect.gen(function* () {
      const message = new RegExp(`^there is nothing at ${prefix}${path}$`)
      assertRefused(yield* get(path), 404, message)
      assertRefused(yield* get(path, { apiKey: null }), 404, message)
      assertRefused(yield* send("DELETE", path), 404, message)
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect("repeats the path but never the query, which may contain a key", () =>
    Effect.gen(function* () {
      assertRefused(yield* get("/nothing?apiKey=secret"), 404, /^there is nothing at \/api\/v2\/sdk\/nothing$/)
    }).pipe(Effect.provide(layerHttpServer()))
  )
})

describe("405", () => {
  it.effect.each(
    Object.entries(operations).flatMap(([name, { method, path }]) =>
      (["GET", "POST", "PUT", "PATCH", "DELETE"] as const)
        .filter((wrong) => wrong !== method)
        .map((wrong) => ({ name, method, wrong, path: path.slice(prefix.length).replace(":roomId", "any") }))
    )
  )("is the status of $wrong on the path of $name, and names the allowed method", ({ method, path, wrong }) =>
    Effect.gen(function* () {
      const answer = yield* send(wrong, path)
      assertRefused(answer, 405, new RegExp(`${wrong}$`))
      assert.strictEqual(answer.headers.allow, method)
    }).pipe(Effect.provide(layerHttpServer()))
  )
})

describe("413", () => {
  it.effect("is the status for more than 10 240 bytes of metadata, counted in bytes and not characters", () =>
    Effect.gen(function* () {
      const bodyOf = (title: string) => JSON.stringify({ roomLocked: false, metadata: { title } })
      const room = 10_240 - '{"title":""}'.length
      assert.strictEqual((yield* create(bodyOf("x".repeat(room)))).status, 201)
      assertRefused(yield* create(bodyOf("x".repeat(room + 1))), 413, /10241 bytes.* 10240$/)
      assert.strictEqual((yield* create(bodyOf("é".repeat(room / 2)))).status, 201)
      assertRefused(yield* create(bodyOf("é".repeat(room / 2 + 1))), 413, /10242 bytes.* 10240$/)
      assertRefused(yield* create(bodyOf("x".repeat(1_000_000))), 413)
      assert.strictEqual(yield* roomCount, 2)
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect("isn't the status for a large body of spaces and unknown fields with small metadata", () =>
    Effect.gen(function* () {
      const body = `{"roomLocked":false,${" ".repeat(20_000)}"ignored":"${"x".repeat(20_000)}","metadata":{}}`
      assert.strictEqual((yield* create(body)).status, 201)
    }).pipe(Effect.provide(layerHttpServer()))
  )
})

describe("415", () => {
  it.effect.each(["text/plain", "application/x-www-form-urlencoded", "application/xml", "multipart/form-data"])(
    "is the status of a create whose body is %s",
    (contentType) =>
      Effect.gen(function* () {
        const answer = yield* create('{"roomLocked":false}', { contentType })
        assertRefused(answer, 415, new RegExp(contentType))
        assert.strictEqual(yield* roomCount, 0)
      }).pipe(Effect.provide(layerHttpServer()))
  )
})

describe("500", () => {
  it.effect("is the status for a defect in the world, whose cause is logged but not sent", () =>
    Effect.gen(function* () {
      const logged: Array<string> = []
      const logger = Logger.make(({ message }) => void logged.push(String(message)))
      const broken = Layer.effect(
        WorldHost,
        Effect.map(WorldHost, (host) => {
          const copy: WorldHost["Service"] = Object.create(host, { answer: { value: () => Effect.die("the cause") } })
          return copy
        })
      ).pipe(Layer.provide(World.layer()))
      const answer = yield* get("/metrics").pipe(
        Effect.provide(FakeRooms.layerHttpClient.pipe(Layer.provide(broken))),
        Effect.provide(Logger.layer([logger]))
      )
      assertRefused(answer, 500, /^the service failed$/)
      assert.lengthOf(logged, 1)
    })
  )
})
