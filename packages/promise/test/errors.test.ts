import { assert, describe, it } from "@effect/vitest"
import {
  CreateOutcomeUnknown,
  type Evidence,
  InvalidConfiguration,
  InvalidRequest,
  MetadataTooLarge,
  NoLiveSession,
  PaginationError,
  RoomNotFound,
  type RoomsClient,
  type RoomsClientOptions,
  RoomsError,
  ServiceError,
  SessionNotFound,
  Unauthorized
} from "../src/index.ts"
import { pageOf, roomsList } from "./fixtures/roomsList.ts"
import { type Answer, answering, inTurn, json, rejectionOf, silence } from "./fixtures/scripted.ts"

const refusal =
  (status: number, headers: Record<string, string> = {}): Answer =>
  () =>
    json({ message: "so it is" }, { status, headers: { "x-request-id": "req-1", ...headers } })

const broken: Answer = () => Promise.reject(Object.assign(new Error("socket hang up"), { code: "ECONNRESET" }))

/** Returns the error of a call and its evidence, except for durations. */
const failureOf = async (
  answer: Answer,
  call: (client: RoomsClient) => Promise<unknown>,
  options: Partial<RoomsClientOptions> = {}
) => {
  const { client } = answering(answer, options)
  const error = await rejectionOf(call(client))
  assert(error instanceof RoomsError)
  const { elapsedMillis, ...evidence } = error.evidence
  assert.isAtLeast(elapsedMillis, 0)
  return { error, evidence }
}

const path = "/api/v2/sdk/rooms"

const answered = (
  operation: Evidence["operation"],
  urlTemplate: string,
  status: number
): Omit<Evidence, "elapsedMillis"> => ({
  operation,
  method: "GET",
  urlTemplate,
  status,
  requestId: "req-1",
  attempts: [{ status, waitedMillis: 0 }]
})

