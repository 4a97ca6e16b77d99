import { assert, describe, it } from "@effect/vitest"
import type { Runnable } from "../src/Block.ts"
import { parse } from "../src/Document.ts"
import { judge } from "../src/Verdict.ts"

const document = parse("a.md", "")
const block: Runnable = { _tag: "Shell", line: 3, text: "rooms list", output: { line: 7, text: "… rooms\nend" } }

describe("judge", () => {
  it("is content with what the document says, and with anything where it says nothing", () => {
    assert.isUndefined(judge(document, block, { outputs: new Map([[3, "5 rooms\nend\n"]]), failure: undefined }))
    const silent = { ...block, output: undefined }
    assert.isUndefined(judge(document, silent, { outputs: new Map([[3, "x"]]), failure: undefined }))
  })

  it("shows the lines that differ, at the line of the output", () => {
    assert.deepStrictEqual(judge(document, block, { outputs: new Map([[3, "5 rooms\nstop\n"]]), failure: undefined }), {
      path: "a.md",
      line: 7,
      message: "line 3 prints something else",
      output: { expected: "… rooms\nend", actual: "… rooms\nstop" }
    })
  })

  it("shows a failure at its own line, whatever was printed before it", () => {
    const failure = { block: 3, line: 4, message: "ended with exit code 3" }
    assert.deepStrictEqual(judge(document, block, { outputs: new Map([[3, "5 rooms\nend\n"]]), failure }), {
      path: "a.md",
      line: 4,
      message: "ended with exit code 3"
    })
  })

  it("says why a block was not reached", () => {
    const failure = { block: 1, line: 2, message: "ended with exit code 3" }
    const notReached = (reason: string) => ({ path: "a.md", line: 3, message: `not reached: ${reason}` })
    assert.deepStrictEqual(judge(document, block, { outputs: new Map(), failure }), notReached("line 2 failed"))
    assert.deepStrictEqual(
      judge(document, block, { outputs: new Map(), failure: undefined }),
      notReached("an earlier block ended the terminal")
    )
  })
})
