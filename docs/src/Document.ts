/**
 * Parses a Markdown document: its code blocks, links and anchors, each with its line.
 */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import GithubSlugger from "github-slugger"
import type { Nodes } from "mdast"
import { fromMarkdown } from "mdast-util-from-markdown"
import { toString as textOf } from "mdast-util-to-string"
import { visit } from "unist-util-visit"

/** The top of the repository. Paths of documents are relative to it. */
export const root = fileURLToPath(new URL("../../", import.meta.url))

/** Every README, guide and concept page. Changelogs quote programs of old versions. */
const patterns = [
  "*.md",
  "{packages/*,examples,benchmarks,benchmarks/notes}/*.md",
  "docs/*.md",
  "docs/{guides,concepts,design}/**/*.md"
]
const isChangelog = (path: string) => path.endsWith("CHANGELOG.md")

/** A fenced block. Its text begins on the line after `line`. */
export interface Fence {
  readonly line: number
  /** The first word after the backticks. */
  readonly language: string | undefined
  /** The rest of that line. */
  readonly info: string
  readonly text: string
}

export interface Link {
  readonly line: number
  readonly url: string
}

/** A size in kB that a block quotes from the benchmarks. A comment before the block names its source. */
export interface QuotedSize {
  readonly line: number
  readonly kilobytes: string
}

export interface Document {
  readonly path: string
  readonly fences: ReadonlyArray<Fence>
  readonly links: ReadonlyArray<Link>
  readonly sizes: ReadonlyArray<QuotedSize>
  /** The targets of links with `#`. */
  readonly anchors: ReadonlySet<string>
}

/** A problem, and its line. */
export interface Problem {
  readonly path: string
  readonly line: number
  readonly message: string
}

/** Formats a problem so that terminals and editors link to its line. */
export const formatProblem = ({ line, message, path }: Problem): string => `${path}:${line}: ${message}`

const isQuoting = (node: Nodes | undefined) =>
  node?.type === "html" && node.value.includes("from benchmarks/RESULTS.md")

const htmlAnchors = /\s(?:id|name)="([^"]+)"/g

export const parse = (path: string, markdown: string): Document => {
  const fences: Array<Fence> = []
  const links: Array<Link> = []
  const sizes: Array<QuotedSize> = []
  const anchors = new Set<string>()
  const slugger = new GithubSlugger()
  visit(fromMarkdown(markdown), (node, index, parent) => {
    const line = node.position?.start.line ?? 1
    if (isQuoting(parent?.children[(index ?? 0) - 1])) {
      for (const [, kilobytes = ""] of textOf(node).matchAll(/([\d.]+) kB/g)) sizes.push({ line, kilobytes })
    }
    switch (node.type) {
      case "code":
        fences.push({ line, language: node.lang ?? undefined, info: node.meta ?? "", text: node.value })
        break
      case "link":
      case "image":
      case "definition":
        links.push({ line, url: node.url })
        break
      case "heading":
        anchors.add(slugger.slug(textOf(node)))
        break
      case "html":
        for (const [, anchor = ""] of node.value.matchAll(htmlAnchors)) anchors.add(anchor)
        break
    }
  })
  return { path, fences, links, sizes, anchors }
}

/** Reads all documents of the repository. */
export const readDocuments = (): ReadonlyArray<Document> =>
  globSync(patterns, { cwd: root })
    .filter((path) => !isChangelog(path))
    .sort()
    .map((path) => parse(path, readFileSync(join(root, path), "utf8")))
