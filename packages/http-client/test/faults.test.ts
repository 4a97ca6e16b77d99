import { assert, describe, it } from "@effect/vitest"
import { RoomId, SessionId } from "@effect-rooms/core/Identifier"
import { type Fault, fault, type Quirks, Scenario } from "@effect-rooms/testing"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import { atBothDoors, type Request, summary } from "./fixtures/atBothDoors.ts"
import { type Door, type DoorsOptions, makeDoors, plain } from "./fixtures/doors.ts"
import { faultTable } from "./fixtures/faultTable.ts"

const participants = ["Ada", "Zoë 🚪"]
const scenario = Scenario.make(
  Scenario.room("Idle"),
  Scenario.room("Stand-up", { createdAgo: "1 day" })
    .session({ participants, recordings: [1, 2] })
    .live({ participants })
)

const createRoom: Request = (backend) => backend.createRoom({ roomLocked: false, metadata: { title: "New" } })
const listRooms: Request = (backend) => backend.listRooms({})

/** Both doors to the same past, and each of the nine operations, and those that find nothing, as requests. */
const open = Effect.fnUntraced(function* (options: DoorsOptions = {}) {
  yield* TestClock.setTime(Date.UTC(2026, 0, 1) + 1_234)
  const doors = yield* makeDoors({ scenario, ...options })
  const seen = ({ direct }: Door) =>
    Effect.gen(function* () {
      const [idle, used] = (yield* direct.listRooms({})).rooms
      assert(idle !== undefined && used !== undefined)
      const { roomId } = used
      const [session] = (yield* direct.listSessions({ roomId })).sessions
      assert(session !== undefined)
      return { idle: idle.roomId, roomId, sessionId: session.sessionId }
    })
  const { idle, roomId, sessionId } = yield* seen(doors.memory)
  assert.deepStrictEqual(yield* seen(doors.http), { idle, roomId, sessionId })
  const requests: ReadonlyArray<readonly [string, Request]> = [
    ["createRoom", createRoom],
    ["listRooms", listRooms],
    ["roomDetails", (backend) => backend.roomDetails({ roomId })],
    ["roomMetadata", (backend) => backend.roomMetadata({ roomId })],
    ["listSessions", (backend) => backend.listSessions({ roomId, limit: 5 })],
    ["sessionParticipants", (backend) => backend.sessionParticipants({ sessionId })],
    ["liveParticipants", (backend) => backend.liveParticipants({ roomId })],
    ["listRecordings", (backend) => backend.listRecordings({ sessionId, cursor: 0 })],
    ["metrics", (backend) => backend.metrics({})],
    ["a room that is not", (backend) => backend.roomDetails({ roomId: RoomId.make("no/such room") })],
    ["a session that is not", (backend) => backend.sessionParticipants({ sessionId: SessionId.make("none") })],
    ["an idle room", (backend) => backend.liveParticipants({ roomId: idle })]
  ]
  return { doors, requests }
})

const inject = ({ http, memory }: { readonly memory: Door; readonly http: Door }, faults: ReadonlyArray<Fault>) =>
  Effect.forEach([memory, http], ({ world }) =>
    Effect.andThen(world.clearFaults, Effect.forEach(faults, world.inject, { discard: true }))
  )

const roomCount = ({ direct }: Door) =>
  Effect.map(Effect.orDie(direct.listRooms({})), ({ count }) =>
    Option.getOrElse(count, () => assert.fail("rooms are counted"))
  )

const stateOf = ({ world }: Door) => Effect.all([world.snapshot, world.log])

/** Every request under these faults ends alike at both doors, with the same work done. */
const assertSame = Effect.fnUntraced(function* (faults: ReadonlyArray<Fault>, options: DoorsOptions = {}) {
  const { doors, requests } = yield* open(options)
  for (const [name, request] of requests) {
    yield* inject(doors, faults)
    const { http, memory } = yield* atBothDoors(request, doors)
    assert.deepStrictEqual(plain(http), plain(memory), name)
  }
  assert.deepStrictEqual(yield* stateOf(doors.http), yield* stateOf(doors.memory))
})

