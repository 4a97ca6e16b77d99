/**
 * The anchors of a page that TypeDoc wrote: its links count on other ones than the texts of the headings give.
 */
import GithubSlugger from "github-slugger"
import { fromMarkdown } from "mdast-util-from-markdown"
import { toString as textOf } from "mdast-util-to-string"
import { visit } from "unist-util-visit"

const given = /^<a id="([^"]+)"><\/a>\n\n(#+ .*)$/gm
const anchor = / \{#([^}\s]+)\}$/gm
const inTables = /<a id="([^"]+)">/g

/** Gives every heading the anchor that stands before it, and those without one an anchor that no other has. */
export const withAnchors = (markdown: string): string => {
  const text = markdown.replaceAll(given, (_, id, heading) => `${heading} {#${id}}`)
  const slugger = new GithubSlugger()
  for (const [, id = ""] of [...text.matchAll(anchor), ...text.matchAll(inTables)]) slugger.occurrences[id] = 0
  const insertions: Array<{ readonly at: number; readonly text: string }> = []
  visit(fromMarkdown(text), "heading", (heading) => {
    const at = heading.position?.end.offset
    const title = textOf(heading)
    if (at === undefined || /\{#[^}\s]+\}$/.test(title)) return
    insertions.push({ at, text: ` {#${slugger.slug(title)}}` })
  })
  return insertions.reduceRight(
    (whole, insertion) => whole.slice(0, insertion.at) + insertion.text + whole.slice(insertion.at),
    text
  )
}

/** A page as it is read without VitePress, which takes the anchors out. */
export const withoutAnchors = (markdown: string): string => markdown.replaceAll(anchor, "")
