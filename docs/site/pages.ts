/**
 * The pages of the documents, and of the files that they link to.
 */
import { existsSync, globSync, readFileSync, statSync } from "node:fs"
import { extname, join } from "node:path"
import { readDocuments, root } from "../src/Document.ts"
import { makePage, type Page, type Section } from "./Page.ts"
import { documentPage, isImage, referencePage, sourcePage } from "./pagePath.ts"
import { rewrite } from "./rewrite.ts"

const sectionOf = (file: string): Section => {
  if (file === "README.md") return "Start"
  if (file.startsWith("docs/guides/")) return "Guides"
  if (file.startsWith("docs/concepts/")) return "Concepts"
  return file.startsWith("packages/") ? "Packages" : "The project"
}

const isShown = (file: string) => !/(?:^|\/)(?:node_modules|dist|build|\.turbo)(?:\/|$)/.test(file)

const filesIn = (folder: string): ReadonlyArray<string> =>
  globSync("**/*", { cwd: join(root, folder) })
    .map((file) => join(folder, file))
    .filter((file) => isShown(file) && statSync(join(root, file)).isFile())
    .sort()

// Uses more backticks than any line of the text begins with.
const fenced = (language: string, text: string): string => {
  const fence = "`".repeat(
    Math.max(3, ...[...text.matchAll(/^\s*(`{3,})/gm)].map(([, ticks = ""]) => ticks.length + 1))
  )
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`
}

/** The pages, and the images that they show. */
export interface Contents {
  readonly pages: ReadonlyArray<Page>
  readonly images: ReadonlyArray<string>
  /** The broken links. */
  readonly problems: ReadonlyArray<string>
}

/** Reads the documents, and every file that they link to. */
export const readContents = (): Contents => {
  const documents = readDocuments()
  const paths = new Set(documents.map(({ path }) => path))
  const images = new Set<string>()
  const sources = new Set<string>()
  const problems: Array<string> = []

  const addressFrom =
    (document: string) =>
    (file: string, hash: string): string => {
      if (paths.has(file)) return `/${documentPage(file)}${hash}`
      const path = join(root, file)
      if (file.startsWith("..") || !existsSync(path)) {
        problems.push(`${document}: a link leads to ${file}, which doesn't exist`)
        return "#"
      }
      const readme = file === "." ? "README.md" : join(file, "README.md")
      if (paths.has(readme)) return `/${documentPage(readme)}${hash}`
      if (isImage(file)) {
        images.add(file)
        return `/${file}`
      }
      const reference = referencePage(file)
      if (reference !== undefined) return `/${reference}`
      sources.add(file)
      return `/${sourcePage(file, statSync(path).isDirectory())}`
    }

  const pages = documents.map(({ path }) => {
    const markdown = rewrite(path, readFileSync(join(root, path), "utf8"), addressFrom(path))
    return makePage(documentPage(path), sectionOf(path), markdown)
  })

  // This set grows during the loop: all files of a linked folder are shown too.
  const shown: Array<Page> = []
  for (const file of sources) {
    if (statSync(join(root, file)).isDirectory()) {
      const files = filesIn(file)
      const list = files.map((entry) => `- [${entry}](${addressFrom(file)(entry, "")})`)
      shown.push(makePage(sourcePage(file, true), "Sources", `# ${file}\n\n${list.join("\n")}\n`))
    } else {
      const text = fenced(extname(file).slice(1) || "text", readFileSync(join(root, file), "utf8"))
      shown.push(makePage(sourcePage(file, false), "Sources", `# ${file}\n\n${text}\n`))
    }
  }
  const list = shown.map(({ path, title }) => `- [${title}](/${path})`).sort()
  const index = makePage(
    "source/index.md",
    "Sources",
    `# Source\n\nThe files of the repository that these pages link to.\n\n${list.join("\n")}\n`
  )
  return { pages: [...pages, ...shown, index], images: [...images], problems }
}
