/**
 * Laws about one room: it is what was created.
 */
import { assert } from "@effect/vitest"
import { RoomId } from "@effect-rooms/core/Identifier"
import { metadataLimit } from "@effect-rooms/core/Metadata"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/testing/TestClock"
import { assertEvidence, failure } from "./failure.ts"
import { minute, start } from "./fixtures.ts"
import { type Chapter, worldLaw } from "./law.ts"
import * as plain from "./plainValues.ts"

const metadata = {
  title: "Café ☕ 会議室 👩‍👩‍👧",
  hostWallets: ["0x1", "0x2"],
  nested: { null: null, list: [1, "two", { three: [3.5, true] }], empty: {} }
}

/** Makes metadata of exactly this many bytes as UTF-8 JSON, with some multi-byte characters. */
const metadataOf = (bytes: number) => ({ title: "é".repeat(10) + "x".repeat(bytes - '{"title":""}'.length - 20) })

export const rooms: Chapter = {
  title: "rooms",
  laws: [
    worldLaw("a new room is found by its id, with its lock and its metadata", ({ rooms }) =>
      Effect.gen(function* () {
        for (const roomLocked of [false, true]) {
          const { message, roomId } = yield* rooms.create({ roomLocked, metadata })
          assert.notStrictEqual(message, "")
          assert.deepStrictEqual(plain.details(yield* rooms.get(roomId)), { roomId, roomLocked, metadata })
          assert.deepStrictEqual(Option.getOrNull(yield* rooms.metadata(roomId)), metadata)
        }
      })
    ),
    worldLaw("a room created without options is not locked and has no metadata", ({ rooms }) =>
      Effect.gen(function* () {
        const { roomId } = yield* rooms.create({})
        assert.deepStrictEqual(plain.details(yield* rooms.get(roomId)), { roomId, roomLocked: false, metadata: null })
        assert.isTrue(Option.isNone(yield* rooms.metadata(roomId)))
      })
    ),
    worldLaw("every create makes another room, which is in the list with the time of its creation", ({ rooms }) =>
      Effect.gen(function* () {
        const first = yield* rooms.create({ metadata })
        yield* TestClock.adjust(minute)
        const second = yield* rooms.create({ roomLocked: true })
        const listed = yield* plain.collect(rooms.stream(), plain.room)
        assert.sameDeepMembers(listed, [
          { roomId: first.roomId, createdAt: start, roomLocked: false, metadata },
          { roomId: second.roomId, createdAt: start + minute, roomLocked: true, metadata: null }
        ])
      })
    ),
    worldLaw("metadata up to the limit is stored, and larger metadata creates no room", ({ quirks, rooms }) =>
      Effect.gen(function* () {
        const largest = metadataOf(quirks.metadataLimit)
        const { roomId } = yield* rooms.create({ metadata: largest })
        assert.deepStrictEqual(Option.getOrNull(yield* rooms.metadata(roomId)), largest)
        if (quirks.metadataLimit < metadataLimit) {
          const refused = yield* failure(
            rooms.create({ metadata: metadataOf(quirks.metadataLimit + 1) }),
            "InvalidRequest"
          )
          assertEvidence(refused.evidence, "createRoom", [413], quirks)
        }
        const { bytes, evidence, limit } = yield* failure(
          rooms.create({ metadata: metadataOf(metadataLimit + 1) }),
          "MetadataTooLarge"
        )
        assert.deepStrictEqual({ bytes, limit }, { bytes: metadataLimit + 1, limit: metadataLimit })
        assertEvidence(evidence, "createRoom", [], quirks)
        assert.deepStrictEqual(yield* plain.roomIds(rooms.stream()), [roomId])
      })
    ),
    worldLaw("changing a metadata object after creating a room does not change the room", ({ rooms }) =>
      Effect.gen(function* () {
        const hosts = ["Ada"]
        const { roomId } = yield* rooms.create({ metadata: { hosts } })
        hosts.push("Eve")
        assert.deepStrictEqual(Option.getOrNull(yield* rooms.metadata(roomId)), { hosts: ["Ada"] })
      })
    ),
    worldLaw("an unknown room fails with RoomNotFound", ({ quirks, rooms }) =>
      Effect.gen(function* () {
        yield* rooms.create({})
        // An id is one segment of a path, whatever it contains.
        for (const id of ["nobody", "no/such room?#%é"]) {
          const roomId = RoomId.make(id)
          const details = yield* failure(rooms.get(roomId), "RoomNotFound")
          assert.strictEqual(details.roomId, roomId)
          assert.isFalse(details.isRetryable)
          assertEvidence(details.evidence, "roomDetails", [404], quirks)
          const metadata = yield* failure(rooms.metadata(roomId), "RoomNotFound")
          assert.strictEqual(metadata.roomId, roomId)
          assertEvidence(metadata.evidence, "roomMetadata", [404], quirks)
          const says = quirks.errorBody === "message" || quirks.errorBody === "okFalse" ? "room not found" : undefined
          assert.deepStrictEqual([details.serverMessage, metadata.serverMessage], [says, says])
        }
      })
    ),
    worldLaw("a room is locked until it is unlocked", ({ rooms, world }) =>
      Effect.gen(function* () {
        const { roomId } = yield* rooms.create({})
        const other = yield* rooms.create({})
        for (const locked of [true, false]) {
          yield* world.lock(roomId, locked)
          assert.strictEqual((yield* rooms.get(roomId)).roomLocked, locked)
          assert.strictEqual((yield* rooms.get(other.roomId)).roomLocked, false)
          const listed = yield* plain.collect(rooms.stream(), (room) => room.roomId === roomId && room.roomLocked)
          assert.strictEqual(listed.includes(true), locked)
        }
      })
    ),
    worldLaw("a deleted room is not found, and not in the list", ({ quirks, rooms, world }) =>
      Effect.gen(function* () {
        const { roomId } = yield* rooms.create({})
        const other = yield* rooms.create({})
        yield* world.deleteRoom(roomId)
        yield* failure(rooms.get(roomId), "RoomNotFound")
        yield* failure(rooms.metadata(roomId), "RoomNotFound")
        const page = plain.roomsPage(yield* rooms.page())
        assert.deepStrictEqual(page.roomIds, [other.roomId])
        assert.strictEqual(page.count, quirks.roomsCount === "total" ? 1 : null)
      })
    )
  ]
}
