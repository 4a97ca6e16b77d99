import { expect, it } from "vitest"
import { sum } from "../src/sum.ts"

it("adds two numbers", () => {
  expect(sum(1, 2)).toBe(3)
})
