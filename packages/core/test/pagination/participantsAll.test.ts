/**
 * The participants of all sessions of all rooms: the requests in flight, the order, the number of requests, and rooms and
 * sessions that fail.
 */
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import type { Operations } from "../../src/Backend.ts"
import { SessionNotFound } from "../../src/DomainError.ts"
import { SessionId } from "../../src/Identifier.ts"
import { evidenceFor } from "../../src/operations/evidence.ts"
import { SessionsPage } from "../../src/Session.ts"
import type { AllSessionsOptions, RoomFailure, SessionFailure, SessionParticipants } from "../../src/Sessions.ts"
import { sends, serve, walk } from "../fixtures/backend.ts"
import { unexpectedStatus } from "../fixtures/errors.ts"
import { roomsList } from "../fixtures/lists.ts"
import { seededRandom } from "../fixtures/movingService.ts"
import { counts, named, participantsOf, service, withPeers } from "../fixtures/participants.ts"
import { allNamed, sessionsOf } from "../fixtures/roomsWithSessions.ts"
import { afterAll, heldUp, type ReadOperations } from "../fixtures/timed.ts"
import { wireSession } from "../fixtures/wire.ts"

/** Delays that a seed decides, up to two seconds. */
const randomly = (seed: number) => {
  const random = seededRandom(seed)
  return () => Effect.sleep(Math.ceil(2_000 * random()))
}

const everything = withPeers(allNamed(counts))

/** The participants of all sessions, by name. */
const all = Effect.fnUntraced(function* (script: Partial<ReadOperations>, options?: AllSessionsOptions) {
  const { calls, sessions } = yield* serve(script)
  const { onRoomError, ...rest } = { limit: 5, ...options }
  const { emitted, failure } = yield* onRoomError === "report"
    ? walk<SessionParticipants | SessionFailure | RoomFailure, unknown>(
        sessions.participantsAll({ ...rest, onRoomError })
      )
    : walk<SessionParticipants, unknown>(sessions.participantsAll(rest))
  return { calls, emitted: named(emitted), failure }
})

