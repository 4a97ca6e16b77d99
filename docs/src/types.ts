/**
 * The type errors of the documents' modules, and of the examples in docstrings.
 */
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { root } from "./Document.ts"
import { atDocuments } from "./modules.ts"

// The workspace's: the compiler that is nearer reads the docstrings.
const compiler = join(root, "node_modules", ".bin", "tsc")

// An example in a docstring ends with what it makes, and uses it for nothing.
const projects = ["tsconfig.snippets.json", "tsconfig.examples.json"]

/** What the compiler says, at the places in the documents; nothing where all is well. */
export const typeErrors = (): string => {
  const { error, stderr, stdout, status } = spawnSync(compiler, ["-b", ...projects, "--pretty", "false"], {
    cwd: join(root, "docs"),
    encoding: "utf8"
  })
  if (error !== undefined) return `tsc cannot be run: ${error.message}`
  if (status === 0) return ""
  const said = atDocuments(stdout + stderr).trim()
  return said === "" ? `tsc ended with exit code ${status}` : said
}
