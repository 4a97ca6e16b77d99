/**
 * `llms.txt` and `llms-full.txt`, for language models. Every page is also on the site as Markdown.
 */
import { withoutAnchors } from "./anchors.ts"
import type { Page, Section } from "./Page.ts"

const sections: ReadonlyArray<Section> = ["Guides", "Concepts", "Packages", "API reference", "The project"]

const entry = ({ path, summary, title }: Page) => `- [${title}](${path})${summary === "" ? "" : `: ${summary}`}`

/** Lists all pages with their descriptions. */
export const llmsIndex = (pages: ReadonlyArray<Page>): string => {
  const opening = pages
    .filter(({ section }) => section === "Start")
    .map(({ summary, title }) => `# ${title}\n\n> ${summary}\n`)
  const lists = sections.map((section) => {
    const entries = pages.filter((page) => page.section === section).map(entry)
    return `## ${section}\n\n${entries.join("\n")}\n`
  })
  return [...opening, ...lists].join("\n")
}

/** Joins all pages, except source files. */
export const llmsFull = (pages: ReadonlyArray<Page>): string =>
  pages
    .filter(({ section }) => section !== "Sources")
    .map(({ markdown, path }) => `<!-- ${path} -->\n\n${withoutAnchors(markdown).trim()}\n`)
    .join("\n")
