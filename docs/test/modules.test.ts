import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { parse } from "../src/Document.ts"
import { atDocuments, writeModules } from "../src/modules.ts"

const document = parse(
  "docs/a.md",
  ["# A", "", "```ts", "one()", "", "two()", "```", "", '```ts types-only="why"', "// b/c.ts", "three()", "```"].join(
    "\n"
  )
)

describe("writeModules", () => {
  let folder = ""
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "modules-"))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it("gives every line the number that it has in the document", () => {
    writeModules([document], folder)
    const lines = readFileSync(join(folder, "docs/a.md/3.ts"), "utf8").split("\n")
    assert.deepStrictEqual(lines.slice(1, 6), ["", "", "one()", "", "two()"])
    assert.strictEqual(readFileSync(join(folder, "docs/a.md/b/c.ts"), "utf8").split("\n")[10], "three()")
  })

  it("removes what no document has any more, and leaves the rest as it is", () => {
    writeModules([document], folder)
    const kept = join(folder, "docs/a.md/3.ts")
    const { ino } = statSync(kept)
    writeModules([{ ...document, fences: document.fences.slice(0, 1) }], folder)
    assert.isFalse(existsSync(join(folder, "docs/a.md/b/c.ts")))
    assert.strictEqual(statSync(kept).ino, ino)
  })
})

describe("atDocuments", () => {
  it("says where in a document an error of the compiler is", () => {
    assert.strictEqual(
      atDocuments("build/snippets/docs/guides/a.md/test/b.test.ts(31,5): error TS2322: no"),
      "docs/guides/a.md:31:5: error TS2322: no"
    )
  })

  it("says where in a document a line of a stack is", () => {
    assert.strictEqual(
      atDocuments(
        "    at run (file:///home/me/docs/build/snippets/README.md/21.ts?main:31:5)\n/x/build/snippets/a.md/3.ts:4\n"
      ),
      "    at run (README.md:31:5)\na.md:4\n"
    )
  })

  it("leaves other places alone", () => {
    const text = "    at run (file:///home/me/packages/core/src/Rooms.ts:31:5)"
    assert.strictEqual(atDocuments(text), text)
  })
})
