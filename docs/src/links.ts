/**
 * Checks the links of documents to files of the repository, and to headings in them.
 */
import { existsSync, statSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { type Document, type Problem, root } from "./Document.ts"

const isElsewhere = (url: string) => /^[a-z][a-z0-9+.-]*:|^\/\//i.test(url)

/** Returns the broken links. Links to headings are checked in these documents only. */
export const brokenLinks = (documents: ReadonlyArray<Document>): ReadonlyArray<Problem> => {
  const anchors = new Map(documents.map((document) => [document.path, document.anchors]))

  const problemOf = (document: Document, url: string): string | undefined => {
    const [, path = "", hash] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(url) ?? []
    if (path.startsWith("/")) return `${url} begins with a slash, which doesn't work outside the site`
    const target = path === "" ? document.path : normalize(join(dirname(document.path), decodeURI(path)))
    if (target.startsWith("..")) return `${url} leads out of the repository`
    const file = join(root, target)
    if (!existsSync(file)) return `${url} leads to ${target}, which does not exist`
    if (hash === undefined) return undefined
    const shown = statSync(file).isDirectory() ? join(target, "README.md") : target
    if (shown.endsWith(".md") && anchors.get(shown)?.has(decodeURIComponent(hash)) !== true) {
      return `${url} leads to a heading that ${shown} does not have`
    }
    return undefined
  }

  return documents.flatMap((document) =>
    document.links.flatMap(({ line, url }) => {
      const message = isElsewhere(url) ? undefined : problemOf(document, url)
      return message === undefined ? [] : [{ path: document.path, line, message }]
    })
  )
}
