import { assert, describe, it } from "@effect/vitest"
import { type Contender, interleaved } from "../src/Interleaved.ts"
import { perSecond, type Sample, wallMillis } from "../src/Sample.ts"

const sample = (wallMillis: number): Sample => ({ count: 10, wallMillis, cpuMillis: wallMillis, peakMegabytes: 1 })

/** A contender that takes so long in each round, and notes its turns. */
const contender = (name: string, millis: ReadonlyArray<number>, turns: Array<string> = []): Contender => {
  let round = 0
  return {
    name,
    run: async () => {
      turns.push(name)
      const taken = millis[round++]
      if (taken === undefined) throw new Error(`${name} broke`)
      return sample(taken)
    }
  }
}

describe("interleaved", () => {
  it("lets contenders take turns", async () => {
    const turns: Array<string> = []
    await interleaved([contender("a", [1, 1], turns), contender("b", [1, 1], turns)], 2)
    assert.deepStrictEqual(turns, ["a", "b", "a", "b"])
  })

  it("takes ratios within a round, and the median of the rounds", async () => {
    // The machine is slow in the second round, for both.
    const rounds = await interleaved([contender("a", [20, 200, 30]), contender("b", [10, 100, 10])], 3)
    assert.strictEqual(rounds.ratio("a", "b", wallMillis), 2)
    assert.strictEqual(rounds.ratio("a", "b", perSecond), 0.5)
    assert.strictEqual(rounds.median("a", wallMillis), 30)
  })

  it("leaves out a contender that fails, keeps why, and measures the others", async () => {
    const turns: Array<string> = []
    const rounds = await interleaved([contender("a", [1], turns), contender("b", [1, 1, 1], turns)], 3)
    assert.deepStrictEqual(turns, ["a", "b", "a", "b", "b"])
    assert.deepStrictEqual([...rounds.failures], [["a", "a broke"]])
    assert.isNaN(rounds.median("a", wallMillis))
    assert.isNaN(rounds.ratio("a", "b", wallMillis))
    assert.strictEqual(rounds.median("b", wallMillis), 1)
  })

  it("has no numbers of a contender that was never there", async () => {
    const rounds = await interleaved([contender("a", [1])], 1)
    assert.isNaN(rounds.ratio("b", "a", wallMillis))
  })
})
