import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Cells from "../../src/output/cells.ts"

const at = (millis: number) => DateTime.makeUnsafe(millis)

describe("localTime", () => {
  it("is the time in the zone of this machine, to the minute, without its name", () => {
    assert.strictEqual(Cells.localTime(at(1_700_000_000_999)), "2023-11-15 03:58")
    assert.strictEqual(Cells.localTime(at(0)), "1970-01-01 05:30")
  })
})

describe("optionalTime", () => {
  it("is the time, or the word for its absence", () => {
    assert.strictEqual(Cells.optionalTime(Option.some(at(0)), "running"), "1970-01-01 05:30")
    assert.strictEqual(Cells.optionalTime(Option.none(), "running"), "running")
  })
})

const session = (start: number, end?: number) => ({
  startTime: at(start),
  endTime: Option.map(Option.fromUndefinedOr(end), at)
})

describe("durationText", () => {
  const between = (start: number, end: number) => Cells.durationText(session(start, end))

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

  it("is empty, or another word, while the end is not known", () => {
    assert.strictEqual(Cells.durationText(session(0)), "")
    assert.strictEqual(Cells.durationText(session(0), "running"), "running")
  })
})

describe("secondsOf", () => {
  it("is a whole number of seconds, or null while the end is not known", () => {
    assert.strictEqual(Cells.secondsOf(session(0, 1_500)), 2)
    assert.isNull(Cells.secondsOf(session(0)))
    assert.strictEqual(Cells.secondsOf({ joinTime: at(0), exitTime: Option.some(at(3_000)) }), 3)
  })

  it("is never less than nothing, even if clocks were wrong", () => {
    assert.strictEqual(Cells.secondsOf(session(5_000, 0)), 0)
  })
})

describe("utcTime", () => {
  it("is the time in UTC with a Z, to the minute", () => {
    assert.strictEqual(Cells.utcTime(at(1_700_000_000_999)), "2023-11-14 22:13Z")
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
      ["1970-01-01 00:00Z", "", "x", "1e+300"]
    )
  })
})
