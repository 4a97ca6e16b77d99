import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import { makeMask } from "../src/Mask.ts"

describe("a mask", () => {
  it("takes the API key out of text, however it is written there", () => {
    const mask = makeMask(Redacted.make("a+b&C"))
    assert.strictEqual(
      mask("a+b&C A+B&c a%2bb%26C a%2Bb&amp;C a\\u002bb\\u0026C a&#43;b&#x26;C a+b"),
      "<redacted> <redacted> <redacted> <redacted> <redacted> <redacted> a+b"
    )
  })

  it("leaves text as it is where there is no key", () => {
    assert.strictEqual(makeMask(Redacted.make(""))("any text"), "any text")
  })
})
