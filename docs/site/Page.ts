/**
 * A page of the site, in markdown.
 */
import { fromMarkdown } from "mdast-util-from-markdown"
import { toString as textOf } from "mdast-util-to-string"
import { withoutAnchors } from "./anchors.ts"

/** The part of the navigation that a page is in. */
export type Section = "Start" | "Guides" | "Concepts" | "Packages" | "API reference" | "The project" | "Sources"

/** A page of the site, in markdown. */
export interface Page {
  /** From the top of the site, with `.md`. */
  readonly path: string
  readonly section: Section
  readonly title: string
  /** The first paragraph, as plain text. */
  readonly summary: string
  readonly markdown: string
}

/** Makes a page. Its title and summary are what the markdown begins with. */
export const makePage = (path: string, section: Section, markdown: string): Page => {
  const { children } = fromMarkdown(markdown)
  const heading = children.find((node) => node.type === "heading")
  if (heading === undefined) throw new Error(`${path}: no heading to take the title from`)
  const paragraph = children.find((node) => node.type === "paragraph")
  const summary = paragraph === undefined ? "" : textOf(paragraph).replaceAll(/\s+/g, " ")
  return { path, section, title: withoutAnchors(textOf(heading)), summary, markdown }
}
