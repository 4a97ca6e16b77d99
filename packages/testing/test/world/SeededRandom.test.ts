import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { makeSeededRandom, type RandomState, SeededRandom } from "../../src/world/SeededRandom.ts"

const numbers = (random: SeededRandom, count: number) => Array.from({ length: count }, () => random.next())

const words = (random: SeededRandom, count: number) => numbers(random, count).map((number) => number * 2 ** 32)

describe("SeededRandom", () => {
  // The output of PractRand's `RNG_output sfc32 64 <seed>`, which seeds two words and discards twelve numbers.
  it.each<{ readonly state: RandomState; readonly expected: ReadonlyArray<number> }>([
    { state: [0, 0, 0, 1], expected: [0x514676c3, 0x08a809df, 0x30349d2b, 0xfb52c520, 0x38802be1, 0x948279e6] },
    {
      state: [0, 0x89abcdef | 0, 0x01234567, 1],
      expected: [0x84712d97, 0xf5a3d9c8, 0x5cd0a295, 0x35e05b54, 0x4c627ca1, 0x33a043e2]
    }
  ])("matches PractRand's sfc32", ({ expected, state }) => {
    const random = new SeededRandom(state)
    words(random, 12)
    assert.deepStrictEqual(words(random, expected.length), expected)
  })

  it("resumes from any state, even after a round trip through JSON", () => {
    const random = new SeededRandom([1, -2, 3, 2 ** 31 - 1])
    for (let draws = 0; draws < 100; draws++) {
      const state: RandomState = JSON.parse(JSON.stringify(random.state))
      assert(state.every((word) => Number.isInteger(word) && word >= -(2 ** 31) && word < 2 ** 31))
      assert.deepStrictEqual(numbers(new SeededRandom(state), 5), numbers(new SeededRandom(random.state), 5))
      const restored = new SeededRandom(state)
      assert.strictEqual(restored.next(), random.next())
      assert.deepStrictEqual(restored.state, random.state)
    }
  })

  it("doesn't advance when its state is read", () => {
    const random = new SeededRandom([1, 2, 3, 4])
    assert.deepStrictEqual(random.state, [1, 2, 3, 4])
    assert.deepStrictEqual(random.state, [1, 2, 3, 4])
  })

  it("returns uniformly distributed numbers from 0 up to but not including 1", () => {
    const random = new SeededRandom([1, 2, 3, 4])
    const draws = 100_000
    const tenths = Array.from({ length: 10 }, () => 0)
    const drawn = numbers(random, draws)
    assert(drawn.every((number) => number >= 0 && number < 1))
    for (const number of drawn) {
      const tenth = Math.floor(number * 10)
      tenths[tenth] = (tenths[tenth] ?? 0) + 1
    }
    // Four standard deviations of a fair draw.
    const slack = 4 * Math.sqrt(draws * 0.1 * 0.9)
    for (const count of tenths) assert.closeTo(count, draws / 10, slack)
  })

  it.each([1, 2, 26, 36 ** 4, 36 ** 6])("returns all integers below %d, both ends included", (limit) => {
    const random = new SeededRandom([5, 6, 7, 8])
    const drawn = Array.from({ length: 20_000 }, () => random.below(limit))
    assert(drawn.every((integer) => Number.isInteger(integer) && integer >= 0 && integer < limit))
    assert(Math.min(...drawn) < limit / 1_000)
    assert(Math.max(...drawn) >= limit - 1 - limit / 1_000)
    if (limit <= 26) assert.strictEqual(new Set(drawn).size, limit)
  })

  it("returns at most the largest number below its end", () => {
    // The sum of these three words is 2^32 - 1.
    assert.strictEqual(new SeededRandom([-1, 0, 0, 0]).below(36 ** 6), 36 ** 6 - 1)
    assert.strictEqual(new SeededRandom([0, 0, 0, 0]).below(36 ** 6), 0)
  })
})

describe("makeSeededRandom", () => {
  it.effect("returns these numbers for a seed on every machine", () =>
    Effect.gen(function* () {
      const { state } = yield* makeSeededRandom("effect-rooms")
      assert.deepStrictEqual(state, [636182400, 1481921624, -1488787678, -452800955])
      assert.deepStrictEqual((yield* makeSeededRandom(1)).state, [-704599953, 2069377682, 500732260, 1262318111])
    })
  )

  it.effect("returns the same numbers for the same seed, and different ones for another seed", () =>
    Effect.gen(function* () {
      const seeds = ["a", "b", "", "1", 1, 2, -1]
      const drawn = yield* Effect.forEach(seeds, (seed) =>
        Effect.map(makeSeededRandom(seed), (random) => numbers(random, 4))
      )
      const again = yield* Effect.forEach(seeds, (seed) =>
        Effect.map(makeSeededRandom(seed), (random) => numbers(random, 4))
      )
      assert.deepStrictEqual(again, drawn)
      assert.strictEqual(new Set(drawn.flat()).size, 4 * seeds.length)
    })
  )

  it.effect("neither depends on nor consumes the program's random numbers", () =>
    Effect.gen(function* () {
      const usual = yield* makeSeededRandom("a")
      const program = Effect.gen(function* () {
        const random = yield* makeSeededRandom("a")
        return [random.state, yield* Random.next] as const
      })
      const [state, next] = yield* Random.withSeed(program, "of the program")
      assert.deepStrictEqual(state, usual.state)
      assert.strictEqual(next, yield* Random.withSeed(Random.next, "of the program"))
    })
  )
})
