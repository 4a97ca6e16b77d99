import { assert, describe, it } from "@effect/vitest"
import { llmsFull, llmsIndex } from "../../site/llms.ts"
import { navigation } from "../../site/navigation.ts"
import { inReadingOrder } from "../../site/order.ts"
import { makePage } from "../../site/Page.ts"
import { documentPage, referencePage, sourcePage } from "../../site/pagePath.ts"
import { readContents } from "../../site/pages.ts"

const pages = inReadingOrder([
  makePage("source/LICENSE.md", "Sources", "# LICENSE\n\nMIT\n"),
  makePage(
    "api/@effect-rooms/core/Rooms.md",
    "API reference",
    "# @effect-rooms/core/Rooms {#rooms}\n\nWalks\nrooms.\n"
  ),
  makePage("api/index.md", "API reference", "# API\n"),
  makePage("guides/new.md", "Guides", "# New\n\nA `guide`.\n"),
  makePage("guides/getting-started.md", "Guides", "# Getting started\n"),
  makePage("overview.md", "Start", "# effect-rooms\n\nAn SDK.\n\nMore.\n")
])

describe("the pages of the site", () => {
  it("have the path of their file, except guides and concepts", () => {
    assert.strictEqual(documentPage("README.md"), "overview.md")
    assert.strictEqual(documentPage("docs/concepts/exactly-once.md"), "concepts/exactly-once.md")
    assert.strictEqual(documentPage("packages/core/README.md"), "packages/core/index.md")
    assert.strictEqual(documentPage("docs/guides/telemetry.md"), "guides/telemetry.md")
    assert.strictEqual(documentPage("docs/README.md"), "docs/index.md")
    assert.strictEqual(sourcePage("examples/telemetry.ts", false), "source/examples/telemetry.ts.md")
    assert.strictEqual(sourcePage("examples", true), "source/examples/index.md")
  })

  it("lead from a module that a package exports to the API reference", () => {
    assert.strictEqual(referencePage("packages/core/src/Rooms.ts"), "api/@effect-rooms/core/Rooms.md")
    for (const file of [
      "packages/core/src/internal/walk.ts",
      "packages/core/src/index.ts",
      "packages/cli/src/output/csv.ts"
    ]) {
      assert.isUndefined(referencePage(file))
    }
  })

  it("include every file that a document links to, and every file of a folder", () => {
    const { pages, problems } = readContents()
    assert.deepStrictEqual(problems, [])
    const paths = pages.map(({ path }) => path)
    for (const path of [
      "overview.md",
      "packages/cli/index.md",
      "source/examples/booking-service/index.md",
      "source/examples/telemetry.ts.md"
    ]) {
      assert.include(paths, path)
    }
    assert.include(pages.find(({ path }) => path === "overview.md")?.markdown, "](/packages/core/index.md)")
  })

  it("are in reading order", () => {
    assert.deepStrictEqual(
      pages.map(({ title }) => title),
      ["effect-rooms", "Getting started", "New", "API", "@effect-rooms/core/Rooms", "LICENSE"]
    )
  })

  it("are in the navigation, except sources", () => {
    assert.deepStrictEqual(navigation(pages), [
      { text: "Overview", link: "/overview" },
      {
        text: "Guides",
        items: [
          { text: "Getting started", link: "/guides/getting-started" },
          { text: "New", link: "/guides/new" }
        ]
      },
      { text: "Concepts", items: [] },
      { text: "Packages", items: [] },
      {
        text: "API reference",
        link: "/api/",
        items: [
          {
            text: "@effect-rooms/core",
            link: "/api/@effect-rooms/core/Rooms",
            collapsed: true,
            items: [{ text: "Rooms", link: "/api/@effect-rooms/core/Rooms" }]
          }
        ]
      },
      { text: "The project", collapsed: true, items: [] }
    ])
  })

  it("are listed for language models", () => {
    const index = llmsIndex(pages)
    assert.isTrue(
      index.startsWith("# effect-rooms\n\n> An SDK.\n\n## Guides\n\n- [Getting started](guides/getting-started.md)\n")
    )
    assert.include(index, "- [New](guides/new.md): A guide.\n")
    assert.include(index, "- [@effect-rooms/core/Rooms](api/@effect-rooms/core/Rooms.md): Walks rooms.\n")
    const full = llmsFull(pages)
    assert.include(full, "<!-- guides/new.md -->\n\n# New\n\nA `guide`.\n")
    assert.include(full, "# @effect-rooms/core/Rooms\n")
    assert.notInclude(full, "LICENSE")
  })
})
