import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import { withoutSecrets } from "../../src/connection/Secrets.ts"

const masked = (secret: string, text: string) => withoutSecrets([Redacted.make(secret)])(text)

describe("withoutSecrets", () => {
  it("masks a secret of eight characters", () => {
    assert.notInclude(masked("abcd1234", "the key abcd1234 is refused"), "abcd1234")
  })

  it("leaves a shorter one alone, which may be a part of any word", () => {
    assert.strictEqual(masked("develop", "a developer's machine"), "a developer's machine")
  })
})
