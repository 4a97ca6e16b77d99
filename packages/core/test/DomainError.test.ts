import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { CreateRoomError, LiveError, RoomError, SessionError } from "../src/Backend.ts"
import {
  CreateOutcomeUnknown,
  InvalidRequest,
  MetadataTooLarge,
  NoLiveSession,
  RoomNotFound,
  SessionNotFound,
  Unauthorized
} from "../src/DomainError.ts"
import { RoomId, SessionId } from "../src/Identifier.ts"
import { evidenceFor, makeEvidence } from "../src/operations/evidence.ts"
import { PaginationError, StuckCursor } from "../src/PaginationError.ts"
import { RateLimited, ServiceError } from "../src/ServiceError.ts"
import { plain, reset } from "./fixtures/errors.ts"

const roomId = RoomId.make("room-1")
const sessionId = SessionId.make("session-1")

const samples = [
  {
    tag: "RoomNotFound",
    error: new RoomNotFound({ roomId, evidence: evidenceFor("roomDetails", 404) }),
    message: 'no room "room-1" belongs to this API key'
  },
  {
    tag: "RoomNotFound",
    error: new RoomNotFound({ roomId, serverMessage: "Room not found", evidence: evidenceFor("listSessions", 404) }),
    message: 'no room "room-1" belongs to this API key (the service says: Room not found)'
  },
  {
    tag: "SessionNotFound",
    error: new SessionNotFound({ sessionId, evidence: evidenceFor("sessionParticipants", 404) }),
    message: 'no session "session-1" belongs to this API key'
  },
  {
    tag: "SessionNotFound",
    error: new SessionNotFound({ sessionId, serverMessage: "gone", evidence: evidenceFor("sessionParticipants", 404) }),
    message: 'no session "session-1" belongs to this API key (the service says: gone)'
  },
  {
    tag: "NoLiveSession",
    error: new NoLiveSession({ roomId, evidence: evidenceFor("liveParticipants", 404) }),
    message: 'room "room-1" has no ongoing session'
  },
  {
    tag: "NoLiveSession",
    error: new NoLiveSession({ roomId, serverMessage: "idle", evidence: evidenceFor("liveParticipants", 404) }),
    message: 'room "room-1" has no ongoing session (the service says: idle)'
  },
  {
    tag: "Unauthorized",
    error: new Unauthorized({ evidence: evidenceFor("metrics", 401) }),
    message: "the service does not accept the API key for metrics"
  },
  {
    tag: "Unauthorized",
    error: new Unauthorized({ serverMessage: "Invalid key", evidence: evidenceFor("listRooms", 403) }),
    message: "the service does not accept the API key for listRooms (the service says: Invalid key)"
  },
  {
    tag: "MetadataTooLarge",
    error: new MetadataTooLarge({ bytes: 10_241, limit: 10_240, evidence: makeEvidence("createRoom") }),
    message: "metadata has 10241 bytes as UTF-8 JSON; the limit is 10240"
  },
  {
    tag: "InvalidRequest",
    error: new InvalidRequest({ field: "limit", problem: "too small", evidence: makeEvidence("listSessions") }),
    message: "listSessions: limit: too small"
  },
  {
    tag: "InvalidRequest",
    error: new InvalidRequest({ field: "", problem: "Bad Request", evidence: evidenceFor("createRoom", 400) }),
    message: "createRoom: Bad Request"
  },
  {
    tag: "CreateOutcomeUnknown",
    error: new CreateOutcomeUnknown({ reason: reset, evidence: makeEvidence("createRoom") }),
    message:
      "the room may or may not have been created: the service could not be reached: the connection was reset; " +
      "look for the room before you create it again, or use createOnce"
  },
  {
    tag: "CreateOutcomeUnknown",
    error: new CreateOutcomeUnknown({ reason: reset, idempotencyKey: "order-7", evidence: makeEvidence("createRoom") }),
    message:
      "the room may or may not have been created: the service could not be reached: the connection was reset; " +
      'once the list is up to date, call createOnce again with the key "order-7": it looks among the newest 50 rooms before it sends'
  },
  {
    tag: "CreateOutcomeUnknown",
    error: new CreateOutcomeUnknown({
      reason: reset,
      idempotencyKey: "order-7",
      lookUp: "it was sent 4 times, and is in no room that the list shows",
      evidence: makeEvidence("createRoom")
    }),
    message:
      "the room may or may not have been created: the service could not be reached: the connection was reset; " +
      "it was sent 4 times, and is in no room that the list shows; " +
      'once the list is up to date, call createOnce again with the key "order-7": it looks among the newest 50 rooms before it sends'
  }
] as const

