import { assert, describe, it } from "@effect/vitest"
import * as CliOutput from "effect/cli/CliOutput"
import { truncate, withoutControls } from "../../src/terminal/truncate.ts"

const red = "\u001b[31m"
const noColour = "\u001b[0m"

describe("truncate", () => {
  it.each([
    ["fits", 4, "fits"],
    ["cut here", 7, "cut he…"],
    ["cut here", 1, "…"],
    ["日本語", 6, "日本語"],
    // A character that is two columns wide is not halved.
    ["日本語", 5, "日本…"],
    ["日本語", 4, "日…"],
    // One person, of several code points.
    ["👩‍🚀 here", 5, "👩‍🚀 h…"],
    ["", 3, ""]
  ])("%s in %d columns is %s", (line, width, expected) => {
    assert.strictEqual(truncate(line, width), expected)
    assert.isAtMost(CliOutput.displayWidth(expected), width)
  })

  it("counts no colours, and ends those that are cut off", () => {
    assert.strictEqual(truncate(`${red}red${noColour}`, 3), `${red}red${noColour}`)
    assert.strictEqual(truncate(`${red}red light${noColour}`, 4), `${red}red…${noColour}`)
  })
})

describe("harmless", () => {
  it("lets colours through, and nothing else that a terminal obeys", () => {
    assert.strictEqual(withoutControls(`${red}a\u001b[2Jb\r\n\u009bc`), `${red}a\ufffd[2Jb\ufffd\ufffd\ufffdc`)
  })
})
