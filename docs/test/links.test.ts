import { assert, describe, it } from "@effect/vitest"
import { parse } from "../src/Document.ts"
import { brokenLinks } from "../src/links.ts"

// Their files are those of the repository, their headings are not.
const core = parse("packages/core/README.md", "# What a walk promises")

const problemsOf = (...urls: ReadonlyArray<string>) =>
  brokenLinks([core, parse("docs/README.md", ["# Here", ...urls.map((url) => `[a](<${url}>)`)].join("\n\n"))])

describe("links", () => {
  it("lead to files, folders and headings", () => {
    const problems = problemsOf(
      "../LICENSE",
      "../packages/core",
      "../packages/core/README.md#what-a-walk-promises",
      "../packages/core#what-a-walk-promises",
      "../examples/telemetry.ts#L10",
      "#here",
      "?plain=1#here",
      "https://effect.website/#nowhere",
      "mailto:somebody@example.com"
    )
    assert.deepStrictEqual(problems, [])
  })

  const cases: ReadonlyArray<readonly [string, string]> = [
    ["../NOTHING.md", "../NOTHING.md leads to NOTHING.md, which does not exist"],
    ["#there", "#there leads to a heading that docs/README.md does not have"],
    [
      "../packages/core#errors",
      "../packages/core#errors leads to a heading that packages/core/README.md does not have"
    ],
    ["/LICENSE", "/LICENSE begins with a slash, which doesn't work outside the site"],
    ["../../LICENSE", "../../LICENSE leads out of the repository"]
  ]
  for (const [url, message] of cases) {
    it(`${url} does not`, () => {
      assert.deepStrictEqual(problemsOf("../LICENSE", url), [{ path: "docs/README.md", line: 5, message }])
    })
  }
})
