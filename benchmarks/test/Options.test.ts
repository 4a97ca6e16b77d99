import { assert, describe, it } from "@effect/vitest"
import { parseOptions } from "../src/Options.ts"

const groups = ["request", "lists"]

describe("parseOptions", () => {
  it("measures everything that the targets need without flags", () => {
    assert.deepStrictEqual(parseOptions([], groups), { only: [], scale: "normal" })
  })

  it("reads flags behind the -- that package managers hand on", () => {
    assert.deepStrictEqual(parseOptions(["--", "--only", "request,lists", "--quick"], groups), {
      only: ["request", "lists"],
      scale: "quick"
    })
  })

  for (const [args, message] of [
    [["--only", "sizes"], 'there is no group "sizes"'],
    [["--quick", "--full"], "exclude each other"],
    [["--fast"], "Unknown option"]
  ] as const) {
    it(`refuses ${args.join(" ")}`, () => assert.throws(() => parseOptions(args, groups), message))
  }
})
