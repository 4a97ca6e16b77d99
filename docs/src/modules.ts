/**
 * Writes the TypeScript of the documents into modules, to be type-checked and run.
 *
 * Every line of a module has the number that it has in its document, so that no message needs a translation of numbers.
 */
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { isModule, type Module, readBlocks } from "./Block.ts"
import { type Document, root } from "./Document.ts"

/** Where the modules are: inside the workspace, for their imports to be found. */
export const modulesFolder = join(root, "docs", "build", "snippets")

/** Where the module of a block is. */
export const modulePath = (document: Document, { file }: Module, folder = modulesFolder): string =>
  join(folder, document.path, file)

/** Line by line the same: what vitest needs to show the document where a test of it fails. */
const sourceMap = (source: string, lines: number) => {
  const mappings = ["AAAA", ...Array.from({ length: lines - 1 }, () => "AACA")].join(";")
  const json = JSON.stringify({ version: 3, sources: [source], names: [], mappings })
  return `//# sourceMappingURL=data:application/json;base64,${Buffer.from(json).toString("base64")}`
}

const moduleText = (path: string, document: Document, { line, text }: Module) => {
  const above = `// From ${document.path}: to be changed there.${"\n".repeat(line)}`
  return `${above}${text}\n${sourceMap(relative(dirname(path), join(root, document.path)), line + text.split("\n").length)}\n`
}

// Type checks and tests may do this at the same time: a file is there whole or not at all, and no file is written twice.
const write = (path: string, text: string) => {
  if (existsSync(path) && readFileSync(path, "utf8") === text) return
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, path)
}

/** Writes the modules of these documents, and removes all others. */
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
  // The examples of a module are in a folder with the name of the module.
  for (const entry of globSync("**/*.ts", { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile())) {
    const path = join(entry.parentPath, entry.name)
    if (!modules.has(path)) rmSync(path, { force: true })
  }
}

const place = /([^\s('"]*?\/)?build\/snippets\/(\S+?\.(?:md|ts))\/[^\s:('"]+?\.ts(?:\?main)?(?::(\d+)|\((\d+),(\d+)\))/g

/** A text in which places in modules, as Node and the compiler write them, have become places in documents. */
export const atDocuments = (text: string): string =>
  text.replace(place, (...[, , path, nodeLine, line, column]: ReadonlyArray<string | undefined>) =>
    nodeLine === undefined ? `${path}:${line}:${column}` : `${path}:${nodeLine}`
  )
