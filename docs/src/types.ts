/**
 * Type-checks the modules of the documents, and the examples in docstrings.
 */
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { root } from "./Document.ts"
import { atDocuments } from "./modules.ts"

// The compiler of the workspace: the one in docs/node_modules is for the reference.
const compiler = join(root, "node_modules", ".bin", "tsc")

// Examples in docstrings may declare values that they don't use.
const projects = ["tsconfig.snippets.json", "tsconfig.examples.json"]

/** Returns the errors of the compiler with the lines of the documents, or an empty string. */
export const typeErrors = (): string => {
  const { error, stderr, stdout, status } = spawnSync(compiler, ["-b", ...projects, "--pretty", "false"], {
    cwd: join(root, "docs"),
    encoding: "utf8"
  })
  if (error !== undefined) return `tsc can't be run: ${error.message}`
  if (status === 0) return ""
  const said = atDocuments(stdout + stderr).trim()
  return said === "" ? `tsc ended with exit code ${status}` : said
}
