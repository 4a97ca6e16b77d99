import { assert, describe, it } from "@effect/vitest"
import * as Option from "effect/Option"
import { RoomId, SessionId } from "../../src/Identifier.ts"
import type { OperationName } from "../../src/Operation.ts"
import { errorOf, mayBeRepeated, wasNotProcessed } from "../../src/operations/errors.ts"
import { evidenceFor, makeEvidence } from "../../src/operations/evidence.ts"
import { operationNames, operations } from "../../src/operations/table.ts"
import { RateLimited, Timeout, Transport, UnexpectedStatus } from "../../src/ServiceError.ts"
import type { RequestFailure } from "../../src/wire/RawResponse.ts"

const failedWith = (status: number, serverMessage = "no"): RequestFailure => ({
  status,
  reason:
    status === 429
      ? new RateLimited({ retryAfter: Option.none() })
      : new UnexpectedStatus({ status, serverMessage, excerpt: "" })
})

const unsent: RequestFailure = { reason: new Transport({ description: "refused", requestSent: false }) }
const lost: RequestFailure = { reason: new Transport({ description: "reset", requestSent: true }) }
const late: RequestFailure = { reason: new Timeout({ limit: "attempt", limitMillis: 1 }) }

const request = { roomId: RoomId.make("room-1"), sessionId: SessionId.make("session-1"), roomLocked: false }

const tagFor = (name: OperationName, failure: RequestFailure) =>
  errorOf(name, { ...failure, evidence: makeEvidence(name) }, request)._tag

describe("errorOf", () => {
  it.each(operationNames)("makes the error that the table names for each status of %s", (name) => {
    for (const [status, tag] of Object.entries(operations[name].errors)) {
      assert.strictEqual(tagFor(name, failedWith(Number(status))), tag)
    }
  })

  it.each(operationNames)("makes the errors that all operations share of %s", (name) => {
    const tags = [400, 401, 403, 413, 422, 409, 418].map((status) => tagFor(name, failedWith(status)))
    assert.deepStrictEqual(tags, [
      "InvalidRequest",
      "Unauthorized",
      "Unauthorized",
      "InvalidRequest",
      "InvalidRequest",
      "ServiceError",
      "ServiceError"
    ])
  })

  it("keeps the request, the evidence and the message of the service", () => {
    const evidence = evidenceFor("roomDetails", 404)
    const error = errorOf("roomDetails", { ...failedWith(404, "gone"), evidence }, { roomId: request.roomId })
    assert(error._tag === "RoomNotFound")
    assert.deepStrictEqual([error.roomId, error.serverMessage, error.evidence], [request.roomId, "gone", evidence])
  })

  it("leaves open whether a room was created unless the service certainly didn't process the request", () => {
    const unknown = [lost, late, failedWith(500), failedWith(408), failedWith(302)]
    for (const failure of unknown) assert.strictEqual(tagFor("createRoom", failure), "CreateOutcomeUnknown")
    const certain = [unsent, { ...late, neverSent: true }, failedWith(429), failedWith(409), failedWith(307)]
    for (const failure of certain) assert.strictEqual(tagFor("createRoom", failure), "ServiceError")
    for (const failure of unknown) assert.strictEqual(tagFor("listRooms", failure), "ServiceError")
  })
})

describe("mayBeRepeated", () => {
  it.each(operationNames)("allows %s after any failure only if it is safe", (name) => {
    assert.strictEqual(mayBeRepeated(name, lost), operations[name].isSafe)
    assert.strictEqual(mayBeRepeated(name, failedWith(503)), operations[name].isSafe)
    assert.strictEqual(mayBeRepeated(name, failedWith(425)), operations[name].isSafe)
  })

  it.each(operationNames)("allows %s if the request was never sent, or hit the rate limit", (name) => {
    assert.isTrue(mayBeRepeated(name, unsent))
    assert.isTrue(mayBeRepeated(name, failedWith(429)))
  })
})

describe("wasNotProcessed", () => {
  it.each([
    [307, true],
    [308, true],
    [400, true],
    [408, false],
    [429, true],
    [499, true],
    [500, false],
    [302, false]
  ])("judges a response with the status %d: %s", (status, expected) => {
    assert.strictEqual(wasNotProcessed(failedWith(status)), expected)
  })
})
