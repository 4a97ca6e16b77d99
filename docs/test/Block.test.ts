import { assert, describe, it } from "@effect/vitest"
import { readBlocks } from "../src/Block.ts"
import { parse } from "../src/Document.ts"

const read = (...text: ReadonlyArray<string>) => readBlocks(parse("a.md", text.join("\n")))

/** The one problem of a document without any block that follows the rules. */
const problemOf = (...text: ReadonlyArray<string>) => {
  const { blocks, problems } = read(...text)
  assert.deepStrictEqual(blocks, [])
  assert.strictEqual(problems.length, 1)
  const [problem] = problems
  return `${problem?.path}:${problem?.line}: ${problem?.message}`
}

describe("what a block is", () => {
  it("ts is a program, named after its line", () => {
    assert.deepStrictEqual(read("", "```ts", "run()", "```").blocks, [
      { _tag: "Program", line: 2, text: "run()", file: "2.ts", output: undefined }
    ])
  })

  it("ts that imports @effect/vitest, or is named so, is a test file", () => {
    for (const from of ["@effect/vitest", "vitest"]) {
      const text = `import { it } from "${from}"`
      assert.deepStrictEqual(read("```ts", text, "```").blocks, [
        { _tag: "TestFile", line: 1, text, file: "1.test.ts" }
      ])
    }
    const tagOf = (...text: ReadonlyArray<string>) => read("```ts", ...text, "```").blocks[0]?._tag
    assert.strictEqual(tagOf("import {", "  it", '} from "@effect/vitest"'), "TestFile")
    assert.strictEqual(tagOf("// laws.test.ts", "laws()"), "TestFile")
    assert.strictEqual(tagOf('// import from "@effect/vitest"'), "Program")
  })

  it("a first line with a name names the module", () => {
    const { blocks, problems } = read(
      "```ts",
      "// src/totals.ts",
      "run()",
      "```",
      "```ts",
      "// test/totals.test.ts",
      'import { it } from "@effect/vitest"',
      "```"
    )
    assert.deepStrictEqual(problems, [])
    assert.deepStrictEqual(
      blocks.map((block) => "file" in block && block.file),
      ["src/totals.ts", "test/totals.test.ts"]
    )
  })

  it("text is the output of the block before it", () => {
    const { blocks, problems } = read("```sh", "rooms list", "```", "", "It prints:", "", "```text", "nothing", "```")
    assert.deepStrictEqual(problems, [])
    assert.deepStrictEqual(blocks, [
      { _tag: "Shell", line: 1, text: "rooms list", output: { line: 7, text: "nothing" } }
    ])
  })

  it("with a reason, a block is not run", () => {
    const { blocks, problems } = read(
      '```sh skip="needs a registry"',
      "```",
      '```dockerfile skip="no Docker here"',
      "```",
      '```ts types-only="never ends"',
      "```"
    )
    assert.deepStrictEqual(problems, [])
    assert.deepStrictEqual(
      blocks.map(({ _tag }) => _tag),
      ["Skipped", "Skipped", "TypesOnly"]
    )
  })
})

describe("what a block may not be", () => {
  const cases: ReadonlyArray<readonly [string, ReadonlyArray<string>, string]> = [
    ["without a language", ["```", "```"], "a.md:1: the block names no language"],
    [
      "of a language that nothing checks",
      ["", "```json", "{}", "```"],
      'a.md:2: nothing checks a `json` block: write skip="the reason", or use ts, sh or text'
    ],
    ["skipped without a reason", ['```sh skip=" "', "```"], "a.md:1: `skip` gives no reason"],
    ["skipped by a bare word", ["```sh skip", "```"], 'a.md:1: cannot read `skip`: write skip="the reason"'],
    [
      "with words after its reason",
      ['```sh skip="why" because', "```"],
      'a.md:1: cannot read `skip="why" because`: write skip="the reason"'
    ],
    [
      "with an attribute that its language does not have",
      ['```sh types-only="why"', "```"],
      "a.md:1: a `sh` block has no attribute `types-only`, only skip"
    ],
    [
      "output of nothing",
      ["```text", "5 rooms", "```"],
      "a.md:1: a `text` block is what the block before it prints, and that one is not run or has one already"
    ],
    [
      "a module outside of its folder",
      ["```ts", "// ../totals.ts", "```"],
      "a.md:2: the module's name, ../totals.ts, leads out of its folder"
    ],
    [
      "a test file that vitest would not find",
      ["```ts", "// totals.ts", 'import { it } from "@effect/vitest"', "```"],
      "a.md:2: the name of a test file ends with .test.ts: totals.ts"
    ]
  ]
  for (const [name, text, problem] of cases) it(name, () => assert.strictEqual(problemOf(...text), problem))

  it("a module with the name of an earlier one", () => {
    const { problems } = read("```ts", "// a.ts", "```", "```ts", "// a.ts", "```")
    assert.deepStrictEqual(problems, [
      { path: "a.md", line: 5, message: "an earlier block of this document is a.ts already" }
    ])
  })

  it("the second output of a block, or the output of one that is not run", () => {
    const lineOf = (...text: ReadonlyArray<string>) => read(...text).problems.map(({ line }) => line)
    assert.deepStrictEqual(lineOf("```sh", "```", "```text", "```", "```text", "```"), [5])
    assert.deepStrictEqual(lineOf('```sh skip="why"', "```", "```text", "```"), [3])
    assert.deepStrictEqual(
      lineOf("```ts", 'import "vitest"', 'import { it } from "vitest"', "```", "```text", "```"),
      [5]
    )
  })
})
