import { assert, describe, it } from "@effect/vitest"
import { inWordsOf, matches } from "../src/Output.ts"

const says = (expected: ReadonlyArray<string>, actual: ReadonlyArray<string>) =>
  matches(expected.join("\n"), actual.join("\n"))

describe("matches", () => {
  it("line by line, but for blanks at the end of lines and around the whole", () => {
    assert.isTrue(says(["a", "b"], ["", "a  ", "b", ""]))
    assert.isFalse(says(["a", "b"], ["a"]))
    assert.isFalse(says(["a"], ["a", "b"]))
    assert.isFalse(says(["a"], [" a"]))
    assert.isTrue(says([""], []))
    assert.isFalse(says([""], ["a"]))
  })

  it("… is anything within a line", () => {
    assert.isTrue(says(["id …, …"], ["id (a+b)*, x"]))
    assert.isFalse(says(["id …"], ["id a", "b"]))
    assert.isFalse(says(["…1"], ["12"]))
  })

  it("… in a line of its own is any lines", () => {
    assert.isTrue(says(["a", "…", "z"], ["a", "z"]))
    assert.isTrue(says(["a", "…", "z"], ["a", "b", "", "c", "z"]))
    assert.isTrue(says(["a", "…"], ["a"]))
    assert.isFalse(says(["a", "…", "z"], ["a", "b"]))
  })

  it("nothing else has a meaning of its own", () => {
    assert.isFalse(says(["a.c"], ["abc"]))
    assert.isTrue(says(["{ $a: [1] } (b|c)? ^ \\ *+"], ["{ $a: [1] } (b|c)? ^ \\ *+"]))
  })
})

describe("inWordsOf", () => {
  it("leaves only the lines that differ", () => {
    assert.strictEqual(inWordsOf("id …\n5 rooms", "id 7\n6 rooms\nend"), "id …\n6 rooms\nend")
  })
})
