import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Secrets } from "../../src/connection/Secrets.ts"

const masked = (secret: string, text: string) =>
  Effect.map(Secrets, ({ mask }) => mask(text, [Redacted.make(secret)])).pipe(Effect.provide(Secrets.layer))

describe("Secrets", () => {
  it.effect("masks a secret of eight characters", () =>
    Effect.gen(function* () {
      assert.notInclude(yield* masked("abcd1234", "the key abcd1234 is refused"), "abcd1234")
    })
  )

  it.effect("doesn't mask a shorter secret, which may be part of any word", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* masked("develop", "a developer's machine"), "a developer's machine")
    })
  )

  it.effect("masks an added secret from then on", () =>
    Effect.gen(function* () {
      const { add, mask } = yield* Secrets
      assert.include(mask("the key abcd1234"), "abcd1234")
      yield* add(Redacted.make("abcd1234"))
      assert.notInclude(mask("the key abcd1234"), "abcd1234")
    }).pipe(Effect.provide(Secrets.layer))
  )

  it.effect("forgets the secrets of another run", () =>
    Effect.gen(function* () {
      const run = Effect.gen(function* () {
        const { add, mask } = yield* Secrets
        const text = mask("the key abcd1234")
        yield* add(Redacted.make("abcd1234"))
        return text
      }).pipe(Effect.provide(Secrets.layer))
      yield* run
      assert.include(yield* run, "abcd1234")
    })
  )
})
