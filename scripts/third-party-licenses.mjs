// Collects the licences of bundled packages, which must be distributed with them.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const licenseOf = (root) => {
  const file = readdirSync(root).find((name) => /^licen[cs]e/i.test(name))
  if (file === undefined) throw new Error(`${root} has no licence file`)
  return readFileSync(join(root, file), "utf8").trim()
}

/** Returns the licences of the packages in these chunks of a bundle, as the text of one file. */
export const thirdPartyLicenses = (output) => {
  const packages = new Map()
  for (const chunk of output) {
    for (const id of chunk.moduleIds ?? []) {
      const [, root, name] = /^(.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+))[\\/]/.exec(id) ?? []
      if (root !== undefined) packages.set(name, root)
    }
  }
  return [...packages]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, root]) => `${name}\n${"-".repeat(name.length)}\n\n${licenseOf(root)}\n`)
    .join("\n\n")
}
