import nodeAssert from "node:assert"
import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Hash from "effect/Hash"
import * as Schema from "effect/Schema"
import { utcOf } from "../../src/wire/utc.ts"

const time = Schema.Int.check(Schema.isBetween({ minimum: -8.64e15, maximum: 8.64e15 }))

describe("utcOf", () => {
  it.effect.prop("gives what DateTime makes", [time], ([millis]) =>
    Effect.sync(() => {
      const [utc, expected] = [utcOf(millis), DateTime.makeUnsafe(millis)]
      assert.isTrue(DateTime.isDateTime(utc) && DateTime.isUtc(utc))
      assert.isTrue(Schema.is(Schema.DateTimeUtc)(utc))
      assert.isTrue(Equal.equals(utc, expected) && Equal.equals(expected, utc))
      assert.strictEqual(Hash.hash(utc), Hash.hash(expected))
      nodeAssert.deepStrictEqual(utc, expected)
      assert.strictEqual(JSON.stringify(utc), JSON.stringify(expected))
      assert.strictEqual(inspect(utc), inspect(expected))
      assert.deepStrictEqual(Object.keys(utc), Object.keys(expected))
      assert.deepStrictEqual(DateTime.toParts(utc), DateTime.toParts(expected))
      assert.deepStrictEqual(DateTime.toParts(utc), DateTime.toParts(expected))
      assert.isTrue(Equal.equals(utc, expected))
    })
  )

  it("turns -0 into 0, as Date does", () => {
    nodeAssert.deepStrictEqual(utcOf(-0), DateTime.makeUnsafe(-0))
  })

  it("defines no hidden property, which would be slow", () => {
    assert.deepStrictEqual(Object.getOwnPropertyNames(utcOf(0)), ["epochMilliseconds"])
  })
})
