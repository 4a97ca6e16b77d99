import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import type { Operations } from "../src/Backend.ts"
import { CreateOutcomeUnknown } from "../src/DomainError.ts"
import type { CreateRoomRequest } from "../src/Room.ts"
import { serve } from "./fixtures/backend.ts"
import { creatingService, type Fate } from "./fixtures/creatingService.ts"
import { seededRandom } from "./fixtures/movingService.ts"

/** How much others do while a room is created. */
interface Others {
  /** How many rooms they make between two answers, at most. */
  readonly make: number
  /** How likely they delete one between two answers. */
  readonly delete: number
}

/** A service that loses answers before or after the work, and whose list changes between any two answers. */
const losing = (seed: number, others: Others) => {
  const random = seededRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const isLost = random() * 0.9
  function* fates(): Generator<Fate> {
    while (true) {
      const processed = ["answered", "answerLost", { madeAfter: below(10_000) }] as const
      yield random() < isLost ? "requestLost" : (processed[below(3)] ?? "answered")
    }
  }
  const service = creatingService(fates())
  service.othersMake([0, 1, 9, 10, 11, 60][below(6)] ?? 0)
  const sent: Array<CreateRoomRequest> = []

  const move = Effect.sync(() => {
    service.othersMake(below(others.make + 1))
    if (random() < others.delete) service.othersDelete(below(service.count()))
  })
  const whileOthers = <A, E>(answer: Effect.Effect<A, E>) => Effect.ensuring(Effect.andThen(move, answer), move)

  const operations = {
    createRoom: (request) => {
      sent.push(request)
      return whileOthers(service.createRoom(request))
    },
    listRooms: (request) => whileOthers(service.listRooms(request))
  } satisfies Partial<Operations>

  return {
    operations,
    keyIsGiven: random() < 0.5,
    /** How often a room was sent, with which keys, and the rooms that have them. */
    outcome: () => {
      const keys = [...new Set(sent.map(({ metadata }) => String(metadata?.idempotencyKey)))]
      return { sends: sent.length, keys, made: keys.flatMap(service.withKey) }
    }
  }
}

/** Runs it to its end, and past the time of everything that is late. */
const finish = Effect.fnUntraced(function* <A, E>(effect: Effect.Effect<A, E>) {
  const fiber = yield* Effect.forkChild(Effect.result(effect))
  yield* TestClock.adjust("1 minute")
  return yield* Fiber.join(fiber)
})

const gaveUp = "it was sent 4 times, and is in no room that the list shows"
const undecided = "it is not on the first 5 pages of the list, which do not show whether it is further down"
const outOfDate = "the list may be out of date"

/** Others who let all of these endings happen. */
const worlds = [
  { how: "alone", others: { make: 0, delete: 0 }, endings: [1, 2, 3, 4, gaveUp] },
  {
    how: "besides a few others",
    others: { make: 2, delete: 0.1 },
    endings: [1, 2, 3, 4, gaveUp, undecided, outOfDate]
  },
  { how: "besides many others", others: { make: 7, delete: 0.3 }, endings: [1, 2, undecided, outOfDate] }
]

const runs = 900

describe("Rooms.createOnce on a service that loses answers", () => {
  it.effect.each(worlds)("never makes a second room, and succeeds with exactly one: $how", ({ endings, others }) =>
    Effect.gen(function* () {
      const met = new Set<string | number | undefined>()
      for (let seed = 0; seed < runs; seed++) {
        const service = losing(seed, others)
        const { rooms } = yield* serve(service.operations)
        const options = service.keyIsGiven ? { key: `key-${seed}` } : {}
        const result = yield* finish(rooms.createOnce({}, options).pipe(Random.withSeed(seed)))

        const run = `seed ${seed}`
        const { keys, made, sends } = service.outcome()
        assert.strictEqual(keys.length, 1, run)
        if (Result.isSuccess(result)) {
          assert.deepStrictEqual(made, [result.success.roomId], run)
          met.add(sends)
        } else {
          assert.instanceOf(result.failure, CreateOutcomeUnknown, run)
          assert.strictEqual(result.failure.idempotencyKey, keys[0], run)
          assert.isAtMost(made.length, 1, run)
          met.add(result.failure.lookUp?.split(":")[0])
        }
      }
      assert.sameMembers([...met], endings)
    })
  )

  // Far fewer than 50 rooms come between two calls: a room behind 50 newer ones is not found again.
  it.effect("makes exactly one room, however often it is called again with the key of its error", () =>
    Effect.gen(function* () {
      let calledAgain = 0
      for (let seed = 0; seed < runs; seed++) {
        const service = losing(seed, { make: 2, delete: 0.1 })
        const { rooms } = yield* serve(service.operations)
        let key = service.keyIsGiven ? `key-${seed}` : undefined
        let result = yield* finish(rooms.createOnce({}, key === undefined ? {} : { key }).pipe(Random.withSeed(seed)))
        while (Result.isFailure(result)) {
          assert.instanceOf(result.failure, CreateOutcomeUnknown)
          key = result.failure.idempotencyKey ?? ""
          calledAgain++
          result = yield* finish(rooms.createOnce({}, { key }))
        }
        assert.deepStrictEqual(service.outcome().made, [result.success.roomId], `seed ${seed}`)
      }
      assert.isAbove(calledAgain, 0)
    })
  )
})
