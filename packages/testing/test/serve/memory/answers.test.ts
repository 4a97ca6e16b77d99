import { assert, describe, it } from "@effect/vitest"
import { Backend } from "@effect-rooms/core/Backend"
import { RoomId, SessionId } from "@effect-rooms/core/Identifier"
import type { ServiceErrorReason } from "@effect-rooms/core/ServiceError"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { TestClock } from "effect/testing"
import { type Fault, fault } from "../../../src/Fault.ts"
import type { Quirks } from "../../../src/Quirks.ts"
import { layerMemory } from "../../fixtures/faults.ts"

const roomId = RoomId.make("room")
const sessionId = SessionId.make("session")

const metrics = Effect.flatMap(Backend, (backend) => Effect.flip(backend.metrics({})))

/** Returns the error of metrics under a fault. */
const reasonOf = Effect.fnUntraced(function* (given: Fault, quirks: Partial<Quirks> = {}) {
  const error = yield* Effect.provide(metrics, layerMemory({ faults: [given], quirks }))
  assert(error._tag === "ServiceError", error._tag)
  return error
})

const said = (reason: ServiceErrorReason) =>
  reason._tag === "UnexpectedStatus"
    ? { status: reason.status, excerpt: reason.excerpt, serverMessage: reason.serverMessage, location: reason.location }
    : reason._tag

describe("the response of a fault, in memory", () => {
  it.effect("becomes the transport's error, with the evidence of one attempt", () =>
    Effect.gen(function* () {
      const { evidence, message, reason } = yield* reasonOf(fault().respond(503))
      assert.deepStrictEqual(said(reason), {
        status: 503,
        excerpt: '{"message":"a fault answers 503"}',
        serverMessage: "a fault answers 503",
        location: undefined
      })
      assert.strictEqual(message, "metrics: the service answered 503: a fault answers 503")
      assert.deepStrictEqual(evidence, {
        operation: "metrics",
        method: "GET",
        urlTemplate: "/api/v2/sdk/metrics",
        status: 503,
        attempts: [{ status: 503, waitedMillis: 0 }],
        elapsedMillis: 0
      })
    })
  )

  it.effect.each<readonly [Quirks["errorBody"], excerpt: string, serverMessage: string | undefined]>([
    ["message", '{"message":"a fault answers 500"}', "a fault answers 500"],
    ["okFalse", '{"ok":false,"message":"a fault answers 500"}', "a fault answers 500"],
    ["html", "<!doctype html><html><body><h1>500</h1></body></html>", undefined],
    ["empty", "", undefined]
  ])("has the world's usual error body: %s", ([errorBody, excerpt, serverMessage]) =>
    Effect.gen(function* () {
      const { reason } = yield* reasonOf(fault().respond(500), { errorBody })
      assert.deepStrictEqual(said(reason), { status: 500, excerpt, serverMessage, location: undefined })
    })
  )

  it.effect.each<readonly [name: string, given: Fault, excerpt: string, serverMessage?: string]>([
    ["text", fault().respond(500, { body: "busy" }), "busy"],
    ["nothing", fault().respond(500, { body: "" }), ""],
    ["JSON", fault().respond(500, { body: { message: "no", code: 7 } }), '{"message":"no","code":7}', "no"],
    ["null", fault().respond(500, { body: null }), "null"],
    ["HTML", fault().html(500), "<!doctype html><html><head><title>500</title></head><body><h1>500</h1></body></html>"],
    ["half of a surrogate pair", fault().respond(500, { body: "a\ud800b" }), "a\ufffdb"],
    ["a byte order mark", fault().respond(500, { body: '\ufeff{"message":"no"}' }), '{"message":"no"}', "no"],
    ["long text", fault().respond(500, { body: "x".repeat(600) }), "x".repeat(512)],
    ["64 KiB", fault().respond(500, { body: "é".repeat(32_768) }), "é".repeat(512)],
    ["a byte more than 64 KiB", fault().respond(500, { body: `${"é".repeat(32_768)}.` }), ""]
  ])("can have its own body: %s", ([, given, excerpt, serverMessage]) =>
    Effect.gen(function* () {
      const { reason } = yield* reasonOf(given)
      assert.deepStrictEqual(said(reason), { status: 500, excerpt, serverMessage, location: undefined })
    })
  )

  it.effect("masks an API key in its body", () =>
    Effect.gen(function* () {
      const headers = { "X-Request-Id": "of dev", Location: "/dev" }
      const { evidence, reason } = yield* reasonOf(fault().respond(302, { headers, body: { message: "DEV!" } }))
      assert.strictEqual(evidence.requestId, "of <redacted>")
      assert.deepStrictEqual(said(reason), {
        status: 302,
        excerpt: '{"message":"<redacted>!"}',
        serverMessage: "<redacted>!",
        location: "/<redacted>"
      })
      const { reason: wrongShape } = yield* reasonOf(fault().wrongShape("dev"))
      assert(wrongShape._tag === "InvalidResponse")
      assert.strictEqual(wrongShape.excerpt, "<redacted>")
    })
  )

  it.effect("includes the location of a redirect", () =>
    Effect.gen(function* () {
      const { reason } = yield* reasonOf(fault().respond(302, { headers: { Location: "https://elsewhere.example" } }))
      assert.deepStrictEqual(said(reason), {
        status: 302,
        excerpt: "",
        serverMessage: undefined,
        location: "https://elsewhere.example"
      })
    })
  )

  it.effect.each<readonly [Quirks["requestId"], headers: Record<string, string>, requestId: string | undefined]>([
    ["none", {}, undefined],
    ["none", { "CF-Ray": "given" }, "given"],
    ["x-request-id", {}, "request-00000001"],
    ["cf-ray", {}, "request-00000001"],
    ["cf-ray", { "X-Request-Id": "given" }, "given"]
  ])("includes the id of its request: %s %j", ([requestId, headers, expected]) =>
    Effect.gen(function* () {
      for (const given of [fault().respond(500, { headers }), fault().respond(200, { headers, body: {} })]) {
        const { evidence } = yield* reasonOf(given, { requestId })
        assert.strictEqual(evidence.requestId, expected)
      }
    })
  )

  it.effect.each<readonly [name: string, given: Fault, path: string, problem: string, excerpt: string]>([
    ["no body", fault().respond(200), "", "the body is empty", ""],
    ["204", fault().respond(204), "", "the body is empty", ""],
    ["text", fault().respond(200, { body: "fine" }), "", "the body is not JSON", "fine"],
    ["HTML", fault().html(200), "", "the body is not JSON", "<!doctype html>"],
    ["another shape", fault().wrongShape(), "totalSessions", "is missing", '{"unexpected":true}'],
    ["null", fault().wrongShape(null), "", "expected an object", "null"]
  ])("is an InvalidResponse if it claims success with the wrong body: %s", ([, given, path, problem, excerpt]) =>
    Effect.gen(function* () {
      const { evidence, reason } = yield* reasonOf(given)
      assert(reason._tag === "InvalidResponse")
      assert.deepStrictEqual([reason.path, reason.problem], [path, problem])
      assert.isTrue(reason.excerpt.startsWith(excerpt))
      assert(given.action._tag === "Respond")
      const { status } = given.action
      assert.strictEqual(evidence.status, status)
      assert.deepStrictEqual(evidence.attempts, [
        { status, cause: `InvalidResponse: ${reason.message}`, waitedMillis: 0 }
      ])
    })
  )

  it.effect("is a success if its body fits the operation", () =>
    Effect.gen(function* () {
      const body = { totalSessions: 1, totalDuration: 2, totalUsers: 3, recordingCount: 4, livestreamCount: 5 }
      const answer = Effect.flatMap(Backend, (backend) => backend.metrics({}))
      assert.deepStrictEqual(
        yield* Effect.provide(answer, layerMemory({ faults: [fault().respond(200, { body })] })),
        body
      )
    })
  )
})

