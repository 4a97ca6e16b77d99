/**
 * Laws about creating: one logical create is one room, whatever becomes of the answer.
 */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { type Fault, fault } from "../Fault.ts"
import { assertEvidence, failure, times, under } from "./failure.ts"
import { minute, seedRooms } from "./fixtures.ts"
import { type Chapter, type Client, refusalsLaw, retriesLaw, worldLaw } from "./law.ts"
import * as plain from "./plainValues.ts"

const create = fault("createRoom")

/** An answer is lost, and the room was made. */
const lostAnswers: ReadonlyArray<readonly [string, number | undefined, Fault]> = [
  ["Transport", undefined, create.reset("afterWork")],
  ["Transport", 201, create.cut()],
  ["UnexpectedStatus", 503, create.respond(503, { when: "afterWork" })],
  ["UnexpectedStatus", 408, create.respond(408, { when: "afterWork" })],
  ["InvalidResponse", 200, create.wrongShape()]
]

/** An answer is lost, and the room was not made. Nobody but the service can tell. */
const lostRequests: ReadonlyArray<readonly [string, number | undefined, Fault]> = [
  ["Transport", undefined, create.reset("beforeWork")],
  ["UnexpectedStatus", 500, create.respond(500)],
  ["UnexpectedStatus", 502, create.html()],
  ["InvalidResponse", 200, create.html(200)]
]

const idsWithKey = ({ rooms }: Pick<Client, "rooms">, key: string) =>
  plain.roomIds(
    Stream.filter(rooms.stream(), ({ metadata }) =>
      Option.exists(metadata, ({ idempotencyKey }) => idempotencyKey === key)
    )
  )

