import { assert, describe, it } from "@effect/vitest"
import { RecentIds, recentIdsAtLeast } from "../../src/pagination/RecentIds.ts"

describe("RecentIds", () => {
  /** Adds ids one after the other, and returns how many are remembered. Asserts that they are the last ones. */
  const remembered = (added: number): number => {
    const ids = new RecentIds()
    for (let id = 0; id < added; id++) ids.add(`row-${id}`)
    let forgotten = 0
    while (forgotten < added && !ids.has(`row-${forgotten}`)) forgotten++
    for (let id = forgotten; id < added; id++) assert.isTrue(ids.has(`row-${id}`))
    return added - forgotten
  }

  it("remembers the ids that were added last: at least as many as promised, and at most twice as many", () => {
    for (const added of [0, 1, 4_095, 4_096, 4_097, 8_192, 8_193, 10_000, 12_288, 12_289, 100_000]) {
      const known = remembered(added)
      assert.isAtLeast(known, Math.min(added, recentIdsAtLeast))
      assert.isAtMost(known, 2 * recentIdsAtLeast)
    }
  })

  it("remembers ids of any text and length", () => {
    const any = [
      "",
      "a",
      "",
      "\u0000",
      "ab",
      "\ud800",
      "\udc00é",
      "😀",
      "x".repeat(65_535),
      "y".repeat(65_536),
      "z".repeat(200_000)
    ]
    for (let asked = 0; asked <= any.length; asked++) {
      const ids = new RecentIds()
      for (const [index, id] of any.entries()) {
        if (index === asked) ids.has("")
        ids.add(id)
      }
      for (const id of any) {
        assert.isTrue(ids.has(id))
        assert.isFalse(ids.has(`${id}.`))
      }
      assert.isFalse(ids.has("x".repeat(65_534)))
    }
  })

  it("knows only the ids that were added", () => {
    const ids = new RecentIds()
    ids.add("row-1")
    assert.isFalse(ids.has("row-2"))
  })
})
