import { assert, describe, it } from "@effect/vitest"
import {
  Backend,
  type CreateRoomError,
  type LiveError,
  type RoomError,
  type SessionError
} from "@effect-rooms/core/Backend"
import { RoomId, SessionId } from "@effect-rooms/core/Identifier"
import { operationNames } from "@effect-rooms/core/unstable"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { type FaultRequest, fault } from "../../src/Fault.ts"
import { World } from "../../src/World.ts"
import { layerMemory, metrics, pattern } from "../fixtures/faults.ts"

const listRooms = Effect.flatMap(Backend, (backend) => backend.listRooms({}))
const page = (cursor: number) => Effect.flatMap(Backend, (backend) => backend.listRooms({ cursor }))

describe("a fault applies to", () => {
  it.effect.each([
    ["all", fault().refuse(), "xxxxxxxx"],
    ["all of its operation", fault("metrics").refuse(), "xxxxxxxx"],
    ["none of other operations", fault("listRooms", "createRoom").refuse(), "........"],
    ["the first ones", fault().times(3).refuse(), "xxx....."],
    ["not one", fault().times(0).refuse(), "........"],
    ["those behind the first ones", fault().after(2).refuse(), "..xxxxxx"],
    ["some behind the first ones", fault().after(2).times(3).refuse(), "..xxx..."],
    ["every second one, beginning with the first", fault().every(2).refuse(), "x.x.x.x."],
    ["every third one behind the first ones", fault().after(1).every(3).refuse(), ".x..x..x"],
    ["every second one, as often as is said", fault().every(2).times(2).refuse(), "x.x....."],
    ["one far behind", fault().after(7).times(1).refuse(), ".......x"],
    ["those that are certain", fault().probability(1).refuse(), "xxxxxxxx"],
    ["none that are impossible", fault().probability(0).refuse(), "........"]
  ] as const)("%s", ([, given, expected]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* pattern(8, metrics), expected)
    }).pipe(Effect.provide(layerMemory({ faults: [given] })))
  )

  it.effect("requests of its operations, and counts no others", () =>
    Effect.gen(function* () {
      yield* pattern(3, metrics)
      assert.strictEqual(yield* pattern(4, listRooms), ".xx.")
      assert.strictEqual(yield* pattern(3, metrics), "...")
    }).pipe(Effect.provide(layerMemory({ faults: [fault("listRooms").after(1).times(2).refuse()] })))
  )

  it.effect(
    "requests in its window of time, from its start up to but not including its end, and counts no others",
    () =>
      Effect.gen(function* () {
        const at = (millis: number) => Effect.andThen(TestClock.setTime(millis), pattern(2, metrics))
        assert.deepStrictEqual(yield* Effect.forEach([0, 999, 1_000, 1_999, 2_000, 9_000], at), [
          "..",
          "..",
          ".x",
          "xx",
          "..",
          ".."
        ])
      }).pipe(Effect.provide(layerMemory({ faults: [fault().after(1).between(1_000, 2_000).refuse()] })))
  )

  it.effect("requests that match its predicate, and counts no others", () =>
    Effect.gen(function* () {
      const given = fault("listRooms")
        .when(({ input }) => (input.cursor ?? 0) >= 2)
        .after(1)
        .times(2)
        .refuse()
      yield* (yield* World).inject(given)
      const marks = yield* Effect.forEach([1, 2, 1, 2, 3, 1, 4], (cursor) => pattern(1, page(cursor)))
      assert.strictEqual(marks.join(""), "...xx..")
    }).pipe(Effect.provide(layerMemory()))
  )

  it.effect("requests whose operation and whole input its predicate sees", () =>
    Effect.gen(function* () {
      const seen: Array<FaultRequest> = []
      const note = (request: FaultRequest) => {
        seen.push(request)
        return false
      }
      const world = yield* World
      yield* world.inject(fault("createRoom").when(note).refuse())
      yield* world.inject(fault("listSessions", "listRecordings", "sessionParticipants").when(note).refuse())
      yield* world.inject(fault("metrics").between(1, 2).when(note).refuse())
      const backend = yield* Backend
      const roomId = RoomId.make("a/b")
      const sessionId = SessionId.make("c d")
      yield* backend.createRoom({ roomLocked: true, metadata: { title: "x" } })
      yield* Effect.ignore(backend.listSessions({ roomId, cursor: 0, limit: 5 }))
      yield* Effect.ignore(backend.sessionParticipants({ sessionId }))
      yield* backend.listRecordings({})
      yield* backend.metrics({})
      assert.deepStrictEqual<ReadonlyArray<FaultRequest>>(seen, [
        { operation: "createRoom", input: { roomLocked: true, metadata: { title: "x" } } },
        { operation: "listSessions", input: { roomId, cursor: 0, limit: 5 } },
        { operation: "sessionParticipants", input: { sessionId } },
        { operation: "listRecordings", input: {} }
      ])
    }).pipe(Effect.provide(layerMemory()))
  )

  it.effect("every operation if it names none", () =>
    Effect.gen(function* () {
      const backend = yield* Backend
      const [roomId, sessionId] = [RoomId.make("any"), SessionId.make("any")]
      const requests: ReadonlyArray<Effect.Effect<unknown, CreateRoomError | RoomError | SessionError | LiveError>> = [
        backend.createRoom({ roomLocked: false }),
        backend.listRooms({}),
        backend.roomDetails({ roomId }),
        backend.roomMetadata({ roomId }),
        backend.listSessions({ roomId }),
        backend.sessionParticipants({ sessionId }),
        backend.liveParticipants({ roomId }),
        backend.listRecordings({}),
        backend.metrics({})
      ]
      assert.strictEqual(requests.length, operationNames.length)
      const reasons = yield* Effect.forEach(requests, (request) =>
        Effect.map(Effect.flip(request), (error) => (error._tag === "ServiceError" ? error.reason._tag : error._tag))
      )
      assert.deepStrictEqual(
        reasons,
        operationNames.map(() => "Transport")
      )
    }).pipe(Effect.provide(layerMemory({ faults: [fault().refuse()] })))
  )
})

