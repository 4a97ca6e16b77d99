/**
 * Reads the examples in the docstrings of the packages. Each module is a document.
 */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Document, parse, root } from "./Document.ts"

/** Extracts the docstrings of a module as Markdown, with the same line numbers. */
const docstringsOf = (source: string): string => {
  let isInside = false
  return source
    .split("\n")
    .map((line) => {
      const text = line.trim()
      if (text.startsWith("/**")) {
        isInside = !text.endsWith("*/")
        return ""
      }
      if (text.endsWith("*/")) isInside = false
      return isInside ? text.replace(/^\* ?/, "") : ""
    })
    .join("\n")
}

/** Parses the docstrings of a module. */
export const exampleDocument = (path: string, source: string): Document => parse(path, docstringsOf(source))

/** Reads every module that has examples. */
export const readExamples = (): ReadonlyArray<Document> =>
  globSync("packages/*/src/**/*.ts", { cwd: root })
    .sort()
    .map((path) => exampleDocument(path, readFileSync(join(root, path), "utf8")))
    .filter(({ fences }) => fences.length > 0)
