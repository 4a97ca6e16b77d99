/**
 * What can be told about the documents without running them: that each block has a check, that links lead somewhere, and
 * that the programs have types.
 */
import { readBlocks } from "./src/Block.ts"
import { formatProblem, readDocuments } from "./src/Document.ts"
import { brokenLinks } from "./src/links.ts"
import { writeModules } from "./src/modules.ts"
import { typeErrors } from "./src/types.ts"

const documents = readDocuments()
writeModules(documents)

const problems = [...documents.flatMap((document) => readBlocks(document).problems), ...brokenLinks(documents)]
const failures = [...problems.map(formatProblem), typeErrors()].filter((text) => text !== "")

if (failures.length > 0) {
  console.error(failures.join("\n"))
  process.exitCode = 1
}