describe("the Retry-After of a fault, in memory", () => {
  const waitOf = Effect.fnUntraced(function* (
    status: number,
    headers: Record<string, string>,
    quirks: Partial<Quirks>
  ) {
    // Between two seconds.
    yield* TestClock.setTime(1_750_000_000_600)
    const given = fault().respond(status, { headers, retryAfter: "2500 millis" })
    const { reason } = yield* reasonOf(given, quirks)
    return reason._tag === "RateLimited"
      ? Option.getOrUndefined(Option.map(reason.retryAfter, Duration.toMillis))
      : reason._tag
  })

  it.effect.each<readonly [Quirks["retryAfter"], millis: number | undefined]>([
    ["seconds", 3_000],
    ["date", 3_000],
    ["millis", 2_500],
    ["absent", undefined]
  ])("is read in the format of the quirk: %s", ([retryAfter, millis]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* waitOf(429, {}, { retryAfter }), millis)
    })
  )

  it.effect("comes from the fault's headers if they contain one", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* waitOf(429, { "Retry-After": "9" }, {}), 9_000)
    })
  )
})

describe("a status with a meaning in the contract, in memory", () => {
  const under = (status: number) => Effect.provide(layerMemory({ faults: [fault().respond(status)] }))
  const errors = Effect.gen(function* () {
    const backend = yield* Backend
    return {
      createRoom: yield* Effect.flip(backend.createRoom({ roomLocked: false })),
      listRooms: yield* Effect.flip(backend.listRooms({})),
      roomDetails: yield* Effect.flip(backend.roomDetails({ roomId })),
      roomMetadata: yield* Effect.flip(backend.roomMetadata({ roomId })),
      listSessions: yield* Effect.flip(backend.listSessions({ roomId })),
      sessionParticipants: yield* Effect.flip(backend.sessionParticipants({ sessionId })),
      liveParticipants: yield* Effect.flip(backend.liveParticipants({ roomId })),
      listRecordings: yield* Effect.flip(backend.listRecordings({})),
      metrics: yield* Effect.flip(backend.metrics({}))
    }
  })

  it.effect("names the missing resource for 404", () =>
    Effect.gen(function* () {
      const found = yield* errors
      assert.deepStrictEqual(
        Object.values(found).map(({ _tag }) => _tag),
        [
          "ServiceError",
          "ServiceError",
          "RoomNotFound",
          "RoomNotFound",
          "RoomNotFound",
          "SessionNotFound",
          "NoLiveSession",
          "ServiceError",
          "ServiceError"
        ]
      )
      assert(found.roomDetails._tag === "RoomNotFound")
      assert.strictEqual(found.roomDetails.roomId, roomId)
      assert.strictEqual(found.roomDetails.serverMessage, "a fault answers 404")
      assert(found.sessionParticipants._tag === "SessionNotFound")
      assert.strictEqual(found.sessionParticipants.sessionId, sessionId)
      for (const { evidence } of Object.values(found)) {
        assert.deepStrictEqual(evidence.attempts, [{ status: 404, waitedMillis: 0 }])
      }
    }).pipe(under(404))
  )

  it.effect.each([
    [401, "Unauthorized"],
    [403, "Unauthorized"],
    [400, "InvalidRequest"],
    [413, "InvalidRequest"],
    [422, "InvalidRequest"]
  ] as const)("%i becomes %s for every operation", ([status, tag]) =>
    Effect.gen(function* () {
      for (const error of Object.values(yield* errors)) assert.strictEqual(error._tag, tag)
    }).pipe(under(status))
  )
})
