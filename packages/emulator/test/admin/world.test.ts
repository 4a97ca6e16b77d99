import { assert, describe, it } from "@effect/vitest"
import { Scenario } from "@effect-rooms/testing"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { Emulator } from "../../src/index.ts"
import { Rooms, read, Sessions } from "../fixtures/contract.ts"
import { start } from "../fixtures/emulators.ts"
import { past } from "../fixtures/past.ts"
import { admin, assertRefused, create, get, jsonOf, prefix, send, sendTo } from "../fixtures/requests.ts"
import { createRoom, join } from "../fixtures/worlds.ts"

const exported = Effect.map(send("GET", "/__emulator/world", { apiKey: null }), ({ status, text }) => {
  assert.strictEqual(status, 200, text)
  return text
})

const importWorld = (body: string) => send("PUT", "/__emulator/world", { apiKey: null, body })

const rooms = Effect.flatMap(get("/rooms/get-rooms"), (answer) => read(Rooms, answer))

const office = Scenario.office({ rooms: 30, sessions: 200, live: 2, seed: 7 })

describe("export and import", () => {
  it.live("produce the same bytes and responses in this and another emulator", () =>
    Effect.gen(function* () {
      const first = yield* exported
      assert.strictEqual((yield* importWorld(first)).status, 204)
      assert.strictEqual(yield* exported, first)
      const other = yield* start({ seed: "another" })
      const imported = yield* sendTo(other.url, "PUT", "/__emulator/world", { apiKey: null, body: first })
      assert.strictEqual(imported.status, 204)
      for (const path of ["/__emulator/world", `${prefix}/rooms/get-rooms?cursor=2`, `${prefix}/recordings?limit=50`]) {
        assert.strictEqual((yield* sendTo(other.url, "GET", path)).text, (yield* send("GET", path)).text)
      }
      // The next ids are the same, too.
      const created = yield* sendTo(other.url, "POST", `${prefix}/rooms/create-room`, { body: '{"roomLocked":false}' })
      assert.strictEqual(created.text, (yield* create({ roomLocked: false })).text)
    }).pipe(Effect.provide(Emulator.layer({ scenario: office })))
  )

  it.live("restore the earlier state and drop later changes", () =>
    Effect.gen(function* () {
      const roomId = yield* createRoom()
      yield* join(roomId, "ada")
      const before = yield* exported
      yield* admin(`/rooms/${roomId}/end`)
      yield* createRoom()
      assert.strictEqual((yield* importWorld(before)).status, 204)
      assert.strictEqual((yield* rooms).count, 1)
      assert.include((yield* get(`/live-sessions/participants/${roomId}`)).text, '"ada"')
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("contain no API key, and keep tenants separate", () =>
    Effect.gen(function* () {
      yield* createRoom({ apiKey: "key-of-bob" })
      const text = yield* exported
      assert.notMatch(text, /key-of/)
      yield* importWorld(text)
      assert.strictEqual((yield* read(Rooms, yield* get("/rooms/get-rooms", { apiKey: "key-of-bob" }))).count, 1)
      assert.strictEqual((yield* read(Rooms, yield* get("/rooms/get-rooms", { apiKey: "key-of-alice" }))).count, 0)
    }).pipe(Effect.provide(Emulator.layer({ apiKeys: [Redacted.make("key-of-alice"), Redacted.make("key-of-bob")] })))
  )

  const World = Schema.fromJsonString(
    Schema.StructWithRest(Schema.Struct({}), [Schema.Record(Schema.String, Schema.Any)])
  )

  it.live.each([
    { what: "nothing", change: () => "", message: /^body: expected JSON value$/ },
    { what: "no JSON", change: () => "{", message: /^body: expected a valid JSON body$/ },
    { what: "something else", change: () => "[]", message: /^the snapshot cannot be restored: ./ },
    { what: "deep JSON", change: () => "[".repeat(200_000) + "]".repeat(200_000), message: /^the snapshot cannot be/ },
    {
      what: "another version",
      change: (text: string) => text.replace('"version":1', '"version":2'),
      message: /^the snapshot cannot be restored: version: ./
    },
    {
      what: "an empty id",
      change: (text: string) => text.replace(/"roomId":"[^"]+"/, '"roomId":""'),
      message: /^the snapshot cannot be restored: tenants\[0\]\.rooms\[0\]\.roomId: an id must not be empty/
    },
    {
      what: "an impossible state",
      change: (text: string) => text.replace(/"endTime":\d+/, '"endTime":1'),
      message:
        /^the snapshot cannot be restored: tenants\[0\]\.rooms\[\d+\]\.sessions\[\d+\]\.endTime: is before startTime$/
    },
    {
      what: "more tenants than there are keys",
      change: (text: string) => text.replace(/"tenants":\[(.*)\]\}$/, '"tenants":[$1,$1]}'),
      message: /^the snapshot cannot be restored: tenants: has 2, but the world has 1 API keys/
    }
  ])("reject $what, name its path, and change nothing", ({ change, message }) =>
    Effect.gen(function* () {
      const before = yield* exported
      assertRefused(yield* importWorld(change(before)), 400, message)
      assert.strictEqual(yield* exported, before)
    }).pipe(Effect.provide(Emulator.layer({ scenario: past })))
  )

  it.live("accept several megabytes, unlike the operations", () =>
    Effect.gen(function* () {
      const world = yield* Schema.decodeEffect(World)(yield* exported)
      const text = JSON.stringify({ ...world, ignored: "x".repeat(5 * 1024 * 1024) })
      assert.strictEqual((yield* importWorld(text)).status, 204)
      assertRefused(yield* create(`{"roomLocked":false}${" ".repeat(1024 * 1024)}`), 413, "the body is too large")
    }).pipe(Effect.provide(Emulator.layer({ scenario: past })))
  )

  it.live("reject invalid UTF-8", () =>
    Effect.gen(function* () {
      const body = Buffer.from('{"format":"\xe9"}', "latin1")
      assertRefused(yield* send("PUT", "/__emulator/world", { body }), 400, "body: is not valid UTF-8")
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("reset", () => {
  it.live("returns to the state that the emulator started with", () =>
    Effect.gen(function* () {
      const began = yield* exported
      const quirks = (yield* send("GET", "/__emulator/quirks")).text
      yield* createRoom()
      yield* send("PATCH", "/__emulator/quirks", { body: '{"idleRoom":"empty"}' })
      yield* admin("/faults", { action: { _tag: "Refuse" }, operations: ["metrics"] })
      assert.strictEqual((yield* admin("/world/reset")).status, 204)
      assert.strictEqual(yield* exported, began)
      assert.strictEqual((yield* send("GET", "/__emulator/quirks")).text, quirks)
      assert.deepStrictEqual(jsonOf(yield* send("GET", "/__emulator/faults")), { faults: [] })
      assert.deepStrictEqual(jsonOf(yield* send("GET", "/__emulator/log")), { entries: [] })
    }).pipe(Effect.provide(Emulator.layer({ scenario: past, quirks: { firstPage: 0 }, frozen: true })))
  )
})

describe("seed", () => {
  it.live("adds a scenario to the world, and returns the ids of its rooms", () =>
    Effect.gen(function* () {
      yield* createRoom()
      const scenario = {
        rooms: [
          {
            createdAgo: "2 hours",
            metadata: { title: "Planning" },
            sessions: [{ startedAgo: "1 hour", stays: [{ stayed: "10 minutes" }] }]
          },
          { createdAgo: "1 hour", locked: true }
        ]
      }
      const { roomIds } = yield* read(
        Schema.Struct({ roomIds: Schema.Array(Schema.String) }),
        yield* admin("/world/seed", scenario)
      )
      assert.strictEqual(roomIds.length, 2)
      const { count, rooms: listed } = yield* rooms
      assert.strictEqual(count, 3)
      assert.deepStrictEqual(
        listed.slice(1).map(({ roomId }) => roomId),
        roomIds.toReversed()
      )
      assert.deepStrictEqual(
        listed.slice(1).map(({ metadata, roomLocked }) => [roomLocked, metadata]),
        [
          [true, null],
          [false, { title: "Planning" }]
        ]
      )
      const { sessions } = yield* read(Sessions, yield* get(`/rooms/session-details?roomId=${roomIds[0]}`))
      assert.deepStrictEqual(
        sessions.map(({ endTime, startTime }) => (endTime ?? 0) - startTime),
        [600_000]
      )
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live.each([
    { body: {}, message: /^body\.rooms: is missing$/ },
    { body: { rooms: {} }, message: /^body\.rooms: expected an array$/ },
    { body: { rooms: [], more: 1 }, message: /^body\.more: ./ },
    { body: { rooms: [{ loked: true }] }, message: /^body\.rooms\[0\]\.loked: ./ },
    { body: { rooms: [{ createdAgo: "soon" }] }, message: /^body\.rooms\[0\]\.createdAgo: ./ },
    { body: { rooms: [{}, { metadata: 1 }] }, message: /^body\.rooms\[1\]\.metadata: ./ },
    {
      body: { rooms: [{ createdAgo: "1 hour", sessions: [{ startedAgo: "2 hours", stays: [{}] }] }] },
      message: /rooms\[0\]\.sessions\[0\]/
    }
  ])("rejects $body, names its path, and changes nothing", ({ body, message }) =>
    Effect.gen(function* () {
      const before = yield* exported
      assertRefused(yield* admin("/world/seed", body), 400, message)
      assert.strictEqual(yield* exported, before)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})
