import { assert, describe, it } from "@effect/vitest"
import { RoomId, SessionId } from "@effect-rooms/core/Identifier"
import { LiveRooms } from "@effect-rooms/core/LiveRooms"
import { Metrics } from "@effect-rooms/core/Metrics"
import { Recordings } from "@effect-rooms/core/Recordings"
import type { RoomServices } from "@effect-rooms/core/RoomServices"
import { Rooms } from "@effect-rooms/core/Rooms"
import { Sessions } from "@effect-rooms/core/Sessions"
import { defaultApiKey, FakeRooms, Scenario, World } from "@effect-rooms/testing"
import { directOperations, WorldHost } from "@effect-rooms/testing/unstable"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as RoomsHttp from "../src/RoomsHttp.ts"
import { failureOf } from "./fixtures/failure.ts"

const world = { scenario: Scenario.office() }
const baseUrl = "https://rooms.example.com"

/** The world in memory, and the same world behind the whole of the HTTP stack. */
const overHttp = (apiKey = defaultApiKey) =>
  RoomsHttp.layer({ baseUrl, apiKey }).pipe(
    Layer.provide(FakeRooms.layerHttpClient),
    Layer.provideMerge(World.layer(world))
  )

const bothWays = Effect.fnUntraced(function* <A, E>(program: Effect.Effect<A, E, RoomServices | World>) {
  yield* TestClock.setTime(Date.UTC(2026, 0, 1))
  const inMemory = yield* Effect.provide(program, FakeRooms.layer(world))
  const viaHttp = yield* Effect.provide(program, overHttp())
  return { inMemory, viaHttp }
})

const isSame = Effect.fnUntraced(function* <A, E>(program: Effect.Effect<A, E, RoomServices | World>) {
  const { inMemory, viaHttp } = yield* bothWays(program)
  assert.deepStrictEqual(viaHttp, inMemory)
  return viaHttp
})

/** An error with all its fields, for comparing: two errors are equal to `assert` where their messages are. */
const fieldsOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(failureOf(effect), (error): unknown => JSON.parse(JSON.stringify(error)))

const allRooms = Effect.flatMap(Rooms, (rooms) => Stream.runCollect(rooms.stream()))

describe("the world of FakeRooms is the same over HTTP", () => {
  it.effect("rooms: the list, details and metadata", () =>
    Effect.gen(function* () {
      const { details, list, metadata } = yield* isSame(
        Effect.gen(function* () {
          const rooms = yield* Rooms
          const list = yield* allRooms
          const details = yield* Effect.forEach(list, ({ roomId }) => rooms.get(roomId))
          const metadata = yield* Effect.forEach(list, ({ roomId }) => rooms.metadata(roomId))
          return { list, details, metadata }
        })
      )
      assert.deepStrictEqual([list.length, details.length, metadata.length], [40, 40, 40])
    })
  )

  it.effect("sessions of every room, and who took part in the newest", () =>
    Effect.gen(function* () {
      const { participants, sessions } = yield* isSame(
        Effect.gen(function* () {
          const service = yield* Sessions
          const sessions = yield* Effect.forEach(yield* allRooms, ({ roomId }) =>
            Stream.runCollect(service.stream(roomId))
          )
          const newest = sessions.flatMap((ofRoom) => ofRoom.slice(0, 1))
          const participants = yield* Effect.forEach(newest, ({ sessionId }) => service.participants(sessionId))
          return { sessions, participants }
        })
      )
      assert.isAbove(sessions.flat().length, 400)
      assert.isAbove(participants.flat().length, 30)
    })
  )

  it.effect("recordings: all, and those of a session", () =>
    Effect.gen(function* () {
      const { recordings } = yield* isSame(
        Effect.gen(function* () {
          const service = yield* Recordings
          const recordings = yield* Stream.runCollect(service.stream())
          const sessions = yield* Sessions
          const [room] = yield* allRooms
          assert(room !== undefined)
          const session = yield* Stream.runHead(sessions.stream(room.roomId))
          assert(session._tag === "Some")
          const ofSession = yield* service.page({ sessionId: session.value.sessionId, limit: 5 })
          return { recordings, ofSession }
        })
      )
      assert.isAbove(recordings.length, 20)
    })
  )

  it.effect("live participants, as they come", () =>
    Effect.gen(function* () {
      const { after, before } = yield* isSame(
        Effect.gen(function* () {
          const live = yield* LiveRooms
          const [room] = yield* allRooms
          assert(room !== undefined)
          const before = yield* live.participants(room.roomId)
          yield* (yield* World).join(room.roomId, { metadata: { displayName: "Zoë" } })
          return { before, after: yield* live.participants(room.roomId) }
        })
      )
      assert.strictEqual(after.count, before.count + 1)
    })
  )

  it.effect("metrics", () =>
    Effect.gen(function* () {
      const metrics = yield* isSame(Effect.flatMap(Metrics, ({ get }) => get))
      assert.isAbove(metrics.totalSessions, 400)
    })
  )

  it.effect("a room that is created", () =>
    Effect.gen(function* () {
      const { found } = yield* isSame(
        Effect.gen(function* () {
          const rooms = yield* Rooms
          const created = yield* rooms.create({
            roomLocked: true,
            metadata: { title: "Café 🚪", hostWallets: ["0x1"] }
          })
          return { created, found: yield* rooms.get(created.roomId), listed: yield* rooms.page() }
        })
      )
      assert.isTrue(found.roomLocked)
    })
  )

  it.effect("errors for missing rooms and sessions are equal", () =>
    Effect.gen(function* () {
      const roomId = RoomId.make("no such/room?")
      const errors = yield* isSame(
        Effect.gen(function* () {
          const rooms = yield* Rooms
          const sessions = yield* Sessions
          const live = yield* LiveRooms
          return [
            yield* fieldsOf(rooms.get(roomId)),
            yield* fieldsOf(rooms.metadata(roomId)),
            yield* fieldsOf(sessions.page({ roomId })),
            yield* fieldsOf(Stream.runCollect(sessions.stream(roomId))),
            yield* fieldsOf(sessions.participants(SessionId.make("no such/session?"))),
            yield* fieldsOf(live.participants(roomId))
          ]
        })
      )
      assert.deepStrictEqual(
        errors.map((error) => (typeof error === "object" && error !== null && "_tag" in error ? error._tag : error)),
        ["RoomNotFound", "RoomNotFound", "RoomNotFound", "RoomNotFound", "SessionNotFound", "NoLiveSession"]
      )
    })
  )

  it.effect("an API key that nobody has", () =>
    Effect.gen(function* () {
      const stranger = Redacted.make("stranger")
      const refused = Effect.flatMap(Metrics, ({ get }) => fieldsOf(get))
      const inMemory = yield* WorldHost.pipe(
        Effect.flatMap((host) => fieldsOf(directOperations(host, stranger).metrics({}))),
        Effect.provide(World.layer(world))
      )
      const viaHttp = yield* Effect.provide(refused, overHttp(stranger))
      assert.deepStrictEqual(viaHttp, inMemory)
    })
  )
})
