import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Cells from "../src/Cells.ts"

const at = (millis: number) => DateTime.makeUnsafe(millis)

describe("localTime", () => {
  it("is ISO 8601 with the offset that the zone of this machine has at that time, to the second", () => {
    assert.strictEqual(Cells.localTime(at(1_700_000_000_999)), "2023-11-15T03:58:20+05:45")
    assert.strictEqual(Cells.localTime(at(0)), "1970-01-01T05:30:00+05:30")
  })
})

describe("optionalTime", () => {
  it("is the time, or the word for its absence", () => {
    assert.strictEqual(Cells.optionalTime(Option.some(at(0)), "running"), "1970-01-01T05:30:00+05:30")
    assert.strictEqual(Cells.optionalTime(Option.none(), "running"), "running")
  })
})

describe("duration", () => {
  const between = (start: number, end: number) => Cells.duration(at(start), Option.some(at(end)))

  it("has hours, minutes and seconds, without those that are 0", () => {
    assert.strictEqual(between(0, 1_000), "1s")
    assert.strictEqual(between(0, 60_000), "1m")
    assert.strictEqual(between(0, 3_912_000), "1h 5m 12s")
    assert.strictEqual(between(0, 90_000_000), "1d 1h")
  })

  it("is rounded to the second", () => {
    assert.strictEqual(between(0, 499), "0s")
    assert.strictEqual(between(0, 1_500), "2s")
  })

  it("is empty while the end is not known", () => {
    assert.strictEqual(Cells.duration(at(0), Option.none()), "")
  })
})

describe("utcTime", () => {
  it("is ISO 8601 with a Z, to the second", () => {
    assert.strictEqual(Cells.utcTime(at(1_700_000_000_999)), "2023-11-14T22:13:20Z")
  })
})

describe("valueText", () => {
  it("is text as it is, nothing for null and what is not there, and JSON of everything else", () => {
    const values = ["a b", "", null, undefined, 0, false, { a: ["\u009b"] }]
    assert.deepStrictEqual(values.map(Cells.valueText), ["a b", "", "", "", "0", "false", '{"a":["\\u009b"]}'])
  })
})

describe("millisText", () => {
  it("is the time where it is one, and the value otherwise", () => {
    const values = [0, null, "x", 1e300]
    assert.deepStrictEqual(
      values.map((value) => Cells.millisText(value, Cells.utcTime)),
      ["1970-01-01T00:00:00Z", "", "x", "1e+300"]
    )
  })
})
