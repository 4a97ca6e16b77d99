/**
 * The changelog: the changes that aren't released yet, and the changelogs of the releases.
 */
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../src/Document.ts"
import { makePage, type Page } from "./Page.ts"
import { packageName, packages } from "./packages.ts"

const withoutFrontMatter = (changeset: string) => changeset.replace(/^---\n[\s\S]*?\n---\n/, "").trim()

/** Returns the text of each changeset as an item of a list, without its headings. */
const unreleased = (): ReadonlyArray<string> =>
  globSync("*.md", { cwd: join(root, ".changeset") })
    .filter((file) => file !== "README.md")
    .sort()
    .map((file) => withoutFrontMatter(readFileSync(join(root, ".changeset", file), "utf8")))
    .filter((text) => text !== "")
    .map((text) => `- ${text.replaceAll("\n", "\n  ")}`)

const released = (): ReadonlyArray<string> =>
  packages.flatMap((folder) => {
    const file = join(root, "packages", folder, "CHANGELOG.md")
    if (!existsSync(file)) return []
    const [, ...versions] = readFileSync(file, "utf8").split(/^(?=## )/m)
    return [`## ${packageName(folder)}`, versions.join("").replaceAll(/^#/gm, "##")]
  })

/** Returns the page of the changelog. */
export const changelogPage = (): Page => {
  const items = unreleased()
  const parts = [
    "# Changelog",
    "What changes for you with each release.",
    ...(items.length === 0 ? [] : ["## Not released yet", items.join("\n")]),
    ...released()
  ]
  return makePage("changelog.md", "The project", `${parts.join("\n\n")}\n`)
}
