import { assert, describe, it } from "@effect/vitest"
import { RoomId, SessionId } from "@effect-rooms/core/Identifier"
import { metadataLimit } from "@effect-rooms/core/Metadata"
import { evidenceFor } from "@effect-rooms/core/unstable"
import * as Effect from "effect/Effect"
import { World } from "../../src/World.ts"
import { wire } from "../fixtures/wire.ts"
import { createRoom, hold, operations } from "../fixtures/worlds.ts"

const roomId = RoomId.make("nope")
const sessionId = SessionId.make("nope")

/** Metadata of an exact size in bytes, whose text has `characters` of `width` bytes each. */
const metadataOf = (bytes: number, character: string, width: number) => {
  const room = bytes - '{"title":""}'.length
  return { title: character.repeat(Math.floor(room / width)) + "-".repeat(room % width) }
}

describe("creating a room", () => {
  it.effect("returns the id of a room that can then be read as it was created", () =>
    Effect.gen(function* () {
      const { createRoom, roomDetails, roomMetadata } = yield* operations()
      const metadata = { title: "Stand-up", hostWallets: ["0x1"], nested: { list: [1, null, true] } }
      const { data, message } = yield* createRoom({ roomLocked: true, metadata })
      assert.strictEqual(message, "room created successfully")
      assert.deepStrictEqual(wire.details(yield* roomDetails(data)), { ...data, roomLocked: true, metadata })
      assert.deepStrictEqual(wire.metadata(yield* roomMetadata(data)), { metadata })
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("keeps a copy of the metadata, as a join and a scenario do", () =>
    Effect.gen(function* () {
      const world = yield* World
      const { createRoom, liveParticipants, roomDetails } = yield* operations()
      const metadata = { title: "Stand-up", nested: { list: [1, -0] } }
      const { roomId } = (yield* createRoom({ roomLocked: false, metadata })).data
      yield* world.join(roomId, { metadata })
      const [seeded] = yield* world.seed({ rooms: [{ metadata }] })
      assert(seeded !== undefined)
      metadata.title = "Changed"
      metadata.nested.list.pop()
      const kept = { title: "Stand-up", nested: { list: [1, 0] } }
      assert.deepStrictEqual(wire.details(yield* roomDetails({ roomId })).metadata, kept)
      assert.deepStrictEqual(wire.details(yield* roomDetails({ roomId: seeded })).metadata, kept)
      const { participants } = wire.live(yield* liveParticipants({ roomId }))
      assert.deepStrictEqual(
        participants.map(({ metadata }) => metadata),
        [kept]
      )
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("creates a room without metadata", () =>
    Effect.gen(function* () {
      const { roomDetails, roomMetadata } = yield* operations()
      const roomId = yield* createRoom()
      assert.deepStrictEqual(wire.details(yield* roomDetails({ roomId })), {
        roomId,
        roomLocked: false,
        metadata: null
      })
      assert.deepStrictEqual(wire.metadata(yield* roomMetadata({ roomId })), { metadata: null })
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect.each([
    { name: "ASCII", character: "a", width: 1 },
    { name: "two bytes a character", character: "é", width: 2 },
    { name: "four bytes a character", character: "😀", width: 4 }
  ])("accepts 10 240 bytes of metadata and rejects one more: $name", ({ character, width }) =>
    Effect.gen(function* () {
      const { createRoom, listRooms } = yield* operations()
      assert.strictEqual(metadataLimit, 10_240)
      yield* createRoom({ roomLocked: false, metadata: metadataOf(10_240, character, width) })
      const metadata = metadataOf(10_241, character, width)
      const error = yield* Effect.flip(createRoom({ roomLocked: false, metadata }))
      assert(error._tag === "InvalidRequest")
      assert.strictEqual(error.field, "")
      assert.strictEqual(error.problem, "metadata has 10241 bytes as UTF-8 JSON; the limit is 10240")
      assert.deepStrictEqual(error.evidence, evidenceFor("createRoom", 413))
      assert.strictEqual((yield* listRooms({})).rooms.length, 1)
    }).pipe(Effect.provide(World.layer()))
  )
})

describe("an unknown id", () => {
  it.effect("fails with RoomNotFound for the details, the metadata and the sessions of a room", () =>
    Effect.gen(function* () {
      yield* createRoom()
      const { listSessions, roomDetails, roomMetadata } = yield* operations()
      const errors = {
        roomDetails: yield* Effect.flip(roomDetails({ roomId })),
        roomMetadata: yield* Effect.flip(roomMetadata({ roomId })),
        listSessions: yield* Effect.flip(listSessions({ roomId }))
      }
      for (const operation of ["roomDetails", "roomMetadata", "listSessions"] as const) {
        const error = errors[operation]
        assert(error._tag === "RoomNotFound")
        assert.strictEqual(error.roomId, roomId)
        assert.strictEqual(error.serverMessage, "room not found")
        assert.deepStrictEqual(error.evidence, evidenceFor(operation, 404))
      }
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("fails with SessionNotFound for the participants of a session", () =>
    Effect.gen(function* () {
      yield* hold(yield* createRoom(), 0, 1)
      const { sessionParticipants } = yield* operations()
      const error = yield* Effect.flip(sessionParticipants({ sessionId }))
      assert(error._tag === "SessionNotFound")
      assert.strictEqual(error.sessionId, sessionId)
      assert.strictEqual(error.serverMessage, "session not found")
      assert.deepStrictEqual(error.evidence, evidenceFor("sessionParticipants", 404))
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("fails with NoLiveSession for live participants, like a room that is idle", () =>
    Effect.gen(function* () {
      const { liveParticipants } = yield* operations()
      const fresh = yield* createRoom()
      const idle = yield* createRoom()
      yield* hold(idle, 0, 1)
      for (const each of [roomId, fresh, idle]) {
        const error = yield* Effect.flip(liveParticipants({ roomId: each }))
        assert(error._tag === "NoLiveSession")
        assert.strictEqual(error.roomId, each)
        assert.strictEqual(error.serverMessage, "no ongoing session")
        assert.deepStrictEqual(error.evidence, evidenceFor("liveParticipants", 404))
      }
    }).pipe(Effect.provide(World.layer()))
  )
})
