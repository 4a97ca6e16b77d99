import { assert, describe, it } from "@effect/vitest"
import { isNear } from "../../src/failure/nearness.ts"

describe("isNear", () => {
  it.each([
    ["lst", "list"],
    ["alll", "all"],
    ["tilte", "title"],
    ["curser", "cursor"],
    ["timout", "timeout"],
    ["basurl", "base-url"],
    ["list", "list"]
  ])("takes %s for a misspelling of %s", (typed, word) => {
    assert.isTrue(isNear(typed, word))
  })

  it.each([
    ["name", "fake"],
    ["", "all"],
    ["ab", "utc"],
    ["format", "timeout"],
    ["roomId", "title"]
  ])("does not take %s for a misspelling of %s", (typed, word) => {
    assert.isFalse(isNear(typed, word))
  })
})
