import { assert, describe, it } from "@effect/vitest"
import { PeerId } from "@effect-rooms/core/Identifier"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import { World } from "../../src/World.ts"
import { WorldSnapshot } from "../../src/WorldSnapshot.ts"
import { history, keys, play, settle, survey } from "../fixtures/histories.ts"
import { alice, atMinute, bob, createRoom, hold, makeWorld, minute, operations, start } from "../fixtures/worlds.ts"

const ada = PeerId.make("ada")
const grace = PeerId.make("grace")

const textOf = (world: World["Service"]) => Effect.map(world.snapshot, (snapshot) => JSON.stringify(snapshot))

describe("a snapshot", () => {
  it.effect.prop(
    "restores any history from JSON in another world, with the same text, responses and future",
    { past: history, future: history },
    ({ future, past }) =>
      Effect.gen(function* () {
        const original = yield* makeWorld({ apiKeys: keys })
        yield* settle(original)
        yield* play(original, past)
        const text = yield* textOf(original)
        const restored = yield* makeWorld({ apiKeys: keys, seed: "another" })
        yield* restored.restore(JSON.parse(text))
        assert.strictEqual(yield* textOf(restored), text)
        assert.deepStrictEqual(yield* survey(restored), yield* survey(original))

        const now = yield* Clock.currentTimeMillis
        const happened = yield* play(original, future)
        const later = yield* textOf(original)
        yield* TestClock.setTime(now)
        assert.deepStrictEqual(yield* play(restored, future), happened)
        assert.strictEqual(yield* textOf(restored), later)
        assert.deepStrictEqual(yield* survey(restored), yield* survey(original))
      }).pipe(Effect.scoped),
    { arbitrary: { runs: 25, size: 60, seed: 1 } }
  )

  it.effect("has this shape", () =>
    Effect.gen(function* () {
      const world = yield* World
      yield* atMinute(0)
      const gone = yield* createRoom({ roomLocked: true, metadata: { title: "Gone" } }, alice)
      const room = yield* createRoom({ metadata: { title: "Stand-up" } }, alice)
      const ofBob = yield* createRoom({}, bob)
      const { sessionId } = yield* world.join(room, { peerId: ada, metadata: { displayName: "Ada" } })
      yield* atMinute(1)
      yield* world.join(room, { peerId: grace })
      yield* world.leave(room, ada)
      const recording = yield* world.record(sessionId, { recordingSize: 12 })
      yield* world.livestream(room)
      const other = yield* hold(ofBob, 2, 3)
      const [stay] = (yield* (yield* operations(bob)).sessionParticipants({ sessionId: other })).participants
      yield* world.deleteRoom(gone)
      const { random, ...snapshot } = yield* world.snapshot
      assert.lengthOf(random, 4)
      assert.deepStrictEqual<unknown>(snapshot, {
        format: "effect-rooms/world",
        version: 1,
        tenants: [
          {
            rooms: [
              {
                roomId: room,
                createdAt: start,
                locked: false,
                metadata: { title: "Stand-up" },
                sessions: [
                  {
                    sessionId,
                    startTime: start,
                    stays: [
                      {
                        peerId: ada,
                        joinTime: start,
                        exitTime: start + minute,
                        metadata: { displayName: "Ada" }
                      },
                      { peerId: grace, joinTime: start + minute }
                    ]
                  }
                ]
              }
            ],
            deletedRooms: [{ roomId: gone, createdAt: start, locked: true, metadata: { title: "Gone" }, sessions: [] }],
            recordings: [{ ...recording, sessionId }],
            livestreamCount: 1
          },
          {
            rooms: [
              {
                roomId: ofBob,
                createdAt: start,
                locked: false,
                sessions: [
                  {
                    sessionId: other,
                    startTime: start + 2 * minute,
                    endTime: start + 3 * minute,
                    stays: [{ peerId: stay?.peerId, joinTime: start + 2 * minute, exitTime: start + 3 * minute }]
                  }
                ]
              }
            ],
            deletedRooms: [],
            recordings: [],
            livestreamCount: 0
          }
        ]
      })
    }).pipe(Effect.provide(World.layer({ apiKeys: [alice, bob] })))
  )

  it.effect("contains no API key", () =>
    Effect.gen(function* () {
      const world = yield* World
      for (const apiKey of [alice, bob]) {
        const { sessionId } = yield* world.join(yield* createRoom({}, apiKey))
        yield* world.record(sessionId)
      }
      const text = yield* textOf(world)
      for (const apiKey of [alice, bob]) assert.notInclude(text, Redacted.value(apiKey))
      assert.notInclude(text, "key-of")
    }).pipe(Effect.provide(World.layer({ apiKeys: [alice, bob] })))
  )

  it.effect("is independent of later changes to the world, and the world of changes to it", () =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom({ metadata: { hosts: ["ada"] } })
      yield* world.join(roomId, { peerId: ada, metadata: { roles: ["host"] } })
      const snapshot = yield* world.snapshot
      const text = JSON.stringify(snapshot)
      yield* world.leave(roomId, ada)
      yield* world.lock(roomId, true)
      yield* createRoom()
      assert.strictEqual(JSON.stringify(snapshot), text)

      const later = yield* textOf(world)
      const [room] = snapshot.tenants[0]?.rooms ?? []
      for (const metadata of [room?.metadata, room?.sessions[0]?.stays[0].metadata]) {
        assert(metadata !== undefined)
        for (const list of Object.values(metadata)) Object.assign(list ?? [], { 0: "somebody else" })
        Object.assign(metadata, { added: true })
      }
      assert.strictEqual(yield* textOf(world), later)
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("has a JSON schema", () =>
    Effect.gen(function* () {
      const tenant = { required: ["rooms", "deletedRooms", "recordings", "livestreamCount"] }
      assert.containSubset(Schema.toJsonSchemaDocument(WorldSnapshot), {
        dialect: "draft-2020-12",
        schema: { $ref: "#/$defs/WorldSnapshot" },
        definitions: {
          WorldSnapshot: {
            type: "object",
            properties: {
              format: { type: "string", enum: ["effect-rooms/world"] },
              version: { type: "number", enum: [1] },
              tenants: { type: "array", items: { type: "object", ...tenant } }
            },
            required: Object.keys(yield* (yield* World).snapshot)
          }
        }
      })
    }).pipe(Effect.provide(World.layer()))
  )
})
