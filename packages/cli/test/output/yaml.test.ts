import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { parse } from "yaml"
import { yamlList, yamlText } from "../../src/output/yaml.ts"
import { lines } from "../fixtures/wire.ts"

const nested = (depth: number): unknown => (depth === 0 ? "end" : { a: nested(depth - 1) })

describe("yamlText", () => {
  it("writes fields on separate lines, indents the items of lists, and writes lists in lists on one line", () => {
    const answer = { a: { b: [1, { c: "x", d: [] }, [1, ["y"]], []], e: {} }, f: null, g: [{ h: { i: 1.5 } }] }
    const text = yamlText(answer)
    assert.strictEqual(
      text,
      lines(
        "a:",
        "  b:",
        "    - 1",
        "    - c: x",
        "      d: []",
        '    - [1,["y"]]',
        "    - []",
        "  e: {}",
        "f: null",
        "g:",
        "  - h:",
        "      i: 1.5"
      )
    )
    assert.deepStrictEqual(parse(text), answer)
  })

  it("writes an empty answer on one line", () => {
    assert.strictEqual(yamlText({}), "{}\n")
    assert.strictEqual(yamlText(null), "null\n")
  })

  it.each(["Stand-up 2", "v1.2/x_y", "yesterday", "Nobody"])("doesn't quote plain text: %s", (text) => {
    assert.strictEqual(yamlText({ text }), `text: ${text}\n`)
  })

  it.each([
    "",
    " a",
    "a ",
    "a  b",
    "yes",
    "NO",
    "on",
    "Null",
    "~",
    "1",
    "-1",
    "0x1",
    "1e3",
    ".5",
    "a: b",
    "a #b",
    "-",
    "é"
  ])("quotes text that a reader could take for something else: %s", (text) => {
    assert.strictEqual(yamlText({ text }), `text: ${JSON.stringify(text)}\n`)
    assert.strictEqual(yamlText({ [text]: 1 }), `${JSON.stringify(text)}: 1\n`)
  })

  it("writes a point in every number with an exponent, which YAML 1.1 needs", () => {
    assert.strictEqual(yamlText([1e21, -5e-324, 1.5e-7, -1]), lines("- 1.0e+21", "- -5.0e-324", "- 1.5e-7", "- -1"))
  })

  it("writes a key of more than a thousand characters, which needs a question mark", () => {
    const answer = { a: { ["k".repeat(1_200)]: { b: [1] }, ["l".repeat(1_100)]: "x" } }
    assert.deepStrictEqual(parse(yamlText(answer)), answer)
  })

  it("stays small, however deep it is", () => {
    const deep = nested(400)
    const text = yamlText(deep)
    assert.isBelow(text.length, 4_000)
    assert.deepStrictEqual(parse(text), deep)
  })
})

describe("yamlList", () => {
  it.effect("writes an empty list without rows", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* Stream.mkString(yamlList(Stream.empty)), "[]\n")
    })
  )

  it.effect("writes a valid document after every row, in one piece per chunk", () =>
    Effect.gen(function* () {
      const rows = Stream.flattenArray(Stream.make([{ a: 1 }, {}] as const, [{ b: { c: 2 } }] as const))
      assert.deepStrictEqual(yield* Stream.runCollect(yamlList(rows)), ["- a: 1\n- {}\n", "- b:\n    c: 2\n"])
    })
  )
})
