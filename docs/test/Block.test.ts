import { assert, describe, it } from "@effect/vitest"
import { readBlocks } from "../src/Block.ts"
import { parse } from "../src/Document.ts"

const read = (...text: ReadonlyArray<string>) => readBlocks(parse("a.md", text.join("\n")))

/** Returns the only problem of a document in which no block follows the rules. */
const problemOf = (...text: ReadonlyArray<string>) => {
  const { blocks, problems } = read(...text)
  assert.deepStrictEqual(blocks, [])
  assert.strictEqual(problems.length, 1)
  const [problem] = problems
  return `${problem?.path}:${problem?.line}: ${problem?.message}`
}

describe("readBlocks", () => {
  it("reads ts as a program, named after its line", () => {
    assert.deepStrictEqual(read("", "```ts", "run()", "```").blocks, [
      { _tag: "Program", line: 2, text: "run()", file: "2.ts", isNamed: false, output: undefined }
    ])
  })

  it("reads ts as a test file if it imports vitest or its name says so", () => {
    for (const from of ["@effect/vitest", "vitest"]) {
      const text = `import { it } from "${from}"`
      assert.deepStrictEqual(read("```ts", text, "```").blocks, [
        { _tag: "TestFile", line: 1, text, file: "1.test.ts", isNamed: false }
      ])
    }
    const tagOf = (...text: ReadonlyArray<string>) => read("```ts", ...text, "```").blocks[0]?._tag
    assert.strictEqual(tagOf("import {", "  it", '} from "@effect/vitest"'), "TestFile")
    assert.strictEqual(tagOf("// laws.test.ts", "laws()"), "TestFile")
    assert.strictEqual(tagOf('// import from "@effect/vitest"'), "Program")
  })

  it("names a module after its first line", () => {
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

  it("reads text as the output of the block before it", () => {
    const { blocks, problems } = read("```sh", "rooms list", "```", "", "It prints:", "", "```text", "nothing", "```")
    assert.deepStrictEqual(problems, [])
    assert.deepStrictEqual(blocks, [
      { _tag: "Shell", line: 1, text: "rooms list", output: { line: 7, text: "nothing" } }
    ])
  })

  it("reads a block of any other language as a file, if it says which", () => {
    const { blocks, problems } = read('```json file="tsconfig.json"', "{}", "```", '```yaml file="/x"', "```")
    assert.deepStrictEqual(blocks, [{ _tag: "File", line: 1, text: "{}", file: "tsconfig.json" }])
    assert.deepStrictEqual(problems, [
      { path: "a.md", line: 4, message: "the name /x leads out of the document's folder" }
    ])
  })

  it("skips a block that gives a reason", () => {
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

describe("readBlocks refuses", () => {
  const cases: ReadonlyArray<readonly [string, ReadonlyArray<string>, string]> = [
    ["a block without a language", ["```", "```"], "a.md:1: the block names no language"],
    [
      "a language that nothing checks",
      ["", "```json", "{}", "```"],
      'a.md:2: nothing checks a `json` block: write file="its name" or skip="the reason"'
    ],
    ["skip without a reason", ['```sh skip=" "', "```"], "a.md:1: `skip` gives no reason"],
    ["skip without a value", ["```sh skip", "```"], 'a.md:1: cannot read `skip`: write skip="the reason"'],
    [
      "words after the attributes",
      ['```sh skip="why" because', "```"],
      'a.md:1: cannot read `skip="why" because`: write skip="the reason"'
    ],
    [
      "an attribute that its language does not have",
      ['```sh types-only="why"', "```"],
      "a.md:1: a `sh` block has no attribute `types-only`, only skip"
    ],
    [
      "output without a block before it",
      ["```text", "5 rooms", "```"],
      "a.md:1: a `text` block is the output of the block before it, and that block isn't run or already has an output"
    ],
    [
      "a module outside its folder",
      ["```ts", "// ../totals.ts", "```"],
      "a.md:2: the name ../totals.ts leads out of the document's folder"
    ],
    [
      "a test file that vitest would not find",
      ["```ts", "// totals.ts", 'import { it } from "@effect/vitest"', "```"],
      "a.md:2: the name of a test file must end with .test.ts: totals.ts"
    ]
  ]
  for (const [name, text, problem] of cases) it(name, () => assert.strictEqual(problemOf(...text), problem))

  it("a name that an earlier block has", () => {
    const { problems } = read("```ts", "// a.ts", "```", "```ts", "// a.ts", "```")
    assert.deepStrictEqual(problems, [
      { path: "a.md", line: 5, message: "an earlier block of this document is already called a.ts" }
    ])
  })

  it("a second output, and the output of a block that is not run", () => {
    const lineOf = (...text: ReadonlyArray<string>) => read(...text).problems.map(({ line }) => line)
    assert.deepStrictEqual(lineOf("```sh", "```", "```text", "```", "```text", "```"), [5])
    assert.deepStrictEqual(lineOf('```sh skip="why"', "```", "```text", "```"), [3])
    assert.deepStrictEqual(
      lineOf("```ts", 'import "vitest"', 'import { it } from "vitest"', "```", "```text", "```"),
      [5]
    )
  })
})
