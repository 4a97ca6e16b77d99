/**
 * Laws about responses that never arrive whole, and responses that break the contract.
 */

import { assert } from "@effect/vitest"
import type { OperationName } from "@effect-rooms/core/unstable"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { fault } from "../Fault.ts"
import { tagIfLost } from "./errorTags.ts"
import { everyOperation, everyRead, hasResponseBody } from "./everyOperation.ts"
import { assertEvidence, failure, times, under } from "./failure.ts"
import { type Chapter, refusalsLaw, worldLaw } from "./law.ts"
import { withoutPatience } from "./virtualTime.ts"

/** A response that breaks the contract in one place, and the path of that place. */
type WrongShape = readonly [path: string, body: Schema.Json]

/** Responses that break the contract somewhere inside. */
const wrongInside: { readonly [Name in OperationName]?: WrongShape } = {
  createRoom: ["data.roomId", { message: "created", data: {} }],
  listRooms: [
    "rooms[0].roomLocked",
    {
      rooms: [{ roomId: "a", createdAt: 1, roomLocked: "no", metadata: null }],
      pageSize: 1,
      current: 1,
      nextCursor: null,
      prevCursor: 0,
      count: 1
    }
  ],
  roomDetails: ["roomId", { roomId: "", roomLocked: false, metadata: null }],
  roomMetadata: ["metadata", { metadata: 7 }],
  listSessions: ["sessions[0].startTime", { sessions: [{ sessionId: "s", startTime: "yesterday", endTime: null }] }],
  sessionParticipants: ["participants", { participants: {} }],
  liveParticipants: ["count", { count: "2", participants: [] }],
  listRecordings: [
    "recordings[0].recordingSize",
    { nextCursor: null, recordings: [{ id: "r", recordingUrl: "u", recordingSize: null }] }
  ],
  metrics: [
    "totalDuration",
    { totalSessions: 1, totalDuration: 1.5, totalUsers: 1, recordingCount: 0, livestreamCount: 0 }
  ]
}

/** Returns responses that break the contract of an operation, which has a response body. */
const wrongShapes = (operation: OperationName): ReadonlyArray<WrongShape> => {
  const inside = wrongInside[operation]
  return [["", 7], ...(inside === undefined ? [] : [inside])]
}

export const faults: Chapter = {
  title: "broken answers",
  laws: [
    refusalsLaw("a request without a connection fails with Transport, and was never sent", (ground) =>
      Effect.gen(function* () {
        const { attempts, quirks, world } = ground
        for (const [operation, effect] of everyRead(ground)) {
          const { evidence, isRetryable, reason } = yield* failure(
            under(ground, fault(operation).refuse(), effect),
            "ServiceError"
          )
          assert(reason._tag === "Transport")
          assert.isFalse(reason.requestSent)
          assert.isTrue(isRetryable)
          assertEvidence(evidence, operation, times(attempts, undefined), quirks)
        }
        for (const { outcome } of yield* world.log) assert.strictEqual(outcome, "NotDone")
      })
    ),
    worldLaw("a request without a response fails with Transport, and may have been processed", (ground) =>
      Effect.gen(function* () {
        const { attempts, quirks } = ground
        for (const [operation, effect] of everyRead(ground)) {
          const { evidence, isRetryable, reason } = yield* failure(
            under(ground, fault(operation).reset("afterWork"), effect),
            "ServiceError"
          )
          assert(reason._tag === "Transport")
          assert.isTrue(reason.requestSent)
          assert.isTrue(isRetryable)
          assertEvidence(evidence, operation, times(attempts, undefined), quirks)
        }
      })
    ),
    worldLaw("a response that breaks off fails with Transport, and carries its status", (ground) =>
      Effect.gen(function* () {
        const { attempts, quirks, rooms, world } = ground
        const { roomId } = yield* rooms.create({})
        const { sessionId } = yield* world.join(roomId)
        for (const [operation, effect] of everyRead(ground, { roomId, sessionId })) {
          if (!hasResponseBody(operation)) continue
          const cut = operation === "metrics" ? fault(operation).cut(0) : fault(operation).cut()
          const error = yield* failure(under(ground, cut, effect), "ServiceError")
          assert(error.reason._tag === "Transport")
          assert.isTrue(error.reason.requestSent)
          assertEvidence(error.evidence, operation, times(attempts, 200), quirks)
        }
      })
    ),
    worldLaw("a response that never comes fails with Timeout", (ground) =>
      Effect.gen(function* () {
        const { rooms } = ground
        const stalled = under(ground, fault("listRooms").stall(), withoutPatience(rooms.page()))
        const error = yield* failure(stalled, "ServiceError")
        assert.strictEqual(error.reason._tag, "Timeout")
        assert.isTrue(error.isRetryable)
      })
    ),
    worldLaw("a response of the wrong shape fails with InvalidResponse, which says where", (ground) =>
      Effect.gen(function* () {
        const { quirks } = ground
        for (const [operation, effect] of everyOperation(ground)) {
          if (!hasResponseBody(operation)) continue
          for (const [path, body] of wrongShapes(operation)) {
            const tag = tagIfLost(operation)
            const error = yield* failure(under(ground, fault(operation).respond(200, { body }), effect), tag)
            assert(error.reason._tag === "InvalidResponse")
            assert.strictEqual(error.reason.path, path)
            assert.notStrictEqual(error.reason.problem, "")
            assert.strictEqual(error.reason.excerpt, JSON.stringify(body))
            assert.isFalse(error.isRetryable)
            // A retry would get the same wrong response.
            assertEvidence(error.evidence, operation, [200], quirks)
          }
        }
      })
    ),
    worldLaw(
      "a response that is not JSON fails with InvalidResponse, which shows an excerpt, unless the operation has no response body",
      (ground) =>
        Effect.gen(function* () {
          const { quirks } = ground
          const bodies = [
            { status: 200, body: "<!doctype html><h1>Welcome</h1>" },
            { status: 200, body: `{"rooms":[${" ".repeat(2_000)}` },
            { status: 204, body: "" }
          ]
          for (const [index, [operation, effect]] of everyOperation(ground).entries()) {
            if (!hasResponseBody(operation)) {
              for (const { body, status } of bodies) {
                assert.isUndefined(yield* under(ground, fault(operation).respond(status, { body }), effect))
              }
              continue
            }
            const tag = tagIfLost(operation)
            const { body, status } = bodies[index % bodies.length] ?? { body: "", status: 200 }
            const error = yield* failure(under(ground, fault(operation).respond(status, { body }), effect), tag)
            assert(error.reason._tag === "InvalidResponse")
            assert.deepStrictEqual([error.reason.path, error.reason.excerpt], ["", body.slice(0, 512)])
            assertEvidence(error.evidence, operation, [status], quirks)
          }
        })
    )
  ]
}
