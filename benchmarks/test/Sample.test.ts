import { assert, describe, it } from "@effect/vitest"
import { median } from "../src/Sample.ts"

describe("median", () => {
  for (const [values, middle] of [
    [[10, 2, 30], 10],
    [[10, 2, 30, 20], 15],
    [[7], 7]
  ] as const) {
    it(`of ${values.join(", ")} is ${middle}`, () => assert.strictEqual(median(values), middle))
  }

  it("of nothing is not a number", () => assert.isNaN(median([])))
})
