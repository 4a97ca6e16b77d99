/**
 * Follows every link of a built site that leads to the site itself.
 */
import { existsSync, globSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"

const ids = /\sid="([^"]+)"/g
const addresses = /<a\b[^>]*?\shref="([^"]+)"/g

const unescaped = (text: string) => text.replaceAll("&amp;", "&").replaceAll("&#39;", "'").replaceAll("&quot;", '"')

const all = (pattern: RegExp, text: string): ReadonlyArray<string> =>
  [...text.matchAll(pattern)].map(([, found = ""]) => unescaped(found))

/** Returns the broken links, each with its page. `base` is the path under which the site is served. */
export const brokenAddresses = (site: string, base = "/"): ReadonlyArray<string> => {
  const pages = new Map(
    globSync("**/*.html", { cwd: site }).map(
      (path): [string, { links: ReadonlyArray<string>; anchors: ReadonlySet<string> }] => {
        const html = readFileSync(join(site, path), "utf8")
        return [path, { links: all(addresses, html), anchors: new Set(all(ids, html)) }]
      }
    )
  )

  const problemOf = (page: string, address: string): string | undefined => {
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) return undefined
    const [, path = "", hash] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(address) ?? []
    if (path.startsWith("/") && !path.startsWith(base)) return "leads out of the site"
    const written = path.startsWith("/") ? path.slice(base.length) : posix.join(posix.dirname(page), path)
    const file = path === "" ? page : decodeURI(written).replace(/(^|\/)$/, "$1index.html")
    const target = pages.get(file)
    if (target === undefined) return existsSync(join(site, file)) ? undefined : "leads nowhere"
    if (hash === undefined || hash === "" || target.anchors.has(decodeURIComponent(hash))) return undefined
    return "leads to an anchor that its page doesn't have"
  }

  return [...pages].flatMap(([page, { links }]) =>
    [...new Set(links)].flatMap((address) => {
      const problem = problemOf(page, address)
      return problem === undefined ? [] : [`${page}: ${address} ${problem}`]
    })
  )
}
