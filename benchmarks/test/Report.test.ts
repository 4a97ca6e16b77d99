import { assert, describe, it } from "@effect/vitest"
import { atLeast, atMost } from "../src/Case.ts"
import { formatNumber } from "../src/formatNumber.ts"
import { formatTargets } from "../src/Report.ts"

describe("formatTargets", () => {
  it("marks a target as met, missed or not measured", () => {
    const text = formatTargets([
      atLeast(0.75, "a", 0.75),
      atLeast(0.75, "b", 0.74),
      atMost(2, "c", 2),
      atMost(2, "d", 2.5),
      atMost(2, "e", Number.NaN)
    ])
    assert.deepStrictEqual(text.split("\n").slice(2), [
      "| a        | ≥ 0.75 |   0.75 | met          |",
      "| b        | ≥ 0.75 |   0.74 | missed       |",
      "| c        | ≤ 2    |      2 | met          |",
      "| d        | ≤ 2    |    2.5 | missed       |",
      "| e        | ≤ 2    |      – | not measured |"
    ])
  })
})

describe("formatNumber", () => {
  for (const [value, text] of [
    [0, "0"],
    [0.123456, "0.123"],
    [12.345, "12.3"],
    [1_234_567.8, "1 234 568"],
    [Number.NaN, "–"]
  ] as const) {
    it(`${value} as ${text}`, () => assert.strictEqual(formatNumber(value), text))
  }
})
