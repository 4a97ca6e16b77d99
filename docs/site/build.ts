/**
 * Builds the site into `build/site`: `node site/build.ts`. Docstrings that are missing, and links that lead nowhere, fail it.
 */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { build as buildSite } from "vitepress"
import { root } from "../src/Document.ts"
import { withoutAnchors } from "./anchors.ts"
import { brokenAddresses } from "./brokenAddresses.ts"
import { llmsFull, llmsIndex } from "./llms.ts"
import { navigation } from "./navigation.ts"
import { inReadingOrder } from "./order.ts"
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
const pages = inReadingOrder([...documents, ...(await referencePages(reference))])

for (const folder of ["pages", "site"]) rmSync(join(build, folder), { recursive: true, force: true })
for (const { markdown, path } of pages) write(join(build, "pages", path), markdown)
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
