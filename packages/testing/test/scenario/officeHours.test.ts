import { assert, describe, it } from "@effect/vitest"
import { firstSlotFrom, isBeforeWeekend, midnightOf, slotTime, workdayOf } from "../../src/scenario/officeHours.ts"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Three weeks from the epoch, and three weeks across the end of a year. */
const weeks = [Date.UTC(1969, 11, 24), Date.UTC(2027, 11, 22)]

const slotsOfDay = Array.from({ length: 40 }, (_, index) => 8 * hour + index * 15 * minute)

describe("office hours", () => {
  for (const first of weeks) {
    const days = Array.from({ length: 21 }, (_, index) => first + index * day)
    const isWorkday = (midnight: number) => new Date(midnight).getUTCDay() % 6 !== 0
    const starts = days.filter(isWorkday).flatMap((midnight) => slotsOfDay.map((time) => midnight + time))
    const firstSlot = firstSlotFrom(first)

    it(`are numbered one after the other from ${new Date(first).toISOString()} on`, () => {
      assert.lengthOf(starts, 15 * 40)
      assert.deepStrictEqual(
        starts.map((_, index) => slotTime(firstSlot + index)),
        starts
      )
    })

    it(`are found from any time of three weeks from ${new Date(first).toISOString()} on`, () => {
      let expected = 0
      for (let time = first; time <= (starts.at(-1) ?? 0); time += 5 * minute) {
        while ((starts[expected] ?? 0) < time) expected++
        assert.strictEqual(firstSlotFrom(time), firstSlot + expected, new Date(time).toISOString())
      }
      assert.strictEqual(firstSlotFrom((starts[0] ?? 0) + 1), firstSlot + 1)
    })

    it(`know their days from ${new Date(first).toISOString()} on`, () => {
      for (const [index, start] of starts.entries()) {
        const slot = firstSlot + index
        assert.strictEqual(midnightOf(slot), Math.floor(start / day) * day)
        assert.strictEqual(isBeforeWeekend(slot), new Date(start).getUTCDay() === 5)
        assert.strictEqual(workdayOf(slot) - workdayOf(firstSlot), Math.floor(index / 40))
      }
    })
  }

  it("are divided to the millisecond", () => {
    assert.strictEqual(slotTime(0.5) - slotTime(0), 7.5 * minute)
    assert.strictEqual(slotTime(0.000_001) - slotTime(0), 0)
    assert.strictEqual(slotTime(39.999) < slotTime(40), true)
  })
})
