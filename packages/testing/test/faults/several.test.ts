import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { fault } from "../../src/Fault.ts"
import { World } from "../../src/World.ts"
import { inTime, layerMemory, metrics, pattern } from "../fixtures/faults.ts"

const status = Effect.map(Effect.result(metrics), (result) =>
  Result.isSuccess(result) ? 200 : (result.failure.evidence.status ?? result.failure._tag)
)

const statuses = (count: number) => Effect.replicateEffect(status, count)

describe("several faults", () => {
  it.effect("are tried in order until one ends the request", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* statuses(5), [500, 502, 502, 503, 503])
    }).pipe(
      Effect.provide(
        layerMemory({ faults: [fault().times(1).respond(500), fault().times(2).respond(502), fault().respond(503)] })
      )
    )
  )

  it.effect("don't count a request that an earlier fault ended", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* statuses(6), [500, 500, 200, 502, 502, 502])
    }).pipe(Effect.provide(layerMemory({ faults: [fault().times(2).respond(500), fault().after(1).respond(502)] })))
  )

  it.effect("are applied in order: first those from the world's options, then the injected ones", () =>
    Effect.gen(function* () {
      yield* (yield* World).inject(fault().respond(502))
      assert.deepStrictEqual(yield* statuses(2), [500, 502])
    }).pipe(Effect.provide(layerMemory({ faults: [fault().times(1).respond(500)] })))
  )

  it.effect("add up their delays before one of them responds", () =>
    Effect.gen(function* () {
      const { millis, result } = yield* inTime(metrics)
      assert.strictEqual(millis, 3_500)
      assert(Result.isFailure(result))
      assert.strictEqual(result.failure.evidence.status, 503)
      assert.strictEqual(result.failure.evidence.elapsedMillis, 3_500)
    }).pipe(
      Effect.provide(
        layerMemory({
          faults: [fault().delay("3 seconds"), fault().delay(500), fault().respond(503), fault().delay(1)]
        })
      )
    )
  )

  it.effect("stay in effect until they are removed or cleared", () =>
    Effect.gen(function* () {
      const world = yield* World
      assert.deepStrictEqual(yield* world.faults, [])
      const first = yield* world.inject(fault().times(9).respond(500))
      const second = yield* world.inject(fault().respond(502))
      assert.isNotEmpty(yield* world.faults)
      yield* statuses(2)
      assert.deepStrictEqual([yield* first.applied, yield* second.applied], [2, 0])
      yield* first.remove
      assert.deepStrictEqual(yield* statuses(3), [502, 502, 502])
      assert.deepStrictEqual([yield* first.applied, yield* second.applied], [2, 3])
      yield* first.remove
      yield* world.inject(fault().respond(504))
      yield* world.clearFaults
      assert.deepStrictEqual(yield* world.faults, [])
      assert.deepStrictEqual(yield* statuses(2), [200, 200])
      assert.deepStrictEqual([yield* first.applied, yield* second.applied], [2, 3])
    }).pipe(Effect.provide(layerMemory()))
  )

  it.effect("are listed with the number of requests each applied to, and are removed by id", () =>
    Effect.gen(function* () {
      const world = yield* World
      const [one, two] = [fault().times(1).respond(500), fault("metrics").respond(502)]
      const first = yield* world.inject(one)
      const second = yield* world.inject(two)
      yield* statuses(3)
      assert.deepStrictEqual(yield* world.faults, [
        { id: first.id, fault: one, applied: 1 },
        { id: second.id, fault: two, applied: 2 }
      ])
      yield* world.removeFault("none")
      yield* world.removeFault(second.id)
      assert.deepStrictEqual(yield* world.faults, [{ id: first.id, fault: one, applied: 1 }])
      const third = yield* world.inject(two)
      assert.strictEqual(new Set([first.id, second.id, third.id]).size, 3)
    }).pipe(Effect.provide(layerMemory()))
  )

  it.effect("count as two if the same fault is injected twice", () =>
    Effect.gen(function* () {
      const world = yield* World
      const once = fault().times(1).respond(500)
      const [first, second] = [yield* world.inject(once), yield* world.inject(once)]
      assert.strictEqual(yield* pattern(3, metrics), "xx.")
      yield* first.remove
      assert.strictEqual((yield* world.faults).length, 1)
      assert.strictEqual(yield* second.applied, 1)
    }).pipe(Effect.provide(layerMemory()))
  )
})

describe("jitter", () => {
  const waits = (jitter: number, seed?: string) => {
    const given = fault().delay(100, { jitter })
    return Effect.replicateEffect(inTime(metrics), 60).pipe(
      Effect.map((all) => all.map(({ millis }) => millis)),
      Effect.provide(layerMemory({ faults: [seed === undefined ? given : { ...given, seed }] }))
    )
  }

  it.effect("adds from zero up to its whole length, in whole milliseconds", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual([...new Set(yield* waits(3))].sort(), [100, 101, 102, 103])
    })
  )

  it.effect("adds nothing if it is less than a millisecond", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual([...new Set(yield* waits(0.9))], [100])
      assert.deepStrictEqual([...new Set(yield* waits(0))], [100])
      assert.deepStrictEqual([...new Set(yield* waits(1.9))].sort(), [100, 101])
    })
  )

  it.effect("is the same for the same seed", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* waits(1_000, "a"), yield* waits(1_000, "a"))
      assert.notDeepEqual(yield* waits(1_000, "a"), yield* waits(1_000, "b"))
    })
  )
})
