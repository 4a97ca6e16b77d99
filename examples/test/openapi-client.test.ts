import { assert, describe, it } from "@effect/vitest"
import { Emulator } from "@effect-rooms/emulator"
import { Scenario } from "@effect-rooms/testing"
import * as Effect from "effect/Effect"
import { expectTypeOf } from "vitest"
import type { components } from "../build/rooms.d.ts"
import { makeClient, newestSessions } from "../openapi-client.ts"

type Schemas = components["schemas"]

const minute = 60_000
const now = Date.UTC(2026, 0, 15, 12)
const startTime = now - 60 * minute

const scenario = Effect.succeed(
  Scenario.make(
    Scenario.room("Stand-up", { createdAgo: "2 hours" })
      .session({ ago: "1 hour", lasts: "30 minutes", participants: ["Ada"], recordings: [1_500] })
      .live({ ago: "5 minutes", participants: ["Grace"] })
  )
)

const emulator = Emulator.layer({ scenario, startMillis: now, frozen: true })

const client = Effect.map(Emulator, ({ url }) => makeClient(url, "dev"))

/** The client, the room of the scenario, and its session that has ended. */
const held = Effect.gen(function* () {
  const rooms = yield* client
  const room = yield* Effect.promise(() => rooms.GET("/api/v2/sdk/rooms/get-rooms"))
  const roomId = room.data?.rooms[0]?.roomId ?? ""
  const [, session] = yield* Effect.promise(() => newestSessions(rooms, roomId))
  return { rooms, roomId, sessionId: session?.sessionId ?? "" }
})

