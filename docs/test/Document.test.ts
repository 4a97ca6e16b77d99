import { assert, describe, it } from "@effect/vitest"
import { formatProblem, parse, readDocuments } from "../src/Document.ts"

const lines = (...text: ReadonlyArray<string>) => text.join("\n")

describe("Document", () => {
  it("finds every fence, with its line and what stands after it", () => {
    const { fences } = parse(
      "a.md",
      lines("# A", "", '```sh skip="why"', "one", "two", "```", "", "1. item", "", "   ~~~", "   three", "   ~~~")
    )
    assert.deepStrictEqual(fences, [
      { line: 3, language: "sh", info: 'skip="why"', text: "one\ntwo" },
      { line: 10, language: undefined, info: "", text: "three" }
    ])
  })

  it("takes a fence in a longer fence for text", () => {
    const { fences } = parse("a.md", lines("````md", "```ts", "```", "````"))
    assert.deepStrictEqual(fences, [{ line: 1, language: "md", info: "", text: "```ts\n```" }])
  })

  it("finds links, pictures and definitions, but none in code", () => {
    const { links } = parse(
      "a.md",
      lines("[a](b.md) ![c](d.png)", "", "| [e](f.md) |", "|---|", "", "[g]: h.md", "", "`[i](j.md)`")
    )
    assert.deepStrictEqual(links, [
      { line: 1, url: "b.md" },
      { line: 1, url: "d.png" },
      { line: 3, url: "f.md" },
      { line: 6, url: "h.md" }
    ])
  })

  it("names headings as the hosting site does, and knows anchors of HTML", () => {
    const { anchors } = parse(
      "a.md",
      lines("# What a `walk` promises?", "## Errors", "## Errors", "", '<a id="here"></a>', "", '<a name="there">x</a>')
    )
    assert.deepStrictEqual([...anchors], ["what-a-walk-promises", "errors", "errors-1", "here", "there"])
  })

  it("writes a problem as terminals and editors read it", () => {
    assert.strictEqual(formatProblem({ path: "docs/a.md", line: 3, message: "why" }), "docs/a.md:3: why")
  })

  it("reads every README, also that of this workspace", () => {
    const paths = readDocuments().map(({ path }) => path)
    assert.includeMembers(paths, ["README.md", "docs/README.md", "packages/core/README.md", "packages/cli/README.md"])
    assert.isFalse(paths.some((path) => path.includes("node_modules")))
  })
})
