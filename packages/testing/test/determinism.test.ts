import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { trace } from "./fixtures/trace.ts"

/** The number of lines that mention something. */
const count = (lines: ReadonlyArray<string>, about: RegExp) => lines.filter((line) => about.test(line)).length

describe("the same seed", () => {
  it.effect("produces the same trace byte for byte, independent of the program's random numbers", () =>
    Effect.gen(function* () {
      const first = yield* Random.withSeed(trace, "a program")
      const second = yield* Random.withSeed(Effect.andThen(Random.next, trace), "another program")
      const third = yield* trace
      assert.strictEqual(second.join("\n"), first.join("\n"))
      assert.strictEqual(third.join("\n"), first.join("\n"))

      // The trace covers everything it should.
      assert.strictEqual(count(first, / round .*Success/), 6)
      for (const about of ["rooms", "sessions", "recordings", "watch", "log", "leave"]) {
        assert.isAbove(count(first, new RegExp(`^\\d+ ${about} `)), 15, about)
      }
      for (const fault of ["Drift", "Delay", "Respond", "Reset", "Cut", "Drip", "Stall"]) {
        assert.isAbove(count(first, new RegExp(`^\\d+ log .*"fault":"${fault}"`)), 0, fault)
      }
      assert.isAbove(count(first, / failed /), 5)
    })
  )
})