describe("a probability", () => {
  const marks = (...faults: ReadonlyArray<ReturnType<typeof sometimes>>) =>
    pattern(400, metrics).pipe(Effect.provide(layerMemory({ faults })))
  const sometimes = (probability: number, seed?: string | number) => fault().probability(probability, seed).refuse()
  const countOf = (text: string) => text.split("x").length - 1

  it.effect("sets the approximate share of requests that the fault applies to", () =>
    Effect.gen(function* () {
      for (const probability of [0.1, 0.5, 0.9]) {
        const count = countOf(yield* marks(sometimes(probability, "seed")))
        // Four standard deviations.
        assert.closeTo(count, 400 * probability, 4 * Math.sqrt(400 * probability * (1 - probability)))
      }
    })
  )

  it.effect("selects the same requests for the same seed, and different ones for another seed", () =>
    Effect.gen(function* () {
      const once = yield* marks(sometimes(0.5, "a"))
      assert.strictEqual(yield* marks(sometimes(0.5, "a")), once)
      assert.notStrictEqual(yield* marks(sometimes(0.5, "b")), once)
      assert.notStrictEqual(yield* marks(sometimes(0.5, 1)), yield* marks(sometimes(0.5, 2)))
    })
  )

  it.effect("is drawn the same in every run without a seed, separately for each fault", () =>
    Effect.gen(function* () {
      const once = yield* marks(sometimes(0.5))
      assert.strictEqual(yield* marks(sometimes(0.5)), once)
      // The second fault applies to the requests that the first one let through. With the same draws it would let all of them through.
      const both = countOf(yield* marks(sometimes(0.5), sometimes(0.5)))
      assert.closeTo(both, 300, 40)
    })
  )

  it.effect("is drawn independently of other faults and of the world's ids", () =>
    Effect.gen(function* () {
      const roomIds = Effect.flatMap(Backend, (backend) =>
        Effect.replicateEffect(
          Effect.map(backend.createRoom({ roomLocked: false }), ({ data }) => data.roomId),
          5
        )
      )
      const alone = yield* marks(sometimes(0.5, "a"))
      const others = fault("listRooms").probability(0.5, "b").refuse()
      const beside = Effect.gen(function* () {
        const text = yield* pattern(400, Effect.andThen(Effect.ignore(listRooms), metrics))
        return { text, roomIds: yield* roomIds }
      })
      const seen = yield* Effect.provide(
        beside,
        layerMemory({ faults: [others, fault("metrics").probability(0.5, "a").refuse()] })
      )
      assert.strictEqual(seen.text, alone)
      assert.deepStrictEqual(seen.roomIds, yield* Effect.provide(roomIds, layerMemory()))
    })
  )

  it.effect("is drawn after the requests skipped by `after`, and before `times` counts down", () =>
    Effect.gen(function* () {
      const all = yield* marks(sometimes(0.5, "a"))
      const fewer = yield* marks(fault().after(10).times(7).probability(0.5, "a").refuse())
      assert.strictEqual(fewer.slice(0, 10), "..........")
      assert.strictEqual(countOf(fewer), 7)
      // No number is drawn for requests outside the fault.
      const drawn = fewer.slice(10, fewer.lastIndexOf("x") + 1)
      assert.strictEqual(drawn, all.slice(0, drawn.length))
    })
  )
})
