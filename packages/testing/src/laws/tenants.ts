/**
 * Laws about API keys: one never sees the data of another.
 */
import { assert } from "@effect/vitest"
import { PeerId } from "@effect-rooms/core/Identifier"
import * as Effect from "effect/Effect"
import * as Formatter from "effect/Formatter"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import type { World } from "../World.ts"
import { everyOperation } from "./everyOperation.ts"
import { assertEvidence, failure } from "./failure.ts"
import { type Chapter, type Client, clientsLaw, otherKeyLaw, tenantsLaw } from "./law.ts"
import * as plain from "./plainValues.ts"

const otherKey = Redacted.make("the-key-of-another-tenant")
const strangersKey = Redacted.make("a-key-that-nobody-has")

/** Another tenant of the world. */
const makeOther = Effect.fnUntraced(function* (world: World["Service"]) {
  yield* world.seed({ rooms: [] }, otherKey)
  return otherKey
})

const peerId = PeerId.make("ada")

/** Seeds a room with a running session, a recording and a livestream. */
const settle = Effect.fnUntraced(function* ({ rooms }: Client, world: World["Service"], title: string) {
  const { roomId } = yield* rooms.create({ metadata: { title } })
  const { sessionId } = yield* world.join(roomId, { peerId })
  const recording = yield* world.record(sessionId)
  yield* world.livestream(roomId)
  return { roomId, sessionId, recording }
})

const seenBy = Effect.fnUntraced(function* (client: Client) {
  return {
    rooms: yield* plain.roomIds(client.rooms.stream()),
    sessions: yield* plain.collect(
      client.sessions.streamAll({ onRoomError: "report", concurrency: 4 }),
      (row) => "session" in row && row.session.sessionId
    ),
    recordings: yield* Stream.runCollect(client.recordings.stream()),
    metrics: yield* client.metrics.get
  }
})

export const tenants: Chapter = {
  title: "API keys",
  laws: [
    tenantsLaw("tenants see nothing of each other, with any operation", (ground) =>
      Effect.gen(function* () {
        const { clientOf, quirks, world } = ground
        const { roomId, sessionId } = yield* settle(ground, world, "Mine")
        const { live, metrics, recordings, rooms, sessions } = yield* clientOf(yield* makeOther(world))
        assert.deepStrictEqual(yield* plain.roomIds(rooms.stream()), [])
        assert.deepStrictEqual(yield* plain.roomIds(rooms.findByTitle("Mine")), [])
        const page = plain.roomsPage(yield* rooms.page())
        assert.deepStrictEqual([page.roomIds, page.count], [[], quirks.roomsCount === "total" ? 0 : null])
        yield* failure(rooms.get(roomId), "RoomNotFound")
        yield* failure(rooms.metadata(roomId), "RoomNotFound")
        yield* failure(sessions.page({ roomId }), "RoomNotFound")
        yield* failure(sessions.participants(sessionId), "SessionNotFound")
        yield* failure(live.participants(roomId), "NoLiveSession")
        assert.deepStrictEqual((yield* recordings.page()).recordings, [])
        assert.deepStrictEqual((yield* recordings.page({ sessionId })).recordings, [])
        assert.deepStrictEqual(Object.values(yield* metrics.get), [0, 0, 0, 0, 0])
      })
    ),
    tenantsLaw("each tenant sees its own data, and the same peer id is a different user for each", (ground) =>
      Effect.gen(function* () {
        const { clientOf, world } = ground
        const other = yield* clientOf(yield* makeOther(world))
        for (const client of [ground, other]) {
          const { recording, roomId, sessionId } = yield* settle(client, world, "Same")
          assert.deepStrictEqual(yield* seenBy(client), {
            rooms: [roomId],
            sessions: [sessionId],
            recordings: [recording],
            metrics: { totalSessions: 1, totalDuration: 0, totalUsers: 1, recordingCount: 1, livestreamCount: 1 }
          })
          assert.deepStrictEqual(yield* plain.roomIds(client.rooms.findByTitle("Same")), [roomId])
        }
      })
    ),
    tenantsLaw("each tenant has its own keys of createOnce", (ground) =>
      Effect.gen(function* () {
        const { clientOf, world } = ground
        const other = yield* clientOf(yield* makeOther(world))
        const mine = yield* ground.rooms.createOnce({}, { key: "a" })
        const theirs = yield* other.rooms.createOnce({}, { key: "a" })
        assert.notStrictEqual(mine.roomId, theirs.roomId)
        assert.deepStrictEqual(yield* plain.roomIds(other.rooms.stream()), [theirs.roomId])
      })
    ),
    tenantsLaw("an unknown API key fails every operation with Unauthorized, and nothing happens", (ground) =>
      Effect.gen(function* () {
        const { clientOf, quirks, world } = ground
        const known = yield* settle(ground, world, "Mine")
        const stranger = yield* clientOf(strangersKey)
        for (const [operation, effect] of everyOperation(stranger, known)) {
          const error = yield* failure(effect, "Unauthorized")
          assertEvidence(error.evidence, operation, [401], quirks)
          assert.isFalse(error.isRetryable)
        }
        assert.deepStrictEqual(yield* plain.roomIds(ground.rooms.stream()), [known.roomId])
      })
    ),
    clientsLaw("an unknown API key fails with Unauthorized, and appears in no error", ({ clientOf }) =>
      Effect.gen(function* () {
        const { metrics, rooms, sessions } = yield* clientOf(strangersKey)
        for (const effect of [rooms.page(), metrics.get, Stream.runCollect(sessions.streamAll())]) {
          const error = yield* failure<unknown, Effect.Error<typeof effect>, never, "Unauthorized">(
            effect,
            "Unauthorized"
          )
          const shown = [error.message, error.stack, JSON.stringify(error), Formatter.format(error)].join()
          assert.isFalse(shown.includes(Redacted.value(strangersKey)))
        }
      })
    ),
    otherKeyLaw("two API keys see no room of each other", ({ other, rooms }) =>
      Effect.gen(function* () {
        const first = (client: Pick<Client, "rooms">) => plain.roomIds(Stream.take(client.rooms.stream(), 100))
        const mine = yield* first({ rooms })
        const theirs = yield* first(other)
        assert.deepStrictEqual(
          mine.filter((roomId) => theirs.includes(roomId)),
          []
        )
        for (const roomId of theirs.slice(0, 5)) yield* failure(rooms.get(roomId), "RoomNotFound")
        for (const roomId of mine.slice(0, 5)) yield* failure(other.rooms.get(roomId), "RoomNotFound")
      })
    )
  ]
}
