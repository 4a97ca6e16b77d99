import { assert, describe, it, vi } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { OptionalTimestamp, Timestamp } from "../src/Timestamp.ts"
import { decode, encode, refusal } from "./fixtures/schema.ts"

const millis = (wire: unknown) => DateTime.toEpochMillis(decode(Timestamp, wire))

const problem = "expected epoch milliseconds or an ISO 8601 date and time"

describe("Timestamp", () => {
  it.each([0, 1, 1_700_000_000_000, -1, 8.64e15])("reads %d as epoch milliseconds", (wire) => {
    assert.strictEqual(millis(wire), wire)
  })

  it.each([
    ["2023-11-14T22:13:20Z", 1_700_000_000_000],
    ["2023-11-14T22:13:20.123Z", 1_700_000_000_123],
    ["2023-11-15T00:13:20+02:00", 1_700_000_000_000],
    ["2023-11-14T22:13Z", 1_699_999_980_000]
  ])("reads %s as ISO 8601", (wire, expected) => {
    assert.strictEqual(millis(wire), expected)
  })

  it("reads a time without a zone as UTC, wherever the program runs", ({ onTestFinished }) => {
    onTestFinished(() => {
      vi.unstubAllEnvs()
    })
    vi.stubEnv("TZ", "Asia/Tokyo")
    assert.strictEqual(new Date(0).getHours(), 9)
    assert.strictEqual(millis("2023-11-14T22:13:20"), 1_700_000_000_000)
  })

  it.each(["", "12", "1700000000000", "2023-11-14", "2023-11-14T", "2023-13-14T00:00:00Z", "T22:13:20Z", "yesterday"])(
    "rejects the text %j",
    (wire) => {
      assert.deepStrictEqual(refusal(Timestamp, wire), { path: "", problem })
    }
  )

  it.each([
    "2024-02-30T00:00:00Z",
    "2023-02-29T00:00:00Z",
    "2100-02-29T12:00:00+14:00",
    "2024-04-31T00:00:00",
    "2024-01-32T00:00Z"
  ])("rejects %s, a day that does not exist", (wire) => {
    assert.deepStrictEqual(refusal(Timestamp, wire), { path: "", problem })
  })

  it.each([
    ["2024-02-29T23:30:00-02:00", Date.UTC(2024, 2, 1, 1, 30)],
    ["2000-02-29T00:00:00Z", Date.UTC(2000, 1, 29)],
    ["2024-12-31T24:00:00Z", Date.UTC(2025, 0, 1)]
  ])("reads %s, a day that does", (wire, expected) => {
    assert.strictEqual(millis(wire), expected)
  })

  it("reads a fraction of a millisecond as a date does", () => {
    assert.strictEqual(millis(1_700_000_000_000.5), 1_700_000_000_000)
  })

  it("rejects milliseconds beyond the range of Date", () => {
    assert.deepStrictEqual(refusal(Timestamp, 8.64e15 + 1), { path: "", problem })
  })

  it.each([null, true, {}, [], Number.NaN, Number.POSITIVE_INFINITY])("rejects %j", (wire) => {
    refusal(Timestamp, wire)
  })

  it("sends epoch milliseconds, also for what came as text", () => {
    assert.strictEqual(encode(Timestamp, decode(Timestamp, "2023-11-14T22:13:20.123Z")), 1_700_000_000_123)
  })

  const time = Schema.Int.check(Schema.isBetween({ minimum: -8.64e15, maximum: 8.64e15 }))

  it.effect.prop("milliseconds come back as they came", [time], ([wire]) =>
    Effect.sync(() => {
      assert.strictEqual(encode(Timestamp, decode(Timestamp, wire)), wire)
    })
  )

  const commonTime = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Date.UTC(9999, 11, 31) }))

  it.effect.prop("a number and its ISO 8601 text are the same time", [commonTime], ([wire]) =>
    Effect.sync(() => {
      assert.deepStrictEqual(decode(Timestamp, new Date(wire).toISOString()), decode(Timestamp, wire))
    })
  )
})

describe("OptionalTimestamp", () => {
  const Stay = Schema.Struct({ exitTime: OptionalTimestamp })

  it.each([{}, { exitTime: null }])("reads %j as not known yet, which is sent as null", (wire) => {
    const stay = decode(Stay, wire)
    assert.deepStrictEqual(stay, { exitTime: Option.none() })
    assert.deepStrictEqual(encode(Stay, stay), { exitTime: null })
  })

  it.each([1_700_000_000_000, "2023-11-14T22:13:20Z"])(
    "reads %j as a time, which is sent as milliseconds",
    (exitTime) => {
      const stay = decode(Stay, { exitTime })
      assert.deepStrictEqual(stay, { exitTime: Option.some(DateTime.makeUnsafe(1_700_000_000_000)) })
      assert.deepStrictEqual(encode(Stay, stay), { exitTime: 1_700_000_000_000 })
    }
  )

  it.each(["", "soon", true, 8.64e15 + 1])("rejects %j at its path", (exitTime) => {
    assert.strictEqual(refusal(Stay, { exitTime }).path, "exitTime")
  })
})
