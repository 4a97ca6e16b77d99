/**
 * Writes the TypeScript of the documents into modules, so that it can be type-checked and run.
 *
 * Every line has the same number as in its document, so messages need no translation.
 */
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { isModule, type Module, readBlocks } from "./Block.ts"
import { type Document, root } from "./Document.ts"

/** The folder of the modules. It's in the workspace, so that their imports are found. */
export const modulesFolder = join(root, "docs", "build", "snippets")

/** Returns the path of the module of a block. */
export const modulePath = (document: Document, { file }: Module, folder = modulesFolder): string =>
  join(folder, document.path, file)

/** Maps each line to the same line of the document, so that vitest shows the document if a test fails. */
const sourceMap = (source: string, lines: number) => {
  const mappings = ["AAAA", ...Array.from({ length: lines - 1 }, () => "AACA")].join(";")
  const json = JSON.stringify({ version: 3, sources: [source], names: [], mappings })
  return `//# sourceMappingURL=data:application/json;base64,${Buffer.from(json).toString("base64")}`
}

const moduleText = (path: string, document: Document, { line, text }: Module) => {
  const above = `// From ${document.path}: to be changed there.${"\n".repeat(line)}`
  return `${above}${text}\n${sourceMap(relative(dirname(path), join(root, document.path)), line + text.split("\n").length)}\n`
}

// Type checks and tests can run at the same time, so files are replaced atomically, and only if they changed.
const write = (path: string, text: string) => {
  if (existsSync(path) && readFileSync(path, "utf8") === text) return
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, path)
}

/** Writes the modules of these documents, and deletes all others. */
export const writeModules = (documents: ReadonlyArray<Document>, folder = modulesFolder): void => {
  const modules = new Map(
    documents.flatMap((document) =>
      readBlocks(document)
        .blocks.filter(isModule)
        .map((block): [string, string] => {
          const path = modulePath(document, block, folder)
          return [path, moduleText(path, document, block)]
        })
    )
  )
  for (const [path, text] of modules) write(path, text)
  // The examples of a module are in a folder that is named after it.
  for (const entry of globSync("**/*.ts", { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile())) {
    const path = join(entry.parentPath, entry.name)
    if (!modules.has(path)) rmSync(path, { force: true })
  }
}

const place = /([^\s('"]*?\/)?build\/snippets\/(\S+?\.(?:md|ts))\/[^\s:('"]+?\.ts(?:\?main)?(?::(\d+)|\((\d+),(\d+)\))/g

/** Replaces the paths of modules, as Node and the compiler write them, with those of documents. */
export const atDocuments = (text: string): string =>
  text.replace(place, (...[, , path, nodeLine, line, column]: ReadonlyArray<string | undefined>) =>
    nodeLine === undefined ? `${path}:${line}:${column}` : `${path}:${nodeLine}`
  )
