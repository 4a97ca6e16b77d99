import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { type CsvOptions, csvText } from "../../src/output/csv.ts"
import { lines } from "../fixtures/wire.ts"

/** Returns the written pieces, and the paths of formulas. */
const written = (chunks: ReadonlyArray<ReadonlyArray<unknown>>, options: Partial<CsvOptions> = {}) =>
  Effect.gen(function* () {
    const formulas: Array<string> = []
    const rows = Stream.flatMap(Stream.fromIterable(chunks), Stream.fromArray)
    const pieces = yield* Stream.runCollect(
      csvText(rows, {
        paths: ["a", "b.c"],
        header: true,
        isTerminal: false,
        onFormula: (path) => formulas.push(path),
        ...options
      })
    )
    return { pieces, text: pieces.join(""), formulas }
  })

describe("csvText", () => {
  it.effect("quotes what must be quoted, and ends lines as other commands do", () =>
    Effect.gen(function* () {
      const { text } = yield* written([
        [
          { a: 'say "hi", Ada', b: { c: "two\nlines\r\n" } },
          { a: " x ", b: { c: "'" } }
        ]
      ])
      assert.strictEqual(text, 'a,b.c\n"say ""hi"", Ada","two\nlines\r\n"\n x ,\'\n')
    })
  )

  it.effect("has objects as JSON, and nothing for what is null or not there", () =>
    Effect.gen(function* () {
      const { text } = yield* written([[{ a: { x: "\u009b" }, b: { c: null } }, { a: [1] }, { a: false, b: null }]])
      assert.strictEqual(text, lines("a,b.c", '"{""x"":""\\u009b""}",', "[1],", "false,"))
    })
  )

  it.effect("writes a piece per chunk, the first with the header, and only the header without rows", () =>
    Effect.gen(function* () {
      const { pieces } = yield* written([[{ a: 1 }, { a: 2 }], [{ a: 3 }]])
      assert.deepStrictEqual(pieces, ["a,b.c\n1,\n2,\n", "3,\n"])
      assert.deepStrictEqual((yield* written([])).pieces, ["a,b.c\n"])
      assert.deepStrictEqual((yield* written([[{ a: 1 }]], { header: false })).pieces, ["1,\n"])
      assert.deepStrictEqual((yield* written([], { header: false })).pieces, [])
    })
  )

  it.effect("replaces what does harm on a terminal only", () =>
    Effect.gen(function* () {
      const rows = [[{ a: "\u001b[2J\u202e", b: { c: "x\ny" } }]]
      assert.strictEqual((yield* written(rows)).text, 'a,b.c\n\u001b[2J\u202e,"x\ny"\n')
      assert.strictEqual((yield* written(rows, { isTerminal: true })).text, "a,b.c\n\ufffd[2J\ufffd,x\ufffdy\n")
    })
  )

  it.effect.each(["=1+1", "+1", "-1", "@x", "\t=1", "\r=1", "＝1"])(
    "reports the first formula and doesn't change it: %j",
    (text) =>
      Effect.gen(function* () {
        const outcome = yield* written([[{ a: "x", b: { c: text } }], [{ a: text }]], { header: false })
        assert.deepStrictEqual(outcome.formulas, ["b.c"])
        assert.include(outcome.text, text)
      })
  )

  it.effect("takes no number, JSON or text with such a character further on for a formula", () =>
    Effect.gen(function* () {
      const { formulas } = yield* written([
        [
          { a: -1, b: { c: "a=b" } },
          { a: ["=1"], b: { c: " =1" } }
        ]
      ])
      assert.deepStrictEqual(formulas, [])
    })
  )
})
