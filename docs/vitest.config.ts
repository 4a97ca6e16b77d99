import { relative } from "node:path"
import { mergeConfig } from "vitest/config"
import shared from "../vitest.shared.ts"
import { readBlocks } from "./src/Block.ts"
import { readDocuments } from "./src/Document.ts"
import { readExamples } from "./src/examples.ts"
import { modulePath, writeModules } from "./src/modules.ts"

const documents = [...readDocuments(), ...readExamples()]
writeModules(documents)

/** The test files of the documents and of the examples in docstrings. */
const include = documents.flatMap((document) =>
  readBlocks(document).blocks.flatMap((block) =>
    block._tag === "TestFile" ? [relative(import.meta.dirname, modulePath(document, block))] : []
  )
)

export default mergeConfig(shared, { test: { include } })
