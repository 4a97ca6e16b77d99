/**
 * Builds the site into `build/site`: `node site/build.ts`. Missing docstrings and broken links fail it.
 */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { build as buildSite } from "vitepress"
import { root } from "../src/Document.ts"
import { withoutAnchors } from "./anchors.ts"
import { brokenAddresses } from "./brokenAddresses.ts"
import { changelogPage } from "./changelog.ts"
import { homePage } from "./home.ts"
import { llmsFull, llmsIndex } from "./llms.ts"
import { navigation } from "./navigation.ts"
import { inReadingOrder } from "./order.ts"
import type { Page } from "./Page.ts"
import { readContents } from "./pages.ts"
import { readReference, referencePages } from "./reference.ts"
import { undocumented } from "./undocumented.ts"

const build = join(root, "docs", "build")
const site = join(build, "site")

const write = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const fail = (lines: ReadonlyArray<string>) => {
  if (lines.length === 0) return
  console.error(lines.join("\n"))
  process.exit(1)
}

const reference = await readReference()
fail(undocumented(reference.project))

const { images, pages: documents, problems } = readContents()
fail(problems)
const pages = inReadingOrder([...documents, changelogPage(), ...(await referencePages(reference))])

/** What VitePress reads above a page: the style of the reference, and whether the search finds the page. */
const frontMatterOf = ({ section }: Page): string => {
  if (section === "API reference") return "---\npageClass: reference\n---\n\n"
  return section === "Sources" ? "---\nsearch: false\npageClass: source\n---\n\n" : ""
}

for (const folder of ["pages", "site"]) rmSync(join(build, folder), { recursive: true, force: true })
for (const page of pages) write(join(build, "pages", page.path), `${frontMatterOf(page)}${page.markdown}`)
write(join(build, "pages", "index.md"), homePage())
mkdirSync(join(build, "pages", "public"), { recursive: true })
copyFileSync(join(import.meta.dirname, "logo.svg"), join(build, "pages", "public", "logo.svg"))
for (const image of images) {
  const copy = join(build, "pages", "public", image)
  mkdirSync(dirname(copy), { recursive: true })
  copyFileSync(join(root, image), copy)
}
write(join(build, "navigation.json"), JSON.stringify(navigation(pages), undefined, 2))

await buildSite(import.meta.dirname)

for (const { markdown, path } of pages) write(join(site, path), withoutAnchors(markdown))
write(join(site, "llms.txt"), llmsIndex(pages))
write(join(site, "llms-full.txt"), llmsFull(pages))

fail(brokenAddresses(site, process.env.SITE_BASE))
