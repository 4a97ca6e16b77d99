import { assert, describe, it } from "@effect/vitest"
import { operationNames, operations } from "@effect-rooms/core/unstable"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { defaults } from "../../src/Quirks.ts"
import { makeWorldEncode } from "../../src/serve/encode.ts"

describe("the encoder of a world", () => {
  it.effect.each(operationNames)("writes the same as the schema of %s with default quirks", (name) =>
    Effect.gen(function* () {
      const success: Schema.Codec<unknown, unknown> = operations[name].success
      const encode = makeWorldEncode()(defaults)
      for (const value of yield* Arbitrary.sampleEffect(Arbitrary.schema(success), { count: 200, seed: "encoded" })) {
        const expected = yield* Schema.encodeEffect(success)(value)
        assert.deepStrictEqual(JSON.parse(encode(name, value)), JSON.parse(JSON.stringify(expected)))
      }
    })
  )
})