describe("an error of the contract, with its evidence", () => {
  it("RoomNotFound", async () => {
    const { error, evidence } = await failureOf(refusal(404), ({ rooms }) => rooms.get("room-1"))
    assert(error instanceof RoomNotFound && error._tag === "RoomNotFound")
    assert.deepStrictEqual([error.roomId, error.serverMessage], ["room-1", "so it is"])
    assert.strictEqual(error.message, 'no room "room-1" belongs to this API key (the service says: so it is)')
    assert.deepStrictEqual(evidence, answered("roomDetails", `${path}/room-details/{roomId}`, 404))
    assert.deepStrictEqual([error.isRetryable, error.retryAfterMillis], [false, undefined])
  })

  it("SessionNotFound", async () => {
    const { error, evidence } = await failureOf(refusal(404), ({ sessions }) => sessions.participants("session-1"))
    assert(error instanceof SessionNotFound && error._tag === "SessionNotFound")
    assert.deepStrictEqual([error.sessionId, error.serverMessage], ["session-1", "so it is"])
    assert.deepStrictEqual(evidence, answered("sessionParticipants", `${path}/participant-list`, 404))
  })

  it("NoLiveSession", async () => {
    const { error, evidence } = await failureOf(refusal(404), ({ live }) => live.participants("room-1"))
    assert(error instanceof NoLiveSession && error._tag === "NoLiveSession")
    assert.deepStrictEqual([error.roomId, error.serverMessage], ["room-1", "so it is"])
    assert.deepStrictEqual(
      evidence,
      answered("liveParticipants", "/api/v2/sdk/live-sessions/participants/{roomId}", 404)
    )
  })

  it("Unauthorized", async () => {
    const { error, evidence } = await failureOf(refusal(401), ({ metrics }) => metrics.get())
    assert(error instanceof Unauthorized && error._tag === "Unauthorized")
    assert.strictEqual(error.serverMessage, "so it is")
    assert.deepStrictEqual(evidence, answered("metrics", "/api/v2/sdk/metrics", 401))
  })

  it("has no service message if the response has no body", async () => {
    const { error } = await failureOf(
      () => new Response("", { status: 404 }),
      ({ rooms }) => rooms.get("room-1")
    )
    assert(error instanceof RoomNotFound)
    assert.isUndefined(error.serverMessage)
    assert.isUndefined(error.evidence.requestId)
  })

  it("MetadataTooLarge, with nothing sent", async () => {
    const { error, evidence } = await failureOf(refusal(500), ({ rooms }) =>
      rooms.create({ metadata: { title: "x".repeat(10_240) } })
    )
    assert(error instanceof MetadataTooLarge && error._tag === "MetadataTooLarge")
    assert.deepStrictEqual([error.bytes, error.limit], [10_252, 10_240])
    assert.deepStrictEqual(evidence, {
      operation: "createRoom",
      method: "POST",
      urlTemplate: `${path}/create-room`,
      attempts: []
    })
  })

  it("InvalidRequest, with nothing sent", async () => {
    const { error, evidence } = await failureOf(refusal(500), ({ rooms }) => rooms.get(".."))
    assert(error instanceof InvalidRequest && error._tag === "InvalidRequest")
    assert.deepStrictEqual([error.field, evidence.attempts], ["roomId", []])
    assert.include(error.message, error.problem)
  })

  it("InvalidRequest, of the service", async () => {
    const { error, evidence } = await failureOf(refusal(422), ({ rooms }) => rooms.create())
    assert(error instanceof InvalidRequest)
    assert.deepStrictEqual([error.field, error.problem, evidence.status], ["", "so it is", 422])
  })

  it("CreateOutcomeUnknown", async () => {
    const { error, evidence } = await failureOf(broken, ({ rooms }) => rooms.create())
    assert(error instanceof CreateOutcomeUnknown && error._tag === "CreateOutcomeUnknown")
    assert.deepStrictEqual([error.reason._tag, error.idempotencyKey, error.lookUp], ["Transport", undefined, undefined])
    assert.deepStrictEqual(evidence.attempts, [
      {
        cause: "Transport: the service could not be reached: socket hang up (ECONNRESET)",
        waitedMillis: 0
      }
    ])
  })

  it("CreateOutcomeUnknown of a key, with the reason the look-up failed", async () => {
    const { error } = await failureOf(inTurn(roomsList(0), broken, refusal(401)), ({ rooms }) =>
      rooms.createOnce({}, { key: "order-1" })
    )
    assert(error instanceof CreateOutcomeUnknown)
    assert.strictEqual(error.idempotencyKey, "order-1")
    assert.include(error.lookUp, "the look-up failed")
  })

  it("reports a room that fails while all sessions are listed, with onRoomError", async () => {
    const sessions = { sessions: [{ sessionId: "session-1", startTime: 1_700_000_000_000 }] }
    const { client } = answering((request) => {
      if (!request.path.includes("session-details")) return roomsList(2)(request)
      if (request.path.includes("room-0")) return refusal(404)(request)
      return json(pageOf(request) === 1 ? { sessions: [] } : sessions)
    })
    const [failure, row, ...rest] = await client.sessions.listAll({ onRoomError: "report" }).toArray()
    assert.deepStrictEqual(rest, [])
    assert(failure?._tag === "RoomFailure" && failure.error instanceof RoomNotFound)
    assert.deepStrictEqual([failure.room.roomId, failure.error.roomId], ["room-0", "room-0"])
    assert(row !== undefined && "session" in row)
    assert.deepStrictEqual(row.session, {
      sessionId: "session-1",
      startTime: new Date(1_700_000_000_000),
      endTime: null
    })
    const [page] = await client.sessions.pagesAll({ onRoomError: "report" }).toArray()
    assert.instanceOf(page?.error, RoomNotFound)
    assert.instanceOf(await rejectionOf(client.sessions.listAll().toArray()), RoomNotFound)
  })

  it("reports a session that fails while all participants are listed, with onRoomError", async () => {
    const sessions = { sessions: [{ sessionId: "session-1", startTime: 1_700_000_000_000 }] }
    const { client } = answering((request) => {
      if (request.path.includes("participant-list")) return refusal(404)(request)
      if (!request.path.includes("session-details")) return roomsList(2)(request)
      if (request.path.includes("room-0")) return refusal(404)(request)
      return json(pageOf(request) === 1 ? { sessions: [] } : sessions)
    })
    const [ofRoom, ofSession, ...rest] = await client.sessions.participantsAll({ onRoomError: "report" }).toArray()
    assert.deepStrictEqual(rest, [])
    assert(ofRoom?._tag === "RoomFailure" && ofRoom.error instanceof RoomNotFound)
    assert(ofSession?._tag === "SessionFailure")
    assert.deepStrictEqual([ofSession.room.roomId, ofSession.session.sessionId], ["room-1", "session-1"])
    assert(ofSession.error instanceof SessionNotFound)
    assert.strictEqual(ofSession.error.sessionId, "session-1")
  })

  it("PaginationError", async () => {
    const { error, evidence } = await failureOf(
      async (request) => json({ ...Object(await (await roomsList(35)(request)).json()), current: 7 }),
      ({ rooms }) => rooms.list({ from: 2 }).toArray()
    )
    assert(error instanceof PaginationError && error._tag === "PaginationError")
    const { message } = error.reason
    assert.include(error.reason, { _tag: "WrongPage", asked: 2, answered: 7 })
    assert.include(error.message, message)
    assert.deepStrictEqual([error.emitted, evidence.operation], [0, "listRooms"])
  })
})

