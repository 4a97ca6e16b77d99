/**
 * Makes the markdown of a page from the markdown of a document: on the forge its links lead to files, here to pages.
 */
import { dirname, join, normalize } from "node:path"
import { fromMarkdown } from "mdast-util-from-markdown"
import { visit } from "unist-util-visit"

/** Gives the address of a file or folder on the site. */
export type AddressOf = (file: string, hash: string) => string

const isElsewhere = (url: string) => url === "" || /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(url)

const addressIn = /(\b(?:href|src|srcset)=")([^"]*)(")/g

/** The document at `file`, with every link to a file replaced, and without what fences tell the checks. */
export const rewrite = (file: string, markdown: string, addressOf: AddressOf): string => {
  const edits: Array<{ readonly start: number; readonly end: number; readonly text: string }> = []

  const onSite = (url: string): string => {
    if (isElsewhere(url)) return url
    const [, path = "", hash = ""] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(url) ?? []
    if (path === "") return hash
    return addressOf(normalize(join(dirname(file), decodeURI(path))).replace(/\/$/, ""), hash)
  }

  visit(fromMarkdown(markdown), (node) => {
    const start = node.position?.start.offset
    const end = node.position?.end.offset
    if (start === undefined || end === undefined) return
    const text = markdown.slice(start, end)
    switch (node.type) {
      case "link":
      case "image":
      case "definition": {
        const address = onSite(node.url)
        if (address === node.url) return
        // The address stands after the text of the link, which may hold an image with the same one.
        const at = text.lastIndexOf(node.url)
        if (at < 0) throw new Error(`${file}:${node.position?.start.line}: cannot find ${node.url} in ${text}`)
        edits.push({ start: start + at, end: start + at + node.url.length, text: address })
        return
      }
      case "html": {
        const shown = text.replaceAll(addressIn, (_, before, url, after) => `${before}${onSite(url)}${after}`)
        if (shown !== text) edits.push({ start, end, text: shown })
        return
      }
      case "code": {
        const fence = /^(?:`{3,}|~{3,})[^\S\n]*\S*/.exec(text)?.[0]
        if (fence === undefined || !node.meta) return
        edits.push({ start: start + fence.length, end: start + text.indexOf("\n"), text: "" })
        return
      }
    }
  })

  // From the end, so that no edit moves another one. A link inside of another one comes after it.
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), markdown)
}