describe("Sessions.participantsAll", () => {
  it.effect("emits each session with its room and its participants, in the order of the rooms", () =>
    Effect.gen(function* () {
      const { emitted, failure } = yield* all(service)
      assert.isUndefined(failure)
      assert.deepStrictEqual(emitted, everything)
    })
  )

  it.effect("requests only the sessions that are consumed", () =>
    Effect.gen(function* () {
      const { calls, sessions } = yield* serve(service)
      yield* Stream.runDrain(Stream.take(sessions.participantsAll(), 2))
      assert.deepStrictEqual(calls, [
        { operation: "listRooms", request: {} },
        { operation: "listSessions", request: { roomId: "room-0", cursor: 0, limit: 100 } },
        { operation: "sessionParticipants", request: { sessionId: "room-0/0" } },
        { operation: "sessionParticipants", request: { sessionId: "room-0/1" } }
      ])
    })
  )

  it.effect("requests nothing while a row is consumed, unless it may have more than one request in flight", () =>
    Effect.gen(function* () {
      const askedDuring = Effect.fnUntraced(function* (concurrency: number) {
        const { log, script } = heldUp(service, () => Effect.void)
        const { sessions } = yield* serve(script)
        const asked: Array<number> = []
        const work = Effect.andThen(
          Effect.sleep("1 second"),
          Effect.sync(() => asked.push(log.length))
        )
        yield* afterAll(Stream.runForEach(Stream.take(sessions.participantsAll({ concurrency }), 3), () => work))
        return asked
      })
      // One for the rooms, one for the sessions of the first room, and one for each session.
      assert.deepStrictEqual(yield* askedDuring(1), [3, 4, 5])
      assert.isAbove((yield* askedDuring(2))[0] ?? 0, 3)
    })
  )

  it.effect("doesn't wait for a session that takes long with `ordered: false`", () =>
    Effect.gen(function* () {
      const { script } = heldUp(service, ({ sessionId }) =>
        sessionId === "room-0/0" ? Effect.sleep("1 hour") : Effect.sleep("1 second")
      )
      const { result } = yield* afterAll(all(script, { concurrency: 2, ordered: false, limit: 100 }))
      assert.deepStrictEqual([...result.emitted].sort(), [...everything].sort())
      assert.strictEqual(result.emitted.at(-1), "room-0/0:")
    })
  )

  it.effect("requests no participants of sessions that started outside the window", () =>
    Effect.gen(function* () {
      const day = 86_400_000
      const newest = Date.UTC(2026, 10, 22)
      const listSessions: Operations["listSessions"] = ({ cursor = 0, limit = 10, roomId }) =>
        sends(SessionsPage, {
          sessions: Array.from({ length: Math.min(limit, Math.max(0, 365 - cursor * limit)) }, (_, index) =>
            wireSession({
              sessionId: `${roomId}/${cursor * limit + index}`,
              startTime: newest - (cursor * limit + index) * day
            })
          )
        })
      const { calls, emitted } = yield* all(
        { listRooms: roomsList({ count: 2 }), listSessions, sessionParticipants: participantsOf },
        { since: DateTime.makeUnsafe(newest - 2 * day), until: DateTime.makeUnsafe(newest) }
      )
      assert.deepStrictEqual(emitted, withPeers(["room-0/1", "room-0/2", "room-1/1", "room-1/2"]))
      assert.deepStrictEqual(calls, [
        { operation: "listRooms", request: {} },
        { operation: "listSessions", request: { roomId: "room-0", cursor: 0, limit: 5 } },
        { operation: "sessionParticipants", request: { sessionId: "room-0/1" } },
        { operation: "sessionParticipants", request: { sessionId: "room-0/2" } },
        { operation: "listSessions", request: { roomId: "room-1", cursor: 0, limit: 5 } },
        { operation: "sessionParticipants", request: { sessionId: "room-1/1" } },
        { operation: "sessionParticipants", request: { sessionId: "room-1/2" } }
      ])
    })
  )

  it.effect.each([2, 8])("emits the same in the same order with concurrency %d, however long each answer takes", (n) =>
    Effect.gen(function* () {
      for (let seed = 1; seed <= 10; seed++) {
        const { script } = heldUp(service, randomly(seed))
        const { result } = yield* afterAll(all(script, { concurrency: n }))
        assert.isUndefined(result.failure)
        assert.deepStrictEqual(result.emitted, everything, `seed ${seed}`)
      }
    })
  )

  it.effect("emits the same without an order with `ordered: false`", () =>
    Effect.gen(function* () {
      for (let seed = 1; seed <= 10; seed++) {
        const { script } = heldUp(service, randomly(seed))
        const { result } = yield* afterAll(all(script, { concurrency: 8, ordered: false }))
        assert.isUndefined(result.failure)
        assert.notDeepEqual(result.emitted, everything, `seed ${seed}`)
        assert.deepStrictEqual([...result.emitted].sort(), [...everything].sort(), `seed ${seed}`)
      }
    })
  )

  describe.each([true, false])("ordered: %s", (ordered) => {
    it.effect.each([1, 2, 3, 8])(
      "has at most %d requests in flight, for rooms, sessions and participants together",
      (concurrency) =>
        Effect.gen(function* () {
          const { script, stats } = heldUp(service, randomly(concurrency))
          const { result } = yield* afterAll(all(script, { concurrency, ordered }))
          assert.strictEqual(result.emitted.length, everything.length)
          const { inFlight, mostInFlight } = stats()
          assert.deepStrictEqual({ inFlight, mostInFlight }, { inFlight: 0, mostInFlight: concurrency })
        })
    )

    it.effect("leaves nothing in flight when it is interrupted", () =>
      Effect.gen(function* () {
        const { script, stats } = heldUp(service, ({ sessionId }) =>
          sessionId === undefined ? Effect.sleep(50) : Effect.never
        )
        const fiber = yield* Effect.forkChild(all(script, { concurrency: 4, ordered }))
        yield* TestClock.adjust("1 hour")
        const { interrupted, ...waiting } = stats()
        assert.deepStrictEqual(waiting, { inFlight: 4, mostInFlight: 4 })
        yield* Fiber.interrupt(fiber)
        assert.deepStrictEqual(stats(), { inFlight: 0, mostInFlight: 4, interrupted: interrupted + 4 })
      })
    )
  })

  it.effect("keeps eight requests in flight nearly all the time", () =>
    Effect.gen(function* () {
      const many = Array.from({ length: 60 }, (_, room) => 1 + (room % 9))
      const lists = {
        ...service,
        listRooms: roomsList({ count: many.length, pageSize: 10 }),
        listSessions: sessionsOf(many)
      }
      const { log, script } = heldUp(lists, () => Effect.sleep(100))
      const { millis, result } = yield* afterAll(all(script, { concurrency: 8, limit: 100 }))
      assert.deepStrictEqual(result.emitted, withPeers(allNamed(many)))
      const least = 100 * Math.ceil(log.length / 8)
      assert.isAtMost(millis, 1.2 * least)
    })
  )
})

