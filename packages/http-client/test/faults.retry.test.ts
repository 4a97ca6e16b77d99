import { assert, describe, it } from "@effect/vitest"
import { Backend } from "@effect-rooms/core/Backend"
import { Rooms } from "@effect-rooms/core/Rooms"
import { FakeRooms, type Fault, fault, type Quirks, World } from "@effect-rooms/testing"
import { defaultApiKey } from "@effect-rooms/testing/World"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as RoomsHttp from "../src/RoomsHttp.ts"
import { failureOf, reasonOf } from "./fixtures/failure.ts"
import { drawing, inTime } from "./policy/fixtures/observe.ts"

const start = Date.UTC(2026, 0, 1) + 250

/** The client as it comes, over a world with these faults. Every draw of a wait is a half. */
const over = <A, E>(
  faults: ReadonlyArray<Fault>,
  program: Effect.Effect<A, E, Backend | Rooms | World>,
  quirks: Partial<Quirks.Quirks> = {}
) =>
  Effect.andThen(TestClock.setTime(start), inTime(drawing(0.5)(program))).pipe(
    Effect.provide(
      RoomsHttp.layer({ baseUrl: "https://rooms.example.com", apiKey: defaultApiKey }).pipe(
        Layer.provide(FakeRooms.layerHttpClient),
        Layer.provideMerge(World.layer({ faults, quirks, seed: "retry" }))
      )
    )
  )

const list = Effect.flatMap(Backend, (backend) => backend.listRooms({}))

/** When each request came, in milliseconds, and what was done for it. */
const requests = Effect.map(
  Effect.flatMap(World, ({ log }) => log),
  (entries) => entries.map(({ at, outcome }) => ({ at: at - start, outcome }))
)

describe("the client sends again what meets a fault", () => {
  it.effect("until it meets none: at the third attempt, where two requests meet it", () =>
    Effect.gen(function* () {
      const program = Effect.andThen(list, requests)
      const { exit } = yield* over([fault("listRooms").times(2).respond(503)], program)
      assert.deepStrictEqual(yield* exit, [
        { at: 0, outcome: "NotDone" },
        { at: 125, outcome: "NotDone" },
        { at: 375, outcome: "Success" }
      ])
    })
  )

  it.effect("and gives up after four attempts, with all of them as evidence", () =>
    Effect.gen(function* () {
      const faults = [
        fault().times(1).respond(503, { retryAfter: "1 second" }),
        fault().times(1).stall(),
        fault().times(1).refuse(),
        fault().cut()
      ]
      const { exit } = yield* over(faults, list, { requestId: "x-request-id" })
      const error = yield* failureOf(exit)
      reasonOf(error, "Transport")
      const broken = "Transport: the service could not be reached"
      assert.deepStrictEqual(error.evidence, {
        operation: "listRooms",
        method: "GET",
        urlTemplate: "/api/v2/sdk/rooms/get-rooms",
        status: 200,
        requestId: "request-00000004",
        attempts: [
          { status: 503, waitedMillis: 0 },
          { cause: "Timeout: no complete response within 15s (the limit of one attempt)", waitedMillis: 1_000 },
          { cause: `${broken}: connect ECONNREFUSED`, waitedMillis: 250 },
          { status: 200, cause: `${broken}: the body broke off: aborted (ECONNRESET)`, waitedMillis: 500 }
        ],
        elapsedMillis: 16_750
      })
    })
  )

  it.effect("page by page: a walk meets the fault of its second page once, and gives every room once", () =>
    Effect.gen(function* () {
      const program = Effect.gen(function* () {
        const rooms = yield* Rooms
        for (let count = 0; count < 25; count++) yield* rooms.create({ metadata: { count } })
        const all = yield* Stream.runCollect(rooms.stream())
        return { roomIds: all.map(({ roomId }) => roomId), requests: (yield* requests).slice(25) }
      })
      const second = fault("listRooms").when(({ input }) => input.cursor === 2)
      const { exit } = yield* over([second.times(1).respond(502)], program)
      const seen = yield* exit
      assert.strictEqual(new Set(seen.roomIds).size, 25)
      assert.deepStrictEqual(
        seen.requests.map(({ outcome }) => outcome),
        ["Success", "NotDone", "Success", "Success"]
      )
    })
  )
})

describe("the wait that a fault asks for is waited, as the quirk writes it", () => {
  const readings: ReadonlyArray<{ readonly retryAfter: Quirks.Quirks["retryAfter"]; readonly waited: number }> = [
    { retryAfter: "seconds", waited: 3_000 },
    { retryAfter: "date", waited: 3_000 },
    { retryAfter: "millis", waited: 2_500 },
    // Nothing is asked for, so that the draw decides.
    { retryAfter: "absent", waited: 125 }
  ]

  for (const status of [429, 503]) {
    it.effect.each(readings)(`${status}, $retryAfter: $waited ms`, ({ retryAfter, waited }) =>
      Effect.gen(function* () {
        const faults = [fault().times(1).respond(status, { retryAfter: "2500 millis" })]
        const { exit } = yield* over(faults, Effect.andThen(list, requests), { retryAfter })
        assert.deepStrictEqual(yield* exit, [
          { at: 0, outcome: "NotDone" },
          { at: waited, outcome: "Success" }
        ])
      })
    )
  }

  it.effect("and fails at once where it is longer than the client waits", () =>
    Effect.gen(function* () {
      const faults = [fault().respond(503, { retryAfter: "1 hour" })]
      const { endedAt, exit } = yield* over(faults, list, { retryAfter: "date" })
      assert.strictEqual(endedAt, start)
      const reason = reasonOf(yield* failureOf(exit), "RateLimited")
      assert.strictEqual(reason.message, "the service limits the rate of requests; try again in 1h")
    })
  )
})

describe("a create under a fault", () => {
  const create = Effect.flatMap(Rooms, (rooms) => rooms.create({ metadata: { title: "Once" } }))

  it.effect("is sent again only if it was certainly not processed", () =>
    Effect.gen(function* () {
      const faults = [fault("createRoom").times(1).respond(429), fault("createRoom").times(1).refuse()]
      const { exit } = yield* over(faults, Effect.andThen(create, requests))
      assert.deepStrictEqual(
        (yield* exit).map(({ outcome }) => outcome),
        ["NotDone", "NotDone", "Success"]
      )
    })
  )

  it.effect.each([
    { name: "reset before", action: fault("createRoom").times(1).reset("beforeWork") },
    { name: "reset after", action: fault("createRoom").times(1).reset("afterWork") },
    { name: "503 before", action: fault("createRoom").times(1).respond(503) },
    { name: "503 after", action: fault("createRoom").times(1).respond(503, { when: "afterWork" }) },
    { name: "stall", action: fault("createRoom").times(1).stall() },
    { name: "cut", action: fault("createRoom").times(1).cut() },
    { name: "wrong shape", action: fault("createRoom").times(1).wrongShape() }
  ])("$name: createOnce makes one room, and then the same", ({ action }) =>
    Effect.gen(function* () {
      const once = Effect.flatMap(Rooms, (rooms) => rooms.createOnce({ metadata: { title: "Once" } }, { key: "key-1" }))
      const program = Effect.gen(function* () {
        const first = yield* once
        const second = yield* once
        const { rooms } = yield* list
        return { first, second, roomIds: rooms.map(({ roomId }) => roomId) }
      })
      const { exit } = yield* over([action], program)
      const { first, roomIds, second } = yield* exit
      assert.deepStrictEqual(roomIds, [first.roomId])
      assert.strictEqual(second.roomId, first.roomId)
    })
  )
})