const readings: ReadonlyArray<{ readonly name: string; readonly quirks: Partial<Quirks.Quirks> }> = [
  { name: "by default", quirks: {} },
  {
    name: "with bodies in another encoding",
    quirks: {
      createdAt: "iso8601",
      sessionTimes: "iso8601",
      runningEndTime: "absent",
      presentExitTime: "absent",
      liveJoinTime: "absent",
      metadata: "jsonText",
      roomsEnd: "absent",
      roomsBeginning: "absent",
      recordingsEnd: "absent",
      createdStatus: 200,
      retryAfter: "date",
      requestId: "cf-ray",
      errorBody: "html"
    }
  },
  {
    name: "with errors without a message",
    quirks: { errorBody: "empty", requestId: "x-request-id", retryAfter: "absent" }
  }
]

describe.each(readings)("a fault is the same in memory and over HTTP $name", ({ quirks }) => {
  it.effect.each(faultTable)("$name", ({ faults }) => assertSame(faults, { quirks }))
})

describe("a fault with its own path", () => {
  const behind = {
    quirks: { pathPrefix: "/gateway/rooms" },
    http: { baseUrl: "https://rooms.example.com/gateway/rooms", retry: false }
  } as const

  it.effect.each([
    { name: "none", faults: [] },
    { name: "an answer", faults: [fault().respond(503)] },
    { name: "a cut", faults: [fault().cut()] },
    {
      name: "one that looks at the request",
      faults: [
        fault()
          .when(({ input }) => input.roomId !== undefined)
          .refuse()
      ]
    }
  ])("is the same in memory and over HTTP: $name", ({ faults }) => assertSame(faults, behind))
})

describe("a list and a create under a fault", () => {
  it.effect.each(faultTable)("$name: $read, $create", ({ create, faults, made, millis, read }) =>
    Effect.gen(function* () {
      const { doors } = yield* open()
      yield* inject(doors, faults)
      const list = yield* atBothDoors(listRooms, doors)
      assert.deepStrictEqual([summary(list.memory), summary(list.http)], [read, read])
      assert.deepStrictEqual([list.memory.millis, list.http.millis], [millis, millis])
      yield* inject(doors, faults)
      const before = yield* roomCount(doors.memory)
      const creation = yield* atBothDoors(createRoom, doors)
      assert.deepStrictEqual([summary(creation.memory), summary(creation.http)], [create, create])
      assert.strictEqual((yield* roomCount(doors.memory)) - before, made)
      assert.strictEqual((yield* roomCount(doors.http)) - before, made)
    })
  )
})

describe("the limits of the transport", () => {
  const limits: ReadonlyArray<{ readonly name: string; readonly faults: ReadonlyArray<Fault> }> = [
    { name: "an answer at the limit of an attempt", faults: [fault().delay("15 seconds")] },
    { name: "an error at the limit of an attempt", faults: [fault().delay("15 seconds"), fault().respond(503)] },
    { name: "a break at the limit of an attempt", faults: [fault().delay("15 seconds"), fault().reset("afterWork")] },
    { name: "half a body, and half at the limit", faults: [fault().drip({ bytes: 30, every: "15 seconds" })] },
    { name: "a body in parts up to the limit", faults: [fault().drip({ bytes: 12, every: "7500 millis" })] },
    { name: "the body of an error at its limit", faults: [fault().drip({ bytes: 15, every: "2 seconds" })] },
    { name: "the body of an error in parts", faults: [fault().drip({ bytes: 9, every: "1 second" })] },
    { name: "both limits at once", faults: [fault().delay("13 seconds"), fault().stall()] },
    { name: "parts of milliseconds", faults: [fault().drip({ bytes: 1, every: 0.1 })] }
  ]

  it.effect.each(limits)("have the same effect on $name", ({ faults }) => assertSame(faults))

  it.effect.each([
    { bytes: 16_777_216, problem: "the body is not JSON" },
    { bytes: 16_777_217, problem: "the body is larger than 16777216 bytes" }
  ])("have the same effect on a body of $bytes bytes", ({ bytes, problem }) =>
    Effect.gen(function* () {
      const { doors } = yield* open()
      yield* inject(doors, [fault().respond(200, { body: "x".repeat(bytes) })])
      const { http, memory } = yield* atBothDoors(listRooms, doors)
      assert.deepStrictEqual(plain(http), plain(memory))
      assert(Result.isFailure(memory.result) && memory.result.failure._tag === "ServiceError")
      const { reason } = memory.result.failure
      assert(reason._tag === "InvalidResponse")
      assert.strictEqual(reason.problem, problem)
    })
  )
})
