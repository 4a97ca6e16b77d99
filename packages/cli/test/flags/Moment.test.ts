import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import { parseMoment } from "../../src/flags/Moment.ts"

const berlin = DateTime.zoneMakeNamedUnsafe("Europe/Berlin")

/** Returns the time that a text means on this day in Berlin. */
const read = (text: string, now = "2026-11-18T12:34:56.789Z", zone: DateTime.TimeZone = berlin) =>
  Option.getOrNull(
    Option.map(parseMoment(text), (moment) => DateTime.formatIso(moment(DateTime.makeUnsafe(now), zone)))
  )

describe("parseMoment", () => {
  it.each([
    ["2026-11-18", "2026-11-17T23:00:00.000Z"],
    ["2026-07-01", "2026-06-30T22:00:00.000Z"],
    ["2026-11-18T09:30", "2026-11-18T08:30:00.000Z"],
    ["2026-11-18 09:30", "2026-11-18T08:30:00.000Z"],
    ["2026-11-18T09:30:15", "2026-11-18T08:30:15.000Z"],
    ["2026-11-18T09:30:15.250", "2026-11-18T08:30:15.250Z"],
    ["2026-11-18T09:30Z", "2026-11-18T09:30:00.000Z"],
    ["2026-11-18T09:30:15.250Z", "2026-11-18T09:30:15.250Z"],
    ["2026-11-18T09:30+05:30", "2026-11-18T04:00:00.000Z"],
    ["2026-11-18Z", "2026-11-18T00:00:00.000Z"],
    ["now", "2026-11-18T12:34:56.789Z"],
    ["today", "2026-11-17T23:00:00.000Z"],
    ["yesterday", "2026-11-16T23:00:00.000Z"],
    ["30m", "2026-11-18T12:04:56.789Z"],
    ["12h", "2026-11-18T00:34:56.789Z"],
    ["7d", "2026-11-11T12:34:56.789Z"],
    ["2w", "2026-11-04T12:34:56.789Z"]
  ])("reads %s", (text, expected) => {
    assert.strictEqual(read(text), expected)
  })

  it("takes midnight where the clock is, also on the days when it changes", () => {
    // In Berlin the clock went back an hour on 2026-10-25, and forward on 2026-03-29.
    assert.strictEqual(read("yesterday", "2026-10-26T10:00:00Z"), "2026-10-24T22:00:00.000Z")
    assert.strictEqual(read("today", "2026-10-25T23:30:00Z"), "2026-10-25T23:00:00.000Z")
    assert.strictEqual(read("today", "2026-03-29T22:30:00Z"), "2026-03-29T22:00:00.000Z")
    assert.strictEqual(read("yesterday", "2026-03-30T10:00:00Z"), "2026-03-28T23:00:00.000Z")
    assert.strictEqual(read("1d", "2026-03-30T10:00:00Z"), "2026-03-29T10:00:00.000Z")
  })

  it("takes UTC where it is asked to", () => {
    const utc = DateTime.zoneMakeOffset(0)
    assert.strictEqual(read("2026-11-18", undefined, utc), "2026-11-18T00:00:00.000Z")
    assert.strictEqual(read("yesterday", "2026-11-18T00:30:00Z", utc), "2026-11-17T00:00:00.000Z")
  })

  it.each([
    ...["", " ", "12", "1763467200", "tomorrow", "constructor", "7", "7x", "7D", "-7d", "1.5h", "7 d", "1000000d"],
    ...["2026", "2026-11", "2026-11-31", "2026-02-30", "2026-13-01", "18.11.2026", "11/18/2026", "2026-11-18T"],
    ...["2026-11-18T24:00", "2026-11-18T25:00", "2026-11-18T09", "2026-11-18T09:60", "2026-11-18T09:30+99:99"]
  ])("refuses %j", (text) => {
    assert.isNull(read(text))
  })
})