describe("a client that openapi-typescript generates from openapi.json", () => {
  it.live("creates a room, and reads it and its metadata", () =>
    Effect.gen(function* () {
      const rooms = yield* client
      const metadata = { title: "Planning", hosts: ["Ada"] }
      const created = yield* Effect.promise(() =>
        rooms.POST("/api/v2/sdk/rooms/create-room", { body: { roomLocked: true, metadata } })
      )
      expectTypeOf(created.data).toEqualTypeOf<Schemas["CreatedRoom"] | undefined>()
      assert.strictEqual(created.response.status, 201)
      const path = { roomId: created.data?.data.roomId ?? "" }

      const details = yield* Effect.promise(() =>
        rooms.GET("/api/v2/sdk/rooms/room-details/{roomId}", { params: { path } })
      )
      expectTypeOf(details.data).toEqualTypeOf<Schemas["RoomDetails"] | undefined>()
      assert.deepStrictEqual(details.data, { ...path, roomLocked: true, metadata })

      const read = yield* Effect.promise(() =>
        rooms.GET("/api/v2/sdk/rooms/get-metadata/{roomId}", { params: { path } })
      )
      expectTypeOf(read.data).toEqualTypeOf<Schemas["RoomMetadata"] | undefined>()
      assert.deepStrictEqual(read.data, { metadata })
    }).pipe(Effect.provide(emulator))
  )

  it.live("lists rooms", () =>
    Effect.gen(function* () {
      const { roomId, rooms } = yield* held
      const { data } = yield* Effect.promise(() =>
        rooms.GET("/api/v2/sdk/rooms/get-rooms", { params: { query: { cursor: 1 } } })
      )
      expectTypeOf(data).toEqualTypeOf<Schemas["RoomsPage"] | undefined>()
      assert(data !== undefined)
      const room = { roomId, createdAt: now - 120 * minute, roomLocked: false, metadata: { title: "Stand-up" } }
      assert.deepStrictEqual(data.rooms, [room])
      assert.deepStrictEqual([data.count, data.pageSize, data.nextCursor], [1, 1, null])
    }).pipe(Effect.provide(emulator))
  )

  it.live("lists the sessions of a room, newest first, with the pages that it asks for", () =>
    Effect.gen(function* () {
      const { roomId, rooms } = yield* held
      const page = (cursor: number) =>
        Effect.promise(() =>
          rooms.GET("/api/v2/sdk/rooms/session-details", { params: { query: { roomId, limit: 1, cursor } } })
        )
      const { data } = yield* page(0)
      expectTypeOf(data).toEqualTypeOf<Schemas["SessionsPage"] | undefined>()
      const times = ({ endTime, startTime }: Schemas["Session"]) => [startTime, endTime]
      assert.deepStrictEqual(data?.sessions.map(times), [[now - 5 * minute, null]])
      assert.deepStrictEqual((yield* page(1)).data?.sessions.map(times), [[startTime, startTime + 30 * minute]])
      assert.deepStrictEqual((yield* page(2)).data?.sessions, [])
    }).pipe(Effect.provide(emulator))
  )

  it.live("lists who took part in a session, and who is in a room now", () =>
    Effect.gen(function* () {
      const { roomId, rooms, sessionId } = yield* held
      const past = yield* Effect.promise(() =>
        rooms.GET("/api/v2/sdk/rooms/participant-list", { params: { query: { sessionId } } })
      )
      expectTypeOf(past.data).toEqualTypeOf<Schemas["Participants"] | undefined>()
      const ada = {
        peerId: "peer_Ada",
        joinTime: startTime,
        exitTime: startTime + 30 * minute,
        metadata: { displayName: "Ada" }
      }
      assert.deepStrictEqual(past.data, { participants: [ada] })

      const live = yield* Effect.promise(() =>
        rooms.GET("/api/v2/sdk/live-sessions/participants/{roomId}", { params: { path: { roomId } } })
      )
      expectTypeOf(live.data).toEqualTypeOf<Schemas["LiveParticipants"] | undefined>()
      const grace = { peerId: "peer_Grace", joinTime: now - 5 * minute, metadata: { displayName: "Grace" } }
      assert.deepStrictEqual(live.data, { count: 1, participants: [grace] })
    }).pipe(Effect.provide(emulator))
  )

  it.live("lists recordings, and reads the usage", () =>
    Effect.gen(function* () {
      const { rooms, sessionId } = yield* held
      const { data } = yield* Effect.promise(() =>
        rooms.GET("/api/v2/sdk/recordings", { params: { query: { sessionId } } })
      )
      expectTypeOf(data).toEqualTypeOf<Schemas["RecordingsPage"] | undefined>()
      assert.deepStrictEqual(
        data?.recordings.map(({ recordingSize }) => recordingSize),
        [1_500]
      )

      const usage = yield* Effect.promise(() => rooms.GET("/api/v2/sdk/metrics"))
      expectTypeOf(usage.data).toEqualTypeOf<Schemas["UsageMetrics"] | undefined>()
      assert.deepInclude(usage.data, { totalSessions: 2, totalUsers: 2, recordingCount: 1 })
    }).pipe(Effect.provide(emulator))
  )

  it.live("has the service's message in a typed error, for every status of the document", () =>
    Effect.gen(function* () {
      const { url } = yield* Emulator
      const rooms = yield* client
      const params = { path: { roomId: "nobody's" } }
      const missing = yield* Effect.promise(() => rooms.GET("/api/v2/sdk/rooms/room-details/{roomId}", { params }))
      expectTypeOf(missing.error).toEqualTypeOf<
        Schemas["BadRequest"] | Schemas["Unauthenticated"] | Schemas["NotFound"] | undefined
      >()
      assert.strictEqual(missing.response.status, 404)
      assert.deepStrictEqual(missing.error, { message: "room not found" })

      const unknown = yield* Effect.promise(() => makeClient(url, "nobody's").GET("/api/v2/sdk/metrics"))
      assert.strictEqual(unknown.response.status, 401)
      assert.deepStrictEqual(unknown.error, { message: "unknown API key" })

      const query = { roomId: "any", limit: 0 }
      const wrong = yield* Effect.promise(() => rooms.GET("/api/v2/sdk/rooms/session-details", { params: { query } }))
      assert.strictEqual(wrong.response.status, 400)
      assert.include(wrong.error?.message, "limit")

      const body = { roomLocked: false, metadata: { notes: "x".repeat(11_000) } }
      const large = yield* Effect.promise(() => rooms.POST("/api/v2/sdk/rooms/create-room", { body }))
      assert.strictEqual(large.response.status, 413)
      assert.include(large.error?.message, "10240")
    }).pipe(Effect.provide(emulator))
  )
})
