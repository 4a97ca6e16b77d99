import { assert, describe, it } from "@effect/vitest"
import { parse } from "../src/Document.ts"
import { readBundles, staleSizes } from "../src/sizes.ts"

const results = `## Size

### Bundles

| program | minified kB | gzipped kB |
|---------|------------:|-----------:|
| ours    |         166 |       57.1 |
| theirs  |         395 |       86.3 |

### Another table

| what | kB |
|------|---:|
| it   | 12 |
`

const problemsOf = (...blocks: ReadonlyArray<string>) =>
  staleSizes([parse("README.md", blocks.join("\n\n"))], readBundles(results))

const comment = "<!-- sizes: from benchmarks/RESULTS.md -->"

describe("sizes", () => {
  it("are read from the table of bundles", () => {
    assert.deepStrictEqual(readBundles(results), [57.1, 86.3])
    assert.deepStrictEqual(readBundles("## Size\n"), [])
  })

  it("are those that were measured, rounded", () => {
    assert.deepStrictEqual(problemsOf(comment, "A program has 57 kB, or 57.1 kB; theirs\nhas 86 kB."), [])
    assert.deepStrictEqual(problemsOf(comment, "| | |\n|---|---|\n| ours | 57 kB |\n| theirs | 86.3 kB |"), [])
  })

  it("reports sizes that no bundle has", () => {
    const message = "58 kB isn't the size of any bundle in benchmarks/RESULTS.md"
    assert.deepStrictEqual(problemsOf("# Size", comment, "A program has 58 kB."), [
      { path: "README.md", line: 5, message }
    ])
    assert.lengthOf(problemsOf(comment, "| | |\n|---|---|\n| ours | 58 kB |\n| theirs | 86.4 kB |"), 2)
  })

  it("are looked at in the block that quotes them alone", () => {
    assert.deepStrictEqual(problemsOf("1 kB before", comment, "57 kB", "2 kB behind"), [])
  })
})
