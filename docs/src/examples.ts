/**
 * The examples in the docstrings of the packages, read as documents are: each module of a package is one.
 */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Document, parse, root } from "./Document.ts"

/** What a module says in its docstrings, as markdown whose lines have the numbers that they have in the module. */
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

/** A module whose docstrings have examples. */
export const exampleDocument = (path: string, source: string): Document => parse(path, docstringsOf(source))

/** Every module of the packages that has examples, as it is on the disk now. */
export const readExamples = (): ReadonlyArray<Document> =>
  globSync("packages/*/src/**/*.ts", { cwd: root })
    .sort()
    .map((path) => exampleDocument(path, readFileSync(join(root, path), "utf8")))
    .filter(({ fences }) => fences.length > 0)
