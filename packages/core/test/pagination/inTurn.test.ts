import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import { ahead, inTurn, mixed } from "../../src/pagination/inTurn.ts"

const numbers = (count: number) => Stream.fromIterable(Array.from({ length: count }, (_, index) => index))

/** Gives each number once its gate is open, and knows which of them were begun. */
const gated = (count: number) => {
  const gates = Array.from({ length: count }, () => Deferred.makeUnsafe<void>())
  const begun: Array<number> = []
  const run = (number: number) =>
    Effect.suspend(() => {
      begun.push(number)
      return Effect.as(gates[number] === undefined ? Effect.void : Deferred.await(gates[number]), number)
    })
  const open = (number: number) =>
    Effect.andThen(
      Effect.sync(() => gates[number] !== undefined && Deferred.doneUnsafe(gates[number], Effect.void)),
      settled
    )
  return { begun, open, run }
}

const settled = Effect.forEach(Array.from({ length: 20 }), () => Effect.yieldNow, { discard: true })

/** What a stream gives, as it gives it. */
const collecting = Effect.fnUntraced(function* <A, E>(stream: Stream.Stream<A, E>) {
  const given: Array<A> = []
  const fiber = yield* Effect.forkChild(Stream.runForEach(stream, (value) => Effect.sync(() => given.push(value))))
  yield* settled
  return { given, fiber }
})

describe("streams in turn", () => {
  it.effect("each is run to its end before the next one, and its scope is closed before it", () =>
    Effect.gen(function* () {
      const log: Array<string> = []
      const scoped = (number: number) =>
        Stream.unwrap(
          Effect.as(
            Effect.acquireRelease(
              Effect.sync(() => log.push(`open ${number}`)),
              () => Effect.sync(() => log.push(`close ${number}`))
            ),
            Stream.make(number, 10 + number)
          )
        )
      const values = yield* Stream.runCollect(inTurn(Stream.map(numbers(3), scoped)))
      assert.deepStrictEqual(values, [0, 10, 1, 11, 2, 12])
      assert.deepStrictEqual(log, ["open 0", "close 0", "open 1", "close 1", "open 2", "close 2"])
    })
  )

  it.effect("ten thousand empty ones are no burden on the stack", () =>
    Effect.gen(function* () {
      const streams = Stream.map(numbers(10_000), (number) => (number === 9_999 ? Stream.make(number) : Stream.empty))
      assert.deepStrictEqual(yield* Stream.runCollect(inTurn(streams)), [9_999])
    })
  )

  it.effect("the failure of one is the end", () =>
    Effect.gen(function* () {
      const streams = Stream.make(Stream.make(1), Stream.fail("broken"), Stream.make(3))
      const { fiber, given } = yield* collecting(inTurn(streams))
      assert.strictEqual(yield* Effect.flip(Fiber.join(fiber)), "broken")
      assert.deepStrictEqual(given, [1])
    })
  )
})

describe("what is made ahead", () => {
  it.effect("comes in order, and no more than so many are begun that nobody took", () =>
    Effect.gen(function* () {
      const { begun, open, run } = gated(5)
      const { fiber, given } = yield* collecting(ahead(numbers(5), 2, run))
      assert.deepStrictEqual(begun, [0, 1])
      yield* open(1)
      assert.deepStrictEqual([begun, given], [[0, 1], []])
      yield* open(0)
      assert.deepStrictEqual(
        [begun, given],
        [
          [0, 1, 2, 3],
          [0, 1]
        ]
      )
      for (const number of [2, 3, 4]) yield* open(number)
      yield* Fiber.join(fiber)
      assert.deepStrictEqual(given, [0, 1, 2, 3, 4])
    })
  )

  it.effect("is given before the failure of what it is made from", () =>
    Effect.gen(function* () {
      const { open, run } = gated(2)
      const { fiber, given } = yield* collecting(ahead(Stream.concat(numbers(2), Stream.fail("broken")), 4, run))
      yield* open(1)
      yield* open(0)
      assert.strictEqual(yield* Effect.flip(Fiber.join(fiber)), "broken")
      assert.deepStrictEqual(given, [0, 1])
    })
  )
})

describe("streams mixed", () => {
  it.effect("give what they have as they have it, so many at a time", () =>
    Effect.gen(function* () {
      const { begun, open, run } = gated(4)
      const { fiber, given } = yield* collecting(mixed(numbers(4), 2, (number) => Stream.fromEffect(run(number))))
      assert.deepStrictEqual(begun, [0, 1])
      yield* open(1)
      assert.deepStrictEqual([begun, given], [[0, 1, 2], [1]])
      for (const number of [3, 2, 0]) yield* open(number)
      yield* Fiber.join(fiber)
      assert.deepStrictEqual(given, [1, 2, 3, 0])
    })
  )

  it.effect("wait for who takes them", () =>
    Effect.gen(function* () {
      let made = 0
      const endless = Stream.forever(Stream.fromEffect(Effect.sync(() => ++made)))
      const stream = mixed(numbers(2), 2, () => endless)
      yield* Stream.runForEach(Stream.take(stream, 3), () => settled)
      assert.isBelow(made, 30)
    })
  )

  it.effect("the failure of one is the end of all", () =>
    Effect.gen(function* () {
      let interrupted = 0
      const silent = Stream.fromEffect(
        Effect.onInterrupt(Effect.never, () =>
          Effect.sync(() => {
            interrupted++
          })
        )
      )
      const stream = mixed(numbers(3), 3, (number) => (number === 2 ? Stream.fail("broken") : silent))
      const caught = Stream.catch(stream, () => Stream.fromEffect(Effect.sync(() => interrupted)))
      assert.deepStrictEqual(yield* Stream.runCollect(caught), [2])
    })
  )
})
