import { assert, describe, it } from "@effect/vitest"
import { operations, urlTemplate } from "@effect-rooms/core/unstable"
import * as Effect from "effect/Effect"
import { failureInTime, reasonOf } from "../fixtures/failure.ts"
import {
  createRoom,
  everyOperation,
  everyRead,
  listRecordings,
  listRooms,
  listSessions,
  liveParticipants,
  metrics,
  type OperationCase,
  roomDetails,
  roomId,
  roomMetadata,
  sessionId,
  sessionParticipants
} from "../fixtures/operations.ts"
import { type Answer, answering, json, text } from "../fixtures/recordingClient.ts"

/** The error that an operation makes of an answer. */
const errorOf = Effect.fnUntraced(function* ({ run }: OperationCase, answer: Answer) {
  const { backend } = yield* answering(answer)
  return yield* failureInTime(run(backend))
})

const says = (message: string, status: number, headers = {}): Answer => json({ message }, { status, headers })

for (const operation of everyOperation) {
  const { name } = operation
  describe(name, () => {
    for (const status of [401, 403]) {
      it.effect(`${status} is Unauthorized, with what the service says`, () =>
        Effect.gen(function* () {
          const error = yield* errorOf(operation, says("unknown API key", status))
          assert(error._tag === "Unauthorized", error.message)
          assert.strictEqual(error.serverMessage, "unknown API key")
          assert.strictEqual(error.evidence.status, status)
        })
      )
    }

    for (const status of [400, 413, 422]) {
      it.effect(`${status} is InvalidRequest, with what the service says`, () =>
        Effect.gen(function* () {
          const error = yield* errorOf(operation, says("limit is too large", status))
          assert(error._tag === "InvalidRequest", error.message)
          assert.strictEqual(error.field, "")
          assert.strictEqual(error.problem, "limit is too large")
          assert.strictEqual(error.evidence.status, status)
        })
      )
    }

    it.effect("429 is RateLimited", () =>
      Effect.gen(function* () {
        const error = yield* errorOf(operation, says("slow down", 429))
        assert(error._tag === "ServiceError", error.message)
        reasonOf(error, "RateLimited")
        assert.isTrue(error.isRetryable)
        assert.strictEqual(error.evidence.status, 429)
      })
    )

    it.effect("the error tells which request it is about, and how it was answered", () =>
      Effect.gen(function* () {
        const error = yield* errorOf(operation, says("no", 401, { "x-request-id": "request-7" }))
        const { attempts, elapsedMillis, ...evidence } = error.evidence
        assert.deepStrictEqual(evidence, {
          operation: name,
          method: operations[name].method,
          urlTemplate: urlTemplate(name),
          status: 401,
          requestId: "request-7"
        })
        assert.deepStrictEqual(attempts, [{ status: 401, waitedMillis: 0 }])
        assert.strictEqual(elapsedMillis, 0)
      })
    )
  })
}

describe("404", () => {
  for (const operation of [roomDetails, roomMetadata, listSessions]) {
    it.effect(`${operation.name}: the room is not found`, () =>
      Effect.gen(function* () {
        const error = yield* errorOf(operation, says("room not found", 404))
        assert(error._tag === "RoomNotFound", error.message)
        assert.strictEqual(error.roomId, roomId)
        assert.strictEqual(error.serverMessage, "room not found")
        assert.strictEqual(error.evidence.status, 404)
      })
    )
  }

  it.effect("sessionParticipants: the session is not found", () =>
    Effect.gen(function* () {
      const error = yield* errorOf(sessionParticipants, says("session not found", 404))
      assert(error._tag === "SessionNotFound", error.message)
      assert.strictEqual(error.sessionId, sessionId)
      assert.strictEqual(error.serverMessage, "session not found")
      assert.strictEqual(error.evidence.status, 404)
    })
  )

  it.effect("liveParticipants: the room is empty", () =>
    Effect.gen(function* () {
      const error = yield* errorOf(liveParticipants, says("no ongoing session", 404))
      assert(error._tag === "NoLiveSession", error.message)
      assert.strictEqual(error.roomId, roomId)
      assert.strictEqual(error.serverMessage, "no ongoing session")
      assert.strictEqual(error.evidence.status, 404)
    })
  )

  for (const operation of [createRoom, listRooms, listRecordings, metrics]) {
    it.effect(`${operation.name}: nothing can be missing, so it is an unexpected status`, () =>
      Effect.gen(function* () {
        const error = yield* errorOf(operation, says("there is nothing here", 404))
        assert.strictEqual(error._tag, "ServiceError")
        const reason = reasonOf(error, "UnexpectedStatus")
        assert.strictEqual(reason.status, 404)
        assert.strictEqual(reason.serverMessage, "there is nothing here")
      })
    )
  }
})

describe("every other status of a read is an unexpected one", () => {
  const retryable = new Set([408, 425, 500, 502, 503, 504])
  for (const status of [300, 304, 405, 408, 409, 410, 418, 425, 451, 500, 501, 502, 503, 504, 511, 520, 599]) {
    it.effect(`${status}`, () =>
      Effect.gen(function* () {
        for (const operation of everyRead) {
          const error = yield* errorOf(operation, says("the service is unwell", status, { "cf-ray": "ray-1" }))
          assert(error._tag === "ServiceError", error.message)
          const reason = reasonOf(error, "UnexpectedStatus")
          assert.strictEqual(reason.status, status)
          assert.strictEqual(reason.serverMessage, "the service is unwell")
          assert.isFalse("location" in reason)
          assert.strictEqual(error.isRetryable, retryable.has(status))
          assert.strictEqual(error.evidence.status, status)
          assert.strictEqual(error.evidence.requestId, "ray-1")
          assert.strictEqual(error.evidence.attempts.at(-1)?.status, status)
        }
      })
    )
  }

  for (const status of [301, 302, 303, 307, 308]) {
    it.effect(`${status}, with where it points`, () =>
      Effect.gen(function* () {
        const headers = { location: "https://other.example.com/rooms" }
        const error = yield* errorOf(metrics, text("", { status, headers }))
        const reason = reasonOf(error, "UnexpectedStatus")
        assert.strictEqual(reason.status, status)
        assert.strictEqual(reason.location, "https://other.example.com/rooms")
        assert.include(error.message, "https://other.example.com/rooms")
      })
    )
  }
})

describe("the id of a request", () => {
  const requestIdOf = Effect.fnUntraced(function* (headers: Record<string, string>) {
    const { evidence } = yield* errorOf(metrics, says("no", 403, headers))
    return evidence.requestId
  })

  for (const header of [
    "x-request-id",
    "request-id",
    "x-amzn-requestid",
    "x-correlation-id",
    "cf-ray",
    "x-amz-cf-id"
  ]) {
    it.effect(`is taken from ${header}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* requestIdOf({ [header]: "id-1" }), "id-1")
      })
    )
  }

  it.effect("is the service's rather than a gateway's", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* requestIdOf({ "cf-ray": "gateway", "x-request-id": "service" }), "service")
    })
  )

  it.effect("is absent where no header has one", () =>
    Effect.gen(function* () {
      const { evidence } = yield* errorOf(metrics, says("no", 403))
      assert.isFalse("requestId" in evidence)
    })
  )
})
