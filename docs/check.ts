/**
 * Checks the documents without running them: the rules for code blocks, links, quoted sizes, and the types of all programs,
 * including the examples in docstrings.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { readBlocks } from "./src/Block.ts"
import { formatProblem, readDocuments, root } from "./src/Document.ts"
import { readExamples } from "./src/examples.ts"
import { brokenLinks } from "./src/links.ts"
import { writeModules } from "./src/modules.ts"
import { readBundles, staleSizes } from "./src/sizes.ts"
import { typeErrors } from "./src/types.ts"

const documents = readDocuments()
const examples = readExamples()
writeModules([...documents, ...examples])

const bundles = readBundles(readFileSync(join(root, "benchmarks/RESULTS.md"), "utf8"))
const problems = [
  ...[...documents, ...examples].flatMap((document) => readBlocks(document).problems),
  ...brokenLinks(documents),
  ...staleSizes(documents, bundles)
]
const failures = [...problems.map(formatProblem), typeErrors()].filter((text) => text !== "")

if (failures.length > 0) {
  console.error(failures.join("\n"))
  process.exitCode = 1
}