describe("domain errors", () => {
  it.each(samples)("$tag says: $message", ({ error, message, tag }) => {
    assert.strictEqual(error._tag, tag)
    assert.strictEqual(error.message, message)
    assert.strictEqual(String(error), `${tag}: ${message}`)
    assert.instanceOf(error, Error)
  })

  it.each(samples)("$tag does not go away by itself, whatever is waited", ({ error }) => {
    assert.isFalse(error.isRetryable)
    assert.deepStrictEqual(error.retryAfter, Option.none())
  })

  it("ask for no wait either where the answer that a create met asked for one", () => {
    const reason = new RateLimited({ retryAfter: Option.some(Duration.seconds(90)) })
    const error = new CreateOutcomeUnknown({ reason, evidence: makeEvidence("createRoom") })
    assert.isFalse(error.isRetryable)
    assert.deepStrictEqual(error.retryAfter, Option.none())
  })

  it("and the others tell in one way whether and when to try again", () => {
    // Each error that a program can meet must have both, or this does not compile.
    type AnyError = CreateRoomError | RoomError | SessionError | LiveError | PaginationError
    const advice = ({ isRetryable, retryAfter }: AnyError) => ({ isRetryable, retryAfter })
    const evidence = evidenceFor("listRooms", 429)
    const retryAfter = Option.some(Duration.seconds(90))
    const limited = new ServiceError({ reason: new RateLimited({ retryAfter }), evidence })
    const stuck = new PaginationError({ reason: new StuckCursor({ next: 1 }), emitted: 0, evidence })
    assert.deepStrictEqual(advice(limited), { isRetryable: true, retryAfter })
    assert.deepStrictEqual(advice(stuck), { isRetryable: false, retryAfter: Option.none() })
  })

  it("keep their message, their evidence and the other fields in JSON", () => {
    const evidence = evidenceFor("roomDetails", 404)
    assert.deepStrictEqual(plain(new RoomNotFound({ roomId, serverMessage: "gone", evidence })), {
      _tag: "RoomNotFound",
      message: 'no room "room-1" belongs to this API key (the service says: gone)',
      roomId: "room-1",
      serverMessage: "gone",
      evidence
    })
  })

  it("come back from JSON as themselves, with the reason inside", () => {
    const codec = Schema.toCodecJson(CreateOutcomeUnknown)
    const evidence = makeEvidence("createRoom")
    const error = new CreateOutcomeUnknown({ reason: reset, idempotencyKey: "k", lookUp: "it is in no room", evidence })
    const back = Schema.decodeSync(codec)(Schema.encodeSync(codec)(error))
    assert.instanceOf(back, CreateOutcomeUnknown)
    assert.deepStrictEqual(plain(back), plain(error))
    assert.strictEqual(back.message, error.message)
  })

  it.effect("are caught by tag", () =>
    Effect.gen(function* () {
      const failing: Effect.Effect<never, RoomNotFound | Unauthorized> = new RoomNotFound({
        roomId,
        evidence: evidenceFor("roomDetails", 404)
      })
      const caught = yield* failing.pipe(
        Effect.catchTag("RoomNotFound", (error) => Effect.succeed(`${error.roomId} at ${error.evidence.status}`))
      )
      assert.strictEqual(caught, "room-1 at 404")
    })
  )
})