describe("a session whose participants can't be read", () => {
  const gone = new SessionNotFound({
    sessionId: SessionId.make("room-2/4"),
    evidence: evidenceFor("sessionParticipants", 404)
  })
  const failing: Partial<ReadOperations> = {
    ...service,
    sessionParticipants: (request) => (request.sessionId === "room-2/4" ? Effect.fail(gone) : participantsOf(request))
  }
  const before = withPeers(allNamed([3, 0, 4]))

  it.effect.each([1, 8])("ends the walk after every row in front of it, with concurrency %d", (concurrency) =>
    Effect.gen(function* () {
      const { script } = heldUp(failing, randomly(7))
      const { result } = yield* afterAll(all(script, { concurrency }))
      assert.strictEqual(result.failure, gone)
      assert.deepStrictEqual(result.emitted, before)
    })
  )

  it.effect.each([1, 8])("is reported in its place, with concurrency %d", (concurrency) =>
    Effect.gen(function* () {
      const { script } = heldUp(failing, randomly(7))
      const { result } = yield* afterAll(all(script, { concurrency, onRoomError: "report" }))
      assert.isUndefined(result.failure)
      assert.deepStrictEqual(result.emitted, [...before, "room-2/4 failed", ...everything.slice(before.length + 1)])
    })
  )

  it.effect("is reported with its room, its session and the error", () =>
    Effect.gen(function* () {
      const { sessions } = yield* serve(failing)
      const walked = sessions.participantsAll({ concurrency: 4, ordered: false, onRoomError: "report" })
      const { emitted } = yield* walk(Stream.filter(walked, (row) => row._tag !== "SessionParticipants"))
      const [failure] = emitted
      assert.strictEqual(emitted.length, 1)
      assert(failure?._tag === "SessionFailure")
      assert.deepStrictEqual<ReadonlyArray<string>>(
        [failure.room.roomId, failure.session.sessionId],
        ["room-2", "room-2/4"]
      )
      assert.strictEqual(failure.error, gone)
    })
  )
})

describe("a room whose sessions can't be read", () => {
  const broken = unexpectedStatus("listSessions")
  const failing: Partial<ReadOperations> = {
    ...service,
    listSessions: (request) =>
      request.roomId === "room-2" && (request.cursor ?? 0) > 0 ? Effect.fail(broken) : sessionsOf(counts)(request)
  }
  const before = withPeers(allNamed([3, 0, 5]))

  it.effect.each([1, 8])("ends the walk after every row in front of it, with concurrency %d", (concurrency) =>
    Effect.gen(function* () {
      const { script } = heldUp(failing, randomly(7))
      const { result } = yield* afterAll(all(script, { concurrency }))
      assert.strictEqual(result.failure, broken)
      assert.deepStrictEqual(result.emitted, before)
    })
  )

  it.effect.each([1, 8])("is reported in its place, with concurrency %d", (concurrency) =>
    Effect.gen(function* () {
      const { script } = heldUp(failing, randomly(7))
      const { result } = yield* afterAll(all(script, { concurrency, onRoomError: "report" }))
      assert.isUndefined(result.failure)
      assert.deepStrictEqual(result.emitted, [...before, "room-2 failed", ...withPeers(allNamed(counts, 3))])
    })
  )

  it.effect("is reported, but a list of rooms that fails ends the walk", () =>
    Effect.gen(function* () {
      const failed = unexpectedStatus("listRooms")
      const listRooms: Operations["listRooms"] = (request) =>
        request.cursor === 3 ? Effect.fail(failed) : roomsList({ count: counts.length, pageSize: 4 })(request)
      for (const concurrency of [1, 4]) {
        const { emitted, failure } = yield* all({ ...service, listRooms }, { concurrency, onRoomError: "report" })
        assert.strictEqual(failure, failed)
        assert.deepStrictEqual(emitted, withPeers(allNamed(counts.slice(0, 8))))
      }
    })
  )
})
