import { assert, describe, it } from "@effect/vitest"
import { withAnchors, withoutAnchors } from "../../site/anchors.ts"

const written = `# Fault

<a id="when-1"></a>

### when?

### When

\`\`\`sh
# no heading
\`\`\`

### When
`

describe("anchors", () => {
  it("are those that links lead to, and no two are the same", () => {
    const anchors = [...withAnchors(written).matchAll(/^#+ .*$/gm)].map(([heading]) => heading)
    assert.deepStrictEqual(anchors, [
      "# Fault {#fault}",
      "### when? {#when-1}",
      "### When {#when}",
      "# no heading",
      "### When {#when-2}"
    ])
  })

  it("can be taken out again", () => {
    assert.strictEqual(withoutAnchors("## a {#a}\n\n`b {#c}` d\n"), "## a\n\n`b {#c}` d\n")
  })
})