describe("a ServiceError has a reason", () => {
  const unexpected = { _tag: "UnexpectedStatus", serverMessage: "so it is", excerpt: '{"message":"so it is"}' }

  const rows: ReadonlyArray<
    readonly [
      Answer,
      reason: Readonly<Record<string, unknown>>,
      isRetryable: boolean,
      retryAfterMillis?: number | undefined,
      options?: Partial<RoomsClientOptions>
    ]
  > = [
    [broken, { _tag: "Transport", description: "socket hang up (ECONNRESET)", requestSent: true }, true],
    [silence, { _tag: "Timeout", limit: "attempt", limitMillis: 1 }, true, undefined, { attemptTimeoutMillis: 1 }],
    [silence, { _tag: "Timeout", limit: "operation", limitMillis: 1 }, true, undefined, { timeoutMillis: 1 }],
    [refusal(429, { "retry-after": "7" }), { _tag: "RateLimited" }, true, 7_000],
    [refusal(429), { _tag: "RateLimited" }, true],
    [refusal(503), { ...unexpected, status: 503, location: undefined }, true],
    [refusal(501, { "retry-after": "7" }), { ...unexpected, status: 501, location: undefined }, false, 7_000],
    [
      () => new Response("<h1>no", { status: 302, headers: { location: "/login" } }),
      { _tag: "UnexpectedStatus", status: 302, serverMessage: undefined, excerpt: "<h1>no", location: "/login" },
      false
    ]
  ]

  for (const [answer, expected, isRetryable, retryAfterMillis, options] of rows) {
    it(`${JSON.stringify(expected)}, retryable: ${isRetryable}, after: ${retryAfterMillis}`, async () => {
      const { error } = await failureOf(answer, ({ metrics }) => metrics.get(), options)
      assert(error instanceof ServiceError && error._tag === "ServiceError")
      for (const [field, value] of Object.entries(expected)) {
        assert.strictEqual<unknown>(Reflect.get(error.reason, field), value)
      }
      assert.strictEqual(error.message, `metrics: ${error.reason.message}`)
      assert.strictEqual(error.isRetryable, isRetryable)
      assert.strictEqual(error.retryAfterMillis, retryAfterMillis)
    })
  }

  it("InvalidResponse, which names the field", async () => {
    const { error } = await failureOf(
      () => json({ totalSessions: "many" }),
      ({ metrics }) => metrics.get()
    )
    assert(error instanceof ServiceError && error.reason._tag === "InvalidResponse")
    const { excerpt, message, path, problem } = error.reason
    assert.deepStrictEqual([path, excerpt, error.isRetryable], ["totalSessions", '{"totalSessions":"many"}', false])
    assert.include(message, problem)
  })

  it("and the attempts before it, with their errors and waits", async () => {
    const { evidence } = await failureOf(inTurn(broken, refusal(503), refusal(401)), ({ metrics }) => metrics.get(), {
      retry: { baseDelayMillis: 0 }
    })
    assert.deepStrictEqual(
      evidence.attempts.map(({ cause, status, waitedMillis }) => [status, cause?.split(":")[0], waitedMillis]),
      [
        [undefined, "Transport", 0],
        [503, undefined, 0],
        [401, undefined, 0]
      ]
    )
  })
})

describe("an error", () => {
  it("is an Error with a name, a stack that starts at the caller, and all its fields in JSON", async () => {
    const lookUpTheRoom = async () => {
      await answering(refusal(404)).client.rooms.get("room-1")
    }
    const error = await rejectionOf(lookUpTheRoom())
    assert(error instanceof RoomNotFound && error instanceof Error)
    assert.strictEqual(error.name, "RoomNotFound")
    assert.strictEqual(String(error), `RoomNotFound: ${error.message}`)
    assert.include(error.stack, "lookUpTheRoom")
    const { _tag, evidence, message, roomId } = JSON.parse(JSON.stringify(error))
    assert.deepStrictEqual(
      { _tag, evidence, message, roomId },
      { _tag: "RoomNotFound", evidence: error.evidence, message: error.message, roomId: "room-1" }
    )
  })

  it("is a RoomsError if a request can fail with it", async () => {
    const { error } = await failureOf(refusal(401), ({ metrics }) => metrics.get())
    assert.isTrue(error instanceof RoomsError)
    assert.isFalse(error instanceof RoomNotFound)
    for (const other of [
      new Error("no"),
      undefined,
      null,
      "no",
      new InvalidConfiguration({ field: "apiKey", problem: "is missing" })
    ]) {
      assert.isFalse(other instanceof RoomsError)
    }
  })
})
