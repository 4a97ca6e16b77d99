/**
 * Laws about creating rooms: one logical create makes one room, even if responses are lost.
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

/** Faults that lose the response after the room was created. */
const lostAnswers: ReadonlyArray<readonly [string, number | undefined, Fault]> = [
  ["Transport", undefined, create.reset("afterWork")],
  ["Transport", 201, create.cut()],
  ["UnexpectedStatus", 503, create.respond(503, { when: "afterWork" })],
  ["UnexpectedStatus", 408, create.respond(408, { when: "afterWork" })],
  ["InvalidResponse", 200, create.wrongShape()]
]

/** Faults that lose the response before the room is created. Only the service knows that. */
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
    worldLaw("a create without a response fails with CreateOutcomeUnknown, and is not sent again", (ground) =>
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
    worldLaw("a create that was certainly not processed fails with the reason, and makes no room", (ground) =>
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
    refusalsLaw("a create without a connection fails with Transport, and makes no room", (ground) =>
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
    worldLaw("createOnce makes one room for a key, and stores the key in its metadata", ({ rooms }) =>
      Effect.gen(function* () {
        const input = { roomLocked: true, metadata: { title: "Once" } }
        const once = yield* rooms.createOnce(input, { key: "a" })
        const soon = yield* rooms.createOnce(input, { key: "a" })
        // For some seconds, a client remembers what it created. After that, it finds the room in the list.
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
    worldLaw("concurrent calls of createOnce with one key make one room, and all return it", (ground) =>
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
    worldLaw("createOnce refuses a key that a concurrent call uses with different input", ({ rooms }) =>
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
    worldLaw("an interrupted call of createOnce does not interrupt the others", ({ rooms }) =>
      Effect.gen(function* () {
        const once = rooms.createOnce({}, { key: "a" })
        const first = yield* Effect.forkChild(once, { startImmediately: true })
        const second = yield* Effect.forkChild(once, { startImmediately: true })
        yield* Fiber.interrupt(first)
        const { roomId } = yield* Fiber.join(second)
        assert.deepStrictEqual(yield* plain.roomIds(rooms.stream()), [roomId])
      })
    ),
    worldLaw("createOnce makes one room, even if the response is lost", (ground) =>
      Effect.gen(function* () {
        const { quirks, rooms } = ground
        for (const [index, [, , { action }]] of [...lostAnswers, ...lostRequests].entries()) {
          const key = `key ${index}`
          const lost: Fault = { ...create.times(1).refuse(), action }
          const result = yield* Effect.result(under(ground, lost, rooms.createOnce({}, { key })))
          const made = yield* idsWithKey(ground, key)
          if (result._tag === "Success") assert.deepStrictEqual(made, [result.success.roomId])
          else {
            // If new rooms are at the tail of the list, its beginning cannot show that a room is missing.
            assert.deepStrictEqual([quirks.roomsOrder, made], ["oldestFirst", []])
            assert.strictEqual(result.failure._tag, "CreateOutcomeUnknown")
          }
          yield* TestClock.adjust(minute)
        }
      })
    ),
    worldLaw("createOnce gives up if every response is lost, and its error names the key", (ground) =>
      Effect.gen(function* () {
        const { rooms } = ground
        const lost = create.reset("beforeWork")
        const unknown = yield* failure(under(ground, lost, rooms.createOnce({}, { key: "a" })), "CreateOutcomeUnknown")
        assert.strictEqual(unknown.idempotencyKey, "a")
        assert.match(unknown.lookUp ?? "", /in no room that the list shows/)
        assert.deepStrictEqual(yield* plain.roomIds(rooms.stream()), [])
      })
    ),
    worldLaw("createOnce never makes two rooms, even in a long list", (ground) =>
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
          // The first pages of the list do not contain the newest rooms, so the client cannot know.
          assert.strictEqual(result.failure._tag, "CreateOutcomeUnknown")
        }
      })
    )
  ]
}
