import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { UsageMetrics } from "../src/UsageMetrics.ts"
import { WireUsageMetrics } from "./fixtures/arbitraries.ts"
import { decode, describeFields, encode, whole, wrong } from "./fixtures/schema.ts"
import { wireUsageMetrics } from "./fixtures/wire.ts"

describe("UsageMetrics", () => {
  it("reads the shape of the contract and ignores unknown fields", () => {
    assert.deepStrictEqual<unknown>(decode(UsageMetrics, wireUsageMetrics({ plan: "free" })), wireUsageMetrics())
  })

  describeFields({
    struct: UsageMetrics,
    good: wireUsageMetrics(),
    fields: {
      totalSessions: { missing: "refused", wrong: wrong.integer },
      totalDuration: { missing: "refused", wrong: wrong.integer },
      totalUsers: { missing: "refused", wrong: wrong.integer },
      recordingCount: { missing: "refused", wrong: wrong.integer },
      livestreamCount: { missing: "refused", wrong: wrong.integer }
    },
    inside: whole(UsageMetrics)
  })

  it.effect.prop("encodes a decoded value to the same JSON", [WireUsageMetrics], ([wire]) =>
    Effect.sync(() => {
      assert.deepStrictEqual(encode(UsageMetrics, decode(UsageMetrics, wire)), wire)
    })
  )
})
