import { assert, describe, it } from "@effect/vitest"
import { jsonText, printable } from "../../src/output/printable.ts"

const harmful = [
  ..."\u0000\u0009\u000a\u000d\u001b\u001f\u007f\u0080\u0085\u009b\u009f",
  ..."\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
]

const harmless = "a~ é\u00a0\u200b\u200d\u200e\u200f\u202f\u2065\u206a会議👩‍👩‍👧‍👦e\u0301"

describe("printable", () => {
  it("replaces characters that move the cursor, or color or reverse the text around them", () => {
    for (const character of harmful) assert.strictEqual(printable(`a${character}b`), "a\ufffdb")
  })

  it("replaces halves of surrogate pairs, and no whole ones", () => {
    assert.strictEqual(printable("\ud83d-\ude00-😀"), "\ufffd-\ufffd-😀")
  })

  it("leaves everything else", () => {
    assert.strictEqual(printable(harmless), harmless)
  })
})

describe("jsonText", () => {
  it("escapes what does harm, and is the same value", () => {
    for (const character of [...harmful, "\ufeff", "\ufffe", "\uffff"]) {
      const value = { [`k${character}`]: [`\\${character}"`] }
      assert.notInclude(jsonText(value), character)
      assert.deepStrictEqual(JSON.parse(jsonText(value)), value)
    }
    assert.strictEqual(jsonText("\u009b\u202e\ud800"), '"\\u009b\\u202e\\ud800"')
  })

  it("leaves everything else", () => {
    assert.strictEqual(jsonText(harmless), `"${harmless}"`)
  })
})
