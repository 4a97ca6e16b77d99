/**
 * Laws about error responses: the status decides which error an operation fails with.
 */

import { assert } from "@effect/vitest"
import { type OperationName, operations } from "@effect-rooms/core/unstable"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { fault } from "../Fault.ts"
import type { Quirks } from "../Quirks.ts"
import { tagOf } from "./errorTags.ts"
import { everyOperation, everyRead } from "./everyOperation.ts"
import { assertEvidence, failure, times, under } from "./failure.ts"
import { numbers, second } from "./fixtures.ts"
import { type Chapter, retriesLaw, type WorldGround, worldLaw } from "./law.ts"
import * as plain from "./plainValues.ts"

const retryable = [408, 425, 429, 500, 502, 503, 504]

/** Returns the message that a client sees, if the quirk `errorBody` sends it. */
const says = ({ errorBody }: Quirks, message: string) =>
  errorBody === "message" || errorBody === "okFalse" ? message : undefined

const isAnsweredWith = Effect.fnUntraced(function* (ground: WorldGround, operation: OperationName, status: number) {
  const effect = everyOperation(ground).find(([name]) => name === operation)?.[1]
  assert(effect !== undefined)
  const error = yield* failure(under(ground, fault(operation).respond(status), effect), tagOf(operation, status))
  assert(error._tag !== "MetadataTooLarge")
  const isSentAgain = retryable.includes(status) && (operations[operation].isSafe || status === 429)
  assertEvidence(error.evidence, operation, times(isSentAgain ? ground.attempts : 1, status), ground.quirks)
  const message = says(ground.quirks, `a fault answers ${status}`)
  if (error._tag === "ServiceError" || error._tag === "CreateOutcomeUnknown") {
    const { reason } = error
    assert(reason._tag === "UnexpectedStatus")
    assert.deepStrictEqual([reason.status, reason.serverMessage], [status, message])
    assert.strictEqual(error.isRetryable, error._tag === "ServiceError" && retryable.includes(status))
  } else if (error._tag === "InvalidRequest") {
    assert.strictEqual(error.problem, message ?? `the service rejected it with status ${status}`)
    assert.strictEqual(error.field, "")
  } else {
    assert.strictEqual(error.serverMessage, message)
    assert.isFalse(error.isRetryable)
  }
})

/** How long a service asks to wait, by its quirk `retryAfter`. */
const waitOf = ({ retryAfter }: Quirks, millis: number): number | undefined => {
  switch (retryAfter) {
    case "seconds":
    case "date":
      return Math.ceil(millis / second) * second
    case "millis":
      return millis
    case "absent":
      return undefined
  }
}

export const errors: Chapter = {
  title: "errors",
  laws: [
    worldLaw("the status of a response decides the error of every operation, which carries evidence", (ground) =>
      Effect.gen(function* () {
        for (const [operation] of everyOperation(ground)) {
          yield* isAnsweredWith(ground, operation, 404)
        }
        for (const operation of ["createRoom", "listRooms"] as const) yield* isAnsweredWith(ground, operation, 503)
        for (const status of [400, 401, 403, 408, 409, 413, 422, 425, 500, 501, 502, 504]) {
          yield* isAnsweredWith(ground, "metrics", status)
        }
      })
    ),
    worldLaw("an error about an unknown room or session names it", (ground) =>
      Effect.gen(function* () {
        for (const [operation, effect] of everyOperation(ground)) {
          const tag = tagOf(operation, 404)
          if (tag === "ServiceError") continue
          const error = yield* failure(under(ground, fault(operation).respond(404), effect), tag)
          if (error._tag === "SessionNotFound") assert.strictEqual(error.sessionId, "any-session")
          else assert("roomId" in error && error.roomId === "any-room")
        }
      })
    ),
    worldLaw(
      "an operation fails immediately if the service asks to wait longer than a minute, and its error says how long",
      (ground) =>
        Effect.gen(function* () {
          const { attempts, quirks } = ground
          for (const [operation, effect] of everyOperation(ground)) {
            const limited = fault(operation).respond(429, { retryAfter: "90 seconds" })
            const error = yield* failure(under(ground, limited, effect), "ServiceError")
            assert(error.reason._tag === "RateLimited")
            const wait = waitOf(quirks, 90 * second)
            assert.strictEqual(Option.getOrUndefined(Option.map(error.retryAfter, Duration.toMillis)), wait)
            assert.isTrue(error.isRetryable)
            assertEvidence(error.evidence, operation, times(wait === undefined ? attempts : 1, 429), quirks)
            assert.isBelow(error.evidence.elapsedMillis, 60 * second)
          }
        })
    ),
    worldLaw("a redirect is not followed", (ground) =>
      Effect.gen(function* () {
        const location = "https://elsewhere.invalid/"
        const moved = fault("listRooms").respond(302, { headers: { location } })
        const error = yield* failure(under(ground, moved, ground.rooms.page()), "ServiceError")
        assert(error.reason._tag === "UnexpectedStatus")
        assert.deepStrictEqual([error.reason.status, error.reason.location], [302, location])
      })
    ),
    retriesLaw("a read survives temporary failures: it is sent again and succeeds", (ground) =>
      Effect.gen(function* () {
        const { attempts, world } = ground
        const { roomId } = yield* ground.rooms.create({})
        const { sessionId } = yield* world.join(roomId)
        for (const [operation, effect] of everyRead(ground, { roomId, sessionId })) {
          const before = yield* effect
          const passing = fault(operation)
            .times(attempts - 1)
            .respond(503)
          assert.deepStrictEqual(JSON.stringify(yield* under(ground, passing, effect)), JSON.stringify(before))
        }
      })
    ),
    retriesLaw("a retry waits as long as the service asks", (ground) =>
      Effect.gen(function* () {
        const { metrics, quirks, world } = ground
        const limited = fault("metrics").times(1).respond(429, { retryAfter: "7 seconds" })
        yield* under(ground, limited, metrics.get)
        const [first, again] = yield* world.log
        assert(first !== undefined && again !== undefined)
        if (quirks.retryAfter !== "absent") assert.isAtLeast(again.at - first.at, 7 * second)
      })
    ),
    retriesLaw("a failed page is retried alone, without starting the walk again", (ground) =>
      Effect.gen(function* () {
        const { quirks, rooms, world } = ground
        yield* world.seed({ rooms: numbers(25).map((index) => ({ createdAgo: (30 - index) * second })) })
        const walked = yield* under(
          ground,
          fault("listRooms").after(1).times(1).respond(503),
          plain.roomIds(rooms.stream())
        )
        assert.strictEqual(new Set(walked).size, 25)
        assert.strictEqual(walked.length, 25)
        const first = (yield* world.log).filter(({ input }) => JSON.stringify(input) === "{}")
        if (quirks.roomsOrder === "newestFirst") assert.strictEqual(first.length, 1)
      })
    )
  ]
}