export const createOnce: Chapter = {
  title: "creating exactly once",
  laws: [
    worldLaw("a create whose answer was lost is CreateOutcomeUnknown, and is not sent again", (ground) =>
      Effect.gen(function* () {
        const { quirks, rooms } = ground
        for (const [reason, status, fault] of [...lostAnswers, ...lostRequests]) {
          const unknown = yield* failure(under(ground, fault, rooms.create({})), "CreateOutcomeUnknown")
          assert.strictEqual(unknown.reason._tag, reason)
          assert.isFalse(unknown.isRetryable)
          const met = status === 201 ? quirks.createdStatus : status
          assertEvidence(unknown.evidence, "createRoom", [met], quirks)
        }
        assert.strictEqual((yield* plain.roomIds(rooms.stream())).length, lostAnswers.length)
      })
    ),
    worldLaw("a create that was certainly not processed is refused with the reason, and makes no room", (ground) =>
      Effect.gen(function* () {
        const { attempts, quirks, rooms } = ground
        const limited = yield* failure(under(ground, create.respond(429), rooms.create({})), "ServiceError")
        assert.strictEqual(limited.reason._tag, "RateLimited")
        assertEvidence(limited.evidence, "createRoom", times(attempts, 429), quirks)
        const conflict = yield* failure(under(ground, create.respond(409), rooms.create({})), "ServiceError")
        assert.strictEqual(conflict.reason._tag, "UnexpectedStatus")
        assertEvidence(conflict.evidence, "createRoom", [409], quirks)
        assert.deepStrictEqual(yield* plain.roomIds(rooms.stream()), [])
      })
    ),
    refusalsLaw("a create for which no connection is made is Transport, and makes no room", (ground) =>
      Effect.gen(function* () {
        const { attempts, quirks, rooms } = ground
        const refused = yield* failure(under(ground, create.refuse(), rooms.create({})), "ServiceError")
        assert(refused.reason._tag === "Transport")
        assert.isFalse(refused.reason.requestSent)
        assertEvidence(refused.evidence, "createRoom", times(attempts, undefined), quirks)
        assert.deepStrictEqual(yield* plain.roomIds(rooms.stream()), [])
      })
    ),
    retriesLaw("a create that was certainly not processed is sent again", (ground) =>
      Effect.gen(function* () {
        const { rooms } = ground
        yield* under(ground, create.times(1).respond(429, { retryAfter: "2 seconds" }), rooms.create({}))
        assert.strictEqual((yield* plain.roomIds(rooms.stream())).length, 1)
      })
    ),
    worldLaw("createOnce makes one room for a key, and keeps the key in its metadata", ({ rooms }) =>
      Effect.gen(function* () {
        const input = { roomLocked: true, metadata: { title: "Once" } }
        const once = yield* rooms.createOnce(input, { key: "a" })
        const soon = yield* rooms.createOnce(input, { key: "a" })
        // For some seconds, a client knows what it made. After that, the list tells.
        yield* TestClock.adjust(minute)
        const again = yield* rooms.createOnce(input, { key: "a" })
        const other = yield* rooms.createOnce(input, { key: "b" })
        assert.deepStrictEqual([soon.roomId, again.roomId], [once.roomId, once.roomId])
        assert.sameMembers(yield* plain.roomIds(rooms.stream()), [once.roomId, other.roomId])
        assert.deepStrictEqual(plain.details(yield* rooms.get(once.roomId)), {
          roomId: once.roomId,
          roomLocked: true,
          metadata: { title: "Once", idempotencyKey: "a" }
        })
      })
    ),
    worldLaw("createOnce without a key makes another room each time", ({ rooms }) =>
      Effect.gen(function* () {
        const first = yield* rooms.createOnce({})
        const second = yield* rooms.createOnce({})
        assert.notStrictEqual(first.roomId, second.roomId)
        const keys = yield* plain.collect(rooms.stream(), ({ metadata }) => Option.getOrThrow(metadata).idempotencyKey)
        assert.strictEqual(new Set(keys).size, 2)
        for (const key of keys) assert.match(String(key), /^[0-9a-f]{32}$/)
      })
    ),
    worldLaw("concurrent calls of createOnce with one key make one room, and all have it", (ground) =>
      Effect.gen(function* () {
        const { rooms } = ground
        const once = rooms.createOnce({ metadata: { title: "Once" } }, { key: "a" })
        const others = Effect.all([rooms.createOnce({}, { key: "b" }), rooms.create({})], { concurrency: "unbounded" })
        const calls = Effect.all([once, once, once, once], { concurrency: "unbounded" })
        const [[first, ...same], apart] = yield* Effect.all([calls, others], { concurrency: "unbounded" })
        for (const room of same) assert.deepStrictEqual(room, first)
        const made = [first, ...apart].map(({ roomId }) => roomId)
        assert.sameMembers(yield* plain.roomIds(rooms.stream()), made)
      })
    ),
    worldLaw("concurrent creates make a room each", ({ rooms }) =>
      Effect.gen(function* () {
        const creates = [rooms.create({}), rooms.createOnce({}), rooms.create({}), rooms.createOnce({})]
        const made = yield* Effect.all(creates, { concurrency: "unbounded" })
        const roomIds = made.map(({ roomId }) => roomId)
        assert.strictEqual(new Set(roomIds).size, creates.length)
        assert.sameMembers(yield* plain.roomIds(rooms.stream()), roomIds)
      })
    ),
    worldLaw("createOnce refuses a key that a concurrent call has with other input", ({ rooms }) =>
      Effect.gen(function* () {
        const [made, refused] = yield* Effect.all(
          [
            rooms.createOnce({ metadata: { title: "Once" } }, { key: "a" }),
            failure(rooms.createOnce({ metadata: { title: "Twice" } }, { key: "a" }), "InvalidRequest")
          ],
          { concurrency: "unbounded" }
        )
        assert.strictEqual(refused.field, "key")
        assert.deepStrictEqual(yield* plain.roomIds(rooms.stream()), [made.roomId])
      })
    ),
    worldLaw("a call of createOnce that is given up does not end the others", ({ rooms }) =>
      Effect.gen(function* () {
        const once = rooms.createOnce({}, { key: "a" })
        const first = yield* Effect.forkChild(once, { startImmediately: true })
        const second = yield* Effect.forkChild(once, { startImmediately: true })
        yield* Fiber.interrupt(first)
        const { roomId } = yield* Fiber.join(second)
        assert.deepStrictEqual(yield* plain.roomIds(rooms.stream()), [roomId])
      })
    ),
    worldLaw("createOnce makes one room, whatever becomes of the answer", (ground) =>
      Effect.gen(function* () {
        const { quirks, rooms } = ground
        for (const [index, [, , { action }]] of [...lostAnswers, ...lostRequests].entries()) {
          const key = `key ${index}`
          const lost: Fault = { ...create.times(1).refuse(), action }
          const result = yield* Effect.result(under(ground, lost, rooms.createOnce({}, { key })))
          const made = yield* idsWithKey(ground, key)
          if (result._tag === "Success") assert.deepStrictEqual(made, [result.success.roomId])
          else {
            // Where rooms are added at the tail of the list, its beginning does not tell that a room is missing.
            assert.deepStrictEqual([quirks.roomsOrder, made], ["oldestFirst", []])
            assert.strictEqual(result.failure._tag, "CreateOutcomeUnknown")
          }
          yield* TestClock.adjust(minute)
        }
      })
    ),
    worldLaw("createOnce gives up where every answer is lost, and says with which key to look", (ground) =>
      Effect.gen(function* () {
        const { rooms } = ground
        const lost = create.reset("beforeWork")
        const unknown = yield* failure(under(ground, lost, rooms.createOnce({}, { key: "a" })), "CreateOutcomeUnknown")
        assert.strictEqual(unknown.idempotencyKey, "a")
        assert.match(unknown.lookUp ?? "", /in no room that the list shows/)
        assert.deepStrictEqual(yield* plain.roomIds(rooms.stream()), [])
      })
    ),
    worldLaw("createOnce never makes two rooms, however many there are", (ground) =>
      Effect.gen(function* () {
        const { quirks, rooms } = ground
        yield* seedRooms(ground, 45)
        yield* TestClock.adjust(minute)
        const lost = create.times(1).reset("afterWork")
        const result = yield* Effect.result(under(ground, lost, rooms.createOnce({}, { key: "a" })))
        const [roomId, ...others] = yield* idsWithKey(ground, "a")
        assert.deepStrictEqual(others, [])
        if (quirks.roomsOrder === "newestFirst") {
          assert(result._tag === "Success")
          assert.strictEqual(result.success.roomId, roomId)
          // The newest 50 rooms are searched for a key.
          yield* TestClock.adjust(minute)
          yield* seedRooms(ground, 49)
          assert.strictEqual((yield* rooms.createOnce({}, { key: "a" })).roomId, roomId)
        } else if (result._tag === "Failure") {
          // The first pages of the list do not show the newest rooms, so that it cannot be told.
          assert.strictEqual(result.failure._tag, "CreateOutcomeUnknown")
        }
      })
    )
  ]
}
