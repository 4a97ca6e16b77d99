import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Emulator } from "../../src/index.ts"
import { Rooms, read } from "../fixtures/contract.ts"
import { admin, assertRefused, get, jsonOf, prefix, sendTo } from "../fixtures/requests.ts"
import { createRoom, emptyRooms, join } from "../fixtures/worlds.ts"

const alice = { apiKey: "key-of-alice" }
const bob = { apiKey: "key-of-bob" }
const apiKeys = [alice, bob].map(({ apiKey }) => Redacted.make(apiKey))

const nothingUsed = { totalSessions: 0, totalDuration: 0, totalUsers: 0, recordingCount: 0, livestreamCount: 0 }

const roomIds = Effect.fnUntraced(function* (sent: { readonly apiKey: string }) {
  return (yield* read(Rooms, yield* get("/rooms/get-rooms", sent))).rooms.map(({ roomId }) => roomId)
})

describe("two tenants", () => {
  it.live("never see each other's rooms, sessions, people, recordings and usage", () =>
    Effect.gen(function* () {
      const roomId = yield* createRoom(alice)
      const { sessionId } = yield* join(roomId, "ada")
      yield* admin(`/sessions/${sessionId}/recordings`, {})
      yield* admin(`/rooms/${roomId}/livestream`)

      assert.deepStrictEqual(yield* roomIds(bob), [])
      for (const path of [
        `/rooms/room-details/${roomId}`,
        `/rooms/get-metadata/${roomId}`,
        `/rooms/session-details?roomId=${roomId}`
      ]) {
        assertRefused(yield* get(path, bob), 404, "room not found")
        assert.strictEqual((yield* get(path, alice)).status, 200)
      }
      const participants = `/rooms/participant-list?sessionId=${sessionId}`
      assertRefused(yield* get(participants, bob), 404, "session not found")
      assert.strictEqual((yield* get(participants, alice)).status, 200)
      assertRefused(yield* get(`/live-sessions/participants/${roomId}`, bob), 404, "no ongoing session")
      assert.strictEqual((yield* get(`/live-sessions/participants/${roomId}`, alice)).status, 200)
      for (const path of ["/recordings", `/recordings?sessionId=${sessionId}`]) {
        assert.deepStrictEqual(jsonOf(yield* get(path, bob)), { nextCursor: null, recordings: [] })
        assert.notDeepEqual(jsonOf(yield* get(path, alice)), { nextCursor: null, recordings: [] })
      }
      assert.deepStrictEqual(jsonOf(yield* get("/metrics", bob)), nothingUsed)
      assert.deepStrictEqual(jsonOf(yield* get("/metrics", alice)), {
        totalSessions: 1,
        totalDuration: 0,
        totalUsers: 1,
        recordingCount: 1,
        livestreamCount: 1
      })
    }).pipe(Effect.provide(Emulator.layer({ apiKeys })))
  )

  it.live("list their own rooms, even with concurrent requests", () =>
    Effect.gen(function* () {
      const create = (sent: typeof alice) => Effect.all(Array.from({ length: 8 }, () => createRoom(sent)))
      const [ofAlice, ofBob] = yield* Effect.all([create(alice), create(bob)], { concurrency: "unbounded" })
      assert.deepStrictEqual(yield* roomIds(alice), ofAlice.toReversed())
      assert.deepStrictEqual(yield* roomIds(bob), ofBob.toReversed())
    }).pipe(Effect.provide(Emulator.layer({ apiKeys })))
  )

  it.live("share no past: only the first one has the scenario, and other keys are unknown", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* roomIds(alice)).length, 3)
      assert.deepStrictEqual(yield* roomIds(bob), [])
      assertRefused(yield* get("/metrics", { apiKey: "dev" }), 401, "unknown API key")
    }).pipe(Effect.provide(Emulator.layer({ apiKeys, scenario: emptyRooms(3) })))
  )
})

describe("emulators side by side", () => {
  it.live("have separate addresses, worlds and keys, even if they are built together", () =>
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const memoMap = yield* Layer.makeMemoMap
      const plans = [1, 2, 3].map((rooms) => ({ rooms, apiKey: `key-${rooms}` }))
      const emulators = yield* Effect.forEach(plans, ({ apiKey, rooms }) =>
        Layer.buildWithMemoMap(
          Emulator.layer({ apiKeys: [Redacted.make(apiKey)], scenario: emptyRooms(rooms) }),
          memoMap,
          scope
        ).pipe(Effect.map((context) => Context.get(context, Emulator)))
      )
      assert.strictEqual(new Set(emulators.map(({ port }) => port)).size, 3)
      for (const { url } of emulators) {
        assert.strictEqual((yield* sendTo(url, "GET", "/docs")).status, 200)
      }
      const counts = yield* Effect.forEach(emulators, ({ url }) =>
        Effect.forEach(
          plans,
          Effect.fnUntraced(function* ({ apiKey }) {
            const answer = yield* sendTo(url, "GET", `${prefix}/rooms/get-rooms`, { apiKey })
            return answer.status === 401 ? undefined : (yield* read(Rooms, answer)).count
          })
        )
      )
      assert.deepStrictEqual(counts, [
        [1, undefined, undefined],
        [undefined, 2, undefined],
        [undefined, undefined, 3]
      ])
    })
  )

  it.live("are independent even if one is nested in the other", () =>
    Effect.gen(function* () {
      const count = Effect.map(roomIds({ apiKey: "dev" }), ({ length }) => length)
      yield* createRoom()
      assert.strictEqual(
        yield* Effect.provide(Effect.andThen(createRoom(), count), Emulator.layer({ scenario: emptyRooms(4) })),
        5
      )
      assert.strictEqual(yield* count, 1)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("have the same ids for the same seed, and different ids for another", () =>
    Effect.gen(function* () {
      const ids = (seed?: string) =>
        Effect.provide(
          roomIds({ apiKey: "dev" }),
          Emulator.layer({ scenario: emptyRooms(3), ...(seed === undefined ? {} : { seed }) })
        )
      assert.deepStrictEqual(yield* ids(), yield* ids())
      assert.deepStrictEqual(yield* ids("a"), yield* ids("a"))
      assert.notDeepEqual(yield* ids("a"), yield* ids("b"))
    })
  )
})
